// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// A notification's content in the form that extensions read: it has the keys of the D-Bus interface, but a sound is
/// always a dictionary, and an attachment is `{id, file, type}`.
extension Content {
    /// Returns the dictionary for an extension. An attachment's file is named if it is in the attachments' folder.
    ///
    /// - Throws: `EncodingError` for a number in user info that JSON can't hold.
    func wireValues(attachmentsFolder folder: String) throws -> [String: JSONValue] {
        var values = JSONValue.object(try JSONEncoder().encode(self)) ?? [:]
        for (key, text) in [
            ("subtitle", subtitle), ("body", body), ("threadIdentifier", threadIdentifier),
            ("categoryIdentifier", categoryIdentifier), ("interruptionLevel", interruptionLevel.rawValue),
        ] {
            values[key] = .string(text)
        }
        if values["relevanceScore"] == nil { values["relevanceScore"] = .integer(0) }
        if values["userInfo"] == nil { values["userInfo"] = .dictionary([:]) }
        values["sound"] = sound.map(\.wireValue)
        values["attachments"] = .array(attachments.map { $0.wireValue(folder) })
        return values
    }

    /// Reads a content from a dictionary that the agent has written.
    ///
    /// - Throws: `DecodingError`, which names a mistyped key.
    init(wireValues: [String: JSONValue], attachmentsFolder folder: String) throws {
        var values = wireValues
        values["attachments"] = nil
        self = try JSONDecoder().decode(Content.self, from: JSONEncoder().encode(values))
        guard case .array(let entries)? = wireValues["attachments"] else { return }
        attachments = entries.compactMap { Attachment(wireValue: $0, folder) }
    }
}

extension Sound {
    /// The name of the standard sound in the lines between the agent and an extension.
    static let standardName = "default"

    fileprivate var wireValue: JSONValue {
        var values: [String: JSONValue] = ["name": .string(name ?? Self.standardName)]
        if isCritical { values["critical"] = .boolean(true) }
        values["volume"] = volume.map { .real($0) }
        return .dictionary(values)
    }
}

extension Attachment {
    fileprivate func wireValue(_ folder: String) -> JSONValue {
        var values: [String: JSONValue] = ["id": .string(identifier)]
        values["type"] = typeHint.map { .string($0) }
        let prefix = folder.utf8.count + 1
        if url.utf8.starts(with: "\(folder)/".utf8),
            let file = ExtensionFile.name(String(Substring(url.utf8.dropFirst(prefix))))
        {
            values["file"] = .string(file)
        }
        return .dictionary(values)
    }

    /// Reads an attachment's dictionary; the attachment's URL is empty if the dictionary names no file.
    fileprivate init?(wireValue: JSONValue, _ folder: String) {
        guard case .dictionary(let values) = wireValue else { return nil }
        var reader = JSONReader(values)
        let file = reader.converted("file", to: ExtensionFile.rule, ExtensionFile.name)
        self.init(
            identifier: reader.string("id") ?? "", url: file.map { "\(folder)/\($0)" } ?? "",
            typeHint: reader.string("type"))
    }
}
