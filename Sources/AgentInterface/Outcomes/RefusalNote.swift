// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import NotificationModel
package import Triggers

/// The argument `refusal` of `NoteRefusal`: the error of a call for which no caller waited.
package struct RefusalNote: Hashable, Sendable {
    /// The D-Bus method of the call, which the agent refused or the caller's library refused to send.
    package private(set) var method: String
    /// Identifier of the request or category; empty if the call concerns neither.
    package private(set) var identifier: String
    /// Error code, such as `InvalidRequest`.
    package private(set) var error: String
    /// Error message.
    package private(set) var message: String

    /// Largest size of the message in bytes.
    package static let messageBytes = 1024

    /// Creates a note, truncating texts that are too long.
    package init(method: AgentMethod, identifier: String, error: String, message: String) {
        self.method = method.rawValue
        self.identifier = Self.cut(identifier, Limits.identifierBytes)
        self.error = Self.cut(error, Limits.identifierBytes)
        self.message = Self.cut(message, Self.messageBytes)
    }

    /// The note as a dictionary of the D-Bus interface.
    package var properties: [String: Value] {
        [
            "method": .string(method), "identifier": .string(identifier), "error": .string(error),
            "message": .string(message),
        ]
    }

    /// Checks that the D-Bus interface has the method, the error consists of letters, and no text is too long.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that names the key.
    package func validate() throws {
        guard AgentMethod(rawValue: method) != nil else {
            throw Refusal.invalidRequest("refusal.method is \"\(method)\"; it must be a method of this interface")
        }
        try Request.check(identifier, "refusal.identifier", atMost: Limits.identifierBytes)
        guard !error.isEmpty, error.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 }) else {
            throw Refusal.invalidRequest("refusal.error is not the name of an error, such as InvalidRequest")
        }
        try Request.check(error, "refusal.error", atMost: Limits.identifierBytes)
        try Request.check(message, "refusal.message", atMost: Self.messageBytes)
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        let clean = text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
        return clean.utf8.count <= limit
            ? clean : String(decoding: clean.utf8.prefix(limit - 3), as: UTF8.self).filter { $0 != "\u{FFFD}" }
    }
}

extension RefusalNote: KeyCoded {
    package static let blank = RefusalNote(method: .add, identifier: "", error: "", message: "")
    package static let codedKeys: CodedKeys<RefusalNote> = [
        .required("method", \.method), .value("identifier", \.identifier), .required("error", \.error),
        .required("message", \.message),
    ]
}
