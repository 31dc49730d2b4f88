// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import Triggers

/// A line of the standard input of `add -`.
struct JSONLine {
    /// Parsed content of a line.
    enum Content {
        case request([String: Value])
        /// An early warning, which isn't added because its request creates it.
        case warning(identifier: String, of: String)
        /// An invalid line, with the error message.
        case wrong(String)
    }

    /// Line number, counted from 1 and including empty lines.
    let number: Int
    let content: Content

    /// Parses a line; nil if it is empty.
    init?(_ bytes: ArraySlice<UInt8>, number: Int, application: String) {
        guard bytes.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\t") })
        else { return nil }
        self.number = number
        do {
            let dictionary = try ListedKeys.removed(from: JSONText.dictionary(bytes, line: number), of: application)
            if let parent = dictionary["warnsOf"]?.string {
                content = .warning(identifier: dictionary["identifier"]?.string ?? "", of: parent)
            } else {
                content = .request(dictionary)
            }
        } catch {
            content = .wrong(Failure(error).sentence)
        }
    }

    /// The request to add; nil for other content.
    var request: [String: Value]? { if case .request(let request) = content { request } else { nil } }

    /// True if the line snoozes its request.
    var isSnoozed: Bool { request?["snoozed"]?.bool == true }

    /// The error message; nil for a valid line.
    var mistake: String? { if case .wrong(let mistake) = content { mistake } else { nil } }

    /// The result to print for a line without a request; nil if the agent supplies the result.
    var ownOutcome: [String: Value]? {
        switch content {
        case .request: nil
        case .warning(let identifier, let parent):
            [
                "identifier": .string(identifier),
                "notes": .strings(["not added: the request \"\(parent)\" makes its early warnings, by its key before"]),
            ]
        case .wrong(let mistake): Self.refusal(.invalidRequest(mistake))
        }
    }

    /// Returns the result to print for a refused line.
    static func refusal(_ refusal: Refusal) -> [String: Value] {
        ["error": .string(refusal.busError.name), "message": .string(refusal.message)]
    }
}
