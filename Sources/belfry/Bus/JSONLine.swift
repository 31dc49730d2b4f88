// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import Triggers

/// One line of the standard input of `add -` that waits for its turn.
struct JSONLine {
    /// What it holds.
    enum Content {
        case request([String: Value])
        /// An early warning, which its request makes: nothing to add.
        case warning(identifier: String, of: String)
        /// Why it is no request.
        case wrong(String)
    }

    /// Counted from 1, empty ones too.
    let number: Int
    let content: Content

    /// Nil for an empty line.
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

    /// The request that is to be added; nil for anything else.
    var request: [String: Value]? { if case .request(let request) = content { request } else { nil } }

    /// Whether it puts a request off that is pending by then.
    var isSnoozed: Bool { request?["snoozed"]?.bool == true }

    /// What is wrong with it; nil for nothing.
    var mistake: String? { if case .wrong(let mistake) = content { mistake } else { nil } }

    /// What is printed for a line that nothing is added for; nil where the agent says it.
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

    /// What is printed for a line that is refused.
    static func refusal(_ refusal: Refusal) -> [String: Value] {
        ["error": .string(refusal.busError.name), "message": .string(refusal.message)]
    }
}
