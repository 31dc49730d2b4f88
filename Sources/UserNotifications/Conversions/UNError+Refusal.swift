// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Triggers

extension UNError {
    /// Key of `userInfo` for the agent's error code, such as `TooManyRequests`.
    static let refusalKey = "BelfryRefusal"

    /// Converts an error of the agent to Apple's code.
    ///
    /// The agent's message becomes the `localizedDescription`. The agent's error code is `userInfo["BelfryRefusal"]`.
    init(_ refusal: Refusal) {
        let code: Code =
            switch refusal.code {
            case .notAuthorized, .tooManyRequests, .serverUnavailable, .storeUnavailable: .notificationsNotAllowed
            case .invalidTrigger: .notificationInvalidNoDate
            case .invalidRequest, .contentTooLarge, .noSuchRequest: .notificationInvalidNoContent
            case .invalidAttachment: Self.attachmentCode(refusal.message)
            }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: refusal.message, Self.refusalKey: refusal.code.rawValue])
    }

    /// Converts any error of a call, so that programs get errors of type `UNError` only.
    ///
    /// Apple has no code for an unreachable agent, so the code is ``Code/notificationsNotAllowed``, with a description
    /// of the problem. An error reply of the agent keeps its message, and its name is `userInfo["BelfryRefusal"]`.
    init(_ error: any Error) {
        switch error {
        case let error as UNError: self = error
        case let refusal as Refusal: self.init(refusal)
        case let error as BusError:
            self =
                UNError(answer: error)
                ?? UNError(.notificationsNotAllowed, reason: "The notification agent can't be reached: \(error)")
        default:
            self.init(.notificationInvalidNoContent, reason: "\(error)")
        }
    }

    /// Converts an error reply of the agent, such as `AccessDenied`; nil if the error is not a reply.
    private init?(answer error: BusError) {
        guard let prefix = [Refusal.busPrefix, BusError.prefix].first(where: error.name.hasPrefix) else { return nil }
        let word = String(error.name.dropFirst(prefix.count))
        let code: Code
        switch word {
        // The error's name is either `Failed` or a code that only a newer agent has.
        case _ where prefix == Refusal.busPrefix: code = .notificationsNotAllowed
        case "AccessDenied": code = .notificationsNotAllowed
        case "InvalidArgs": code = .notificationInvalidNoContent
        case _ where error.isUnknownCall: code = .notificationsNotAllowed
        default: return nil
        }
        let sentence = error.message.isEmpty ? error.name : error.message
        self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence, Self.refusalKey: word])
    }

    /// Chooses Apple's code by the agent's message, because the agent has one code for all problems of a file.
    private static func attachmentCode(_ message: String) -> Code {
        let kinds = ["is not a picture", "is not what typeHint says", "is not in a supported sound or film format"]
        if kinds.contains(where: message.contains) { return .attachmentUnrecognizedType }
        if message.contains("bytes") { return .attachmentInvalidFileSize }
        return .attachmentInvalidURL
    }
}
