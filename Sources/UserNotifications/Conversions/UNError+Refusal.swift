// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import NotificationModel

extension UNError {
    /// What the agent refused, in Apple's words; the agent's own sentence is the `localizedDescription`, and its own
    /// word for it, such as `TooManyRequests`, is in `userInfo` under `"BelfryRefusal"`.
    ///
    /// Two never come, as nothing here asks what they answer: `noSuchRequest` is for `Snooze`, `Repost`, `Explain` and the key
    /// `keep` of a trigger, `serverUnavailable` for the option `noQueue`. They have a code all the same: an agent may be newer than
    /// this module.
    init(_ refusal: Refusal) {
        let code: Code =
            switch refusal.code {
            case .notAuthorized, .tooManyRequests, .serverUnavailable, .storeUnavailable: .notificationsNotAllowed
            case .invalidTrigger: .notificationInvalidNoDate
            case .invalidRequest, .contentTooLarge, .noSuchRequest: .notificationInvalidNoContent
            case .invalidAttachment: Self.attachmentCode(refusal.message)
            }
        self.init(
            code, userInfo: [NSLocalizedDescriptionKey: refusal.message, "BelfryRefusal": refusal.code.rawValue])
    }

    /// Any error of a call, so that clients never meet another type.
    ///
    /// Apple has no code for an agent that can't be reached: it is
    /// ``Code/notificationsNotAllowed``, and the description says what happened.
    init(_ error: any Error) {
        switch error {
        case let error as UNError: self = error
        case let refusal as Refusal: self.init(refusal)
        case let error as BusError:
            self.init(
                .notificationsNotAllowed,
                userInfo: [NSLocalizedDescriptionKey: "The notification agent can't be reached: \(error)"])
        default:
            self.init(.notificationInvalidNoContent, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }

    /// The agent has one code for all that may be wrong with a file; its sentences differ.
    private static func attachmentCode(_ message: String) -> Code {
        let kinds = ["is not a picture", "is not what typeHint says", "begins like no sound or film that is taken"]
        if kinds.contains(where: message.contains) { return .attachmentUnrecognizedType }
        if message.contains("bytes") { return .attachmentInvalidFileSize }
        return .attachmentInvalidURL
    }
}
