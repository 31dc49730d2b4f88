// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Triggers

extension UNError {
    /// The key of `userInfo` under which the agent's own word is, such as `TooManyRequests`.
    static let refusalKey = "BelfryRefusal"

    /// What the agent refused, in Apple's words; the agent's own sentence is the `localizedDescription`, and its own
    /// word for it, such as `TooManyRequests`, is in `userInfo` under `"BelfryRefusal"`.
    init(_ refusal: Refusal) {
        let code: Code =
            switch refusal.code {
            case .notAuthorized, .tooManyRequests, .serverUnavailable, .storeUnavailable: .notificationsNotAllowed
            case .invalidTrigger: .notificationInvalidNoDate
            case .invalidRequest, .contentTooLarge, .noSuchRequest: .notificationInvalidNoContent
            case .invalidAttachment: Self.attachmentCode(refusal.message)
            }
        self.init(
            code, userInfo: [NSLocalizedDescriptionKey: refusal.message, Self.refusalKey: refusal.code.rawValue])
    }

    /// Any error of a call, so that clients never meet another type.
    ///
    /// Apple has no code for an agent that can't be reached: it is
    /// ``Code/notificationsNotAllowed``, and the description says what happened. What an agent that was reached has answered
    /// keeps its sentence, and its word as a refusal does.
    init(_ error: any Error) {
        switch error {
        case let error as UNError: self = error
        case let refusal as Refusal: self.init(refusal)
        case let error as BusError:
            if let answer = UNError(answer: error) {
                self = answer
                return
            }
            self.init(
                .notificationsNotAllowed,
                userInfo: [NSLocalizedDescriptionKey: "The notification agent can't be reached: \(error)"])
        default:
            self.init(.notificationInvalidNoContent, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }

    /// What the agent answered in the bus's own words, such as `AccessDenied`; nil where nobody has answered.
    private init?(answer error: BusError) {
        let word: String
        let code: Code
        if error.name.hasPrefix(Refusal.busPrefix) {
            // `Failed`, or what a newer agent refuses.
            word = String(error.name.dropFirst(Refusal.busPrefix.count))
            code = .notificationsNotAllowed
        } else if error.name.hasPrefix(BusError.prefix) {
            word = String(error.name.dropFirst(BusError.prefix.count))
            switch word {
            case "AccessDenied": code = .notificationsNotAllowed
            case "InvalidArgs": code = .notificationInvalidNoContent
            case _ where error.isUnknownCall: code = .notificationsNotAllowed
            default: return nil
            }
        } else {
            return nil
        }
        let sentence = error.message.isEmpty ? error.name : error.message
        self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence, Self.refusalKey: word])
    }

    /// The agent has one code for all that may be wrong with a file; its sentences differ.
    private static func attachmentCode(_ message: String) -> Code {
        let kinds = ["is not a picture", "is not what typeHint says", "begins like no sound or film that is taken"]
        if kinds.contains(where: message.contains) { return .attachmentUnrecognizedType }
        if message.contains("bytes") { return .attachmentInvalidFileSize }
        return .attachmentInvalidURL
    }
}
