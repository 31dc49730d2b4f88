// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import NotificationModel
import Triggers

/// The first line of an export.
package struct TransferHeader: Hashable, Sendable {
    /// The format that this version writes, and the newest format that it reads.
    static let format = 1

    /// Random identifier of the export, by which the agent recognizes that the export was imported before.
    package var id: String
    /// The version of Belfry that wrote the export.
    package var version: String
    package var date: Date
    var timeZone: String
    /// The application whose data was exported; nil for all applications.
    var app: String?
}

extension TransferHeader: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case type, format, id, version, date, timeZone, app
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // The format is checked first, because a newer export may have other keys.
        let format = try container.decode(Int.self, forKey: .format)
        guard format <= Self.format else {
            throw Refusal.invalidRequest(
                "format is \(format), which a newer Belfry has written; the newest that this one reads is \(Self.format)"
            )
        }
        guard format >= 1 else { throw Refusal.invalidRequest("format is \(format); it must be \(Self.format)") }
        try decoder.refuseKeys(otherThan: CodingKeys.allCases.map(\.rawValue))
        let text = try container.decode(String.self, forKey: .date)
        guard let date = Date(rfc3339: text) else {
            throw Refusal.invalidRequest("date is \"\(text)\"; it must be RFC 3339")
        }
        self.init(
            id: try container.decode(String.self, forKey: .id),
            version: try container.decode(String.self, forKey: .version), date: date,
            timeZone: try container.decode(String.self, forKey: .timeZone),
            app: try container.decodeIfPresent(String.self, forKey: .app))
        try Self.check(id, "id")
        try Self.check(timeZone, "timeZone")
    }

    private static func check(_ text: String, _ key: String) throws(Refusal) {
        guard text.utf8.count > Limits.identifierBytes else { return }
        throw .contentTooLarge("\(key) is \(text.utf8.count) bytes; the limit is \(Limits.identifierBytes)")
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(TransferLine.Kind.belfry, forKey: .type)
        try container.encode(Self.format, forKey: .format)
        try container.encode(id, forKey: .id)
        try container.encode(version, forKey: .version)
        try container.encode(date.rfc3339(in: .gmt), forKey: .date)
        try container.encode(timeZone, forKey: .timeZone)
        try container.encodeIfPresent(app, forKey: .app)
    }
}
