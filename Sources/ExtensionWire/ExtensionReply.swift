// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel

/// The answer of an extension, as one line on its standard output; the last complete, readable line of a run counts.
package struct ExtensionReply: Hashable, Sendable {
    /// The fate of the notification after an action that a content extension received
    /// (`UNNotificationContentExtensionResponseOption`).
    package enum ResponseOption: String, CaseIterable, Hashable, Sendable {
        /// The notification stays.
        case doNotDismiss
        /// The notification is dismissed, and the application doesn't get the response.
        case dismiss
        /// The notification is dismissed, and the application gets the response.
        case dismissAndForwardAction
    }

    /// The changes of the notification's content; nil for none.
    package var content: ContentPatch?
    /// Name of the picture's file in the attachments' folder.
    package var picture: String?
    package var response: ResponseOption?
    /// The extension's state for its next event, at most ``ExtensionWire/stateLimit``; `null` removes it, nil keeps it.
    package var state: JSONValue?

    package init(
        content: ContentPatch?, picture: String? = nil, response: ResponseOption? = nil, state: JSONValue? = nil
    ) {
        (self.content, self.picture, self.response, self.state) = (content, picture, response, state)
    }

    /// Reads an extension's answer from a line; unknown keys are ignored.
    ///
    /// The line of a service extension must have a content, which may be empty.
    package init(line: some Collection<UInt8>, of kind: ExtensionKind) throws(ExtensionLineProblem) {
        let values = try WireLine(line).values
        var reader = JSONReader(values)
        switch values["content"] {
        case .dictionary(let changes)?: content = ContentPatch(changes)
        case nil where kind == .content: content = nil
        case let value: throw .wrongValue(JSONRemark("content", value ?? .null, "must be a dictionary"))
        }
        guard kind == .content else { return }
        picture = reader.converted("picture", to: ExtensionFile.rule, ExtensionFile.name)
        response = reader.choice("response", of: ResponseOption.allCases.map { ($0.rawValue, $0) })
        if let remark = reader.remarks.first { throw .wrongValue(remark) }
        state = values["state"]
        let size = try? state.map { try JSONEncoder().encode($0).count }
        if let state, (size ?? .max) > ExtensionWire.stateLimit {
            throw .wrongValue(JSONRemark("state", state, "must be JSON of at most \(ExtensionWire.stateLimit) bytes"))
        }
    }

    /// Returns the answer as a line of JSON, with a line feed.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't hold.
    package func line() throws -> [UInt8] {
        var values: [String: JSONValue] = [:]
        values["content"] = content.map { .dictionary($0.changes) }
        values["picture"] = picture.map { .string($0) }
        values["response"] = response.map { .string($0.rawValue) }
        values["state"] = state
        return try WireLine.bytes(of: values)
    }
}

/// Names of files in the attachments' folder.
enum ExtensionFile {
    static let rule = "the name of a file in attachmentsDir, 1 to 255 bytes without a slash"

    /// Returns the name if it can only name a file within the attachments' folder; nil for other texts.
    static func name(_ text: String) -> String? {
        // The comparison is by bytes: a slash with an accent is another character to Swift, and a slash to the kernel.
        (1...255).contains(text.utf8.count) && !text.utf8.contains(UInt8(ascii: "/")) && text != "." && text != ".."
            ? text : nil
    }
}
