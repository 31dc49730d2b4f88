// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMedia
import FoundationEssentials
import Triggers

/// A piece of a file that is attached to a request.
struct TransferFile: Hashable, Sendable {
    /// The name in the export: the number of the request's folder, a slash, and the file's name.
    var name: String
    var app: String
    var identifier: String
    var data: Data
    /// Whether the next line has another piece of the file.
    var isContinued: Bool

    static let piece = 512 * 1024
    /// Prefix of a file's name in an exported request, which has the name in place of the file's path.
    static let scheme = "belfry-file:"

    /// The folder's number and the file's name; nil if ``name`` is invalid.
    var place: (home: Int, file: String)? { Self.place(of: name) }

    /// Returns the folder's number and the file's name in a text such as `1/0`; nil for any other text.
    static func place(of name: some StringProtocol) -> (home: Int, file: String)? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let home = Int(parts[0]), home > 0, String(home) == parts[0] else { return nil }
        let file = parts[1].utf8
        guard (1...64).contains(file.count), file.first != UInt8(ascii: "."), parts[1] != AttachmentStore.ownerFile,
            file.allSatisfy({ (48...57).contains($0) || (97...122).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return (home, String(parts[1]))
    }
}

extension TransferFile: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case type, name, app, identifier, data
        case isContinued = "continued"
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            app: try container.decode(String.self, forKey: .app),
            identifier: try container.decode(String.self, forKey: .identifier),
            data: try container.decode(Data.self, forKey: .data),
            isContinued: try container.decodeIfPresent(Bool.self, forKey: .isContinued) ?? false)
        guard place != nil else {
            throw Refusal.invalidRequest("name is \"\(name)\"; it must be like 1/0: a number and a file's name")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(TransferLine.Kind.file, forKey: .type)
        try container.encode(name, forKey: .name)
        try container.encode(app, forKey: .app)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(data, forKey: .data)
        if isContinued { try container.encode(true, forKey: .isContinued) }
    }
}
