// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// The person's reaction to a notification (`UNNotificationResponse`).
package struct Response: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The person pressed a button.
        case action
        /// The person opened the notification itself.
        case `default`
        /// The person dismissed the notification; sent only if the application asked for dismissals.
        case dismiss
        /// The person typed a text.
        case text
        /// The server removed the notification unanswered; sent only to callers that wait for an answer.
        case expired
    }

    package var kind: Kind
    /// The action's identifier, or Apple's identifier for opening or dismissing; empty if expired.
    package var actionIdentifier: String
    /// The typed text; nil unless ``kind`` is `text`.
    package var userText: String?
    /// The date of the reaction.
    package var date: Date
    /// Token with which the receiver can raise its window (xdg-activation); short-lived, for one use.
    package var activationToken: String?
    /// The whole notification, with the original request.
    package var notification: Notification

    package init(
        kind: Kind, actionIdentifier: String, userText: String? = nil, date: Date, activationToken: String? = nil,
        notification: Notification
    ) {
        (self.kind, self.actionIdentifier, self.userText, self.date) = (kind, actionIdentifier, userText, date)
        (self.activationToken, self.notification) = (activationToken, notification)
    }

    /// The response's name in a request's `on`: the action's identifier, or a word of ``ResponsePlan/Event``.
    ///
    /// If an action's identifier is such a word, its event name has the prefix `action:`, as in `action:dismiss`.
    package var eventName: String {
        switch kind {
        case .action, .text:
            ResponsePlan.Event(rawValue: actionIdentifier) == nil ? actionIdentifier : "action:\(actionIdentifier)"
        case .default: ResponsePlan.Event.default.rawValue
        case .dismiss: ResponsePlan.Event.dismiss.rawValue
        case .expired: ResponsePlan.Event.expire.rawValue
        }
    }
}

extension Response: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = Response(kind: .default, actionIdentifier: "", date: .distantPast, notification: .blank)
    package static let codedKeys: CodedKeys<Response> = [
        .required("kind", \.kind), .value("actionIdentifier", \.actionIdentifier, isKept: true),
        .optional("userText", \.userText), .date("date", \.date), .optional("activationToken", \.activationToken),
        .required("notification", \.notification),
    ]
}
