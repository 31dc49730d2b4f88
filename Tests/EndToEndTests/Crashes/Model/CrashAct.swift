// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer

/// An action of a caller, the person or the notification server on one request.
enum CrashAct: Sendable {
    /// A caller adds the request, or replaces a pending one.
    case add(CrashDraft)
    /// A caller changes the pending request, and keeps its dates.
    case edit(CrashDraft)
    case removePending
    case removeDelivered
    case snooze(seconds: Double)
    /// The person presses the button with this label.
    case press(label: String, ReceivedNotification)
    /// The person types a line into the notification, and sends it.
    case reply(String, ReceivedNotification)
    case dismiss(ReceivedNotification)
    /// The server closes the notification by itself, and reports that it expired.
    case expire(ReceivedNotification)

    /// The delay of the button `Snooze 5m`.
    static let buttonTime = 300.0

    /// The contents of the resulting response; nil if there is none.
    var action: String? {
        switch self {
        case .press("Open", _): "default"
        case .press("yes", _): "yes"
        case .reply(let text, _): "\(CrashDraft.reply): \(text)"
        case .dismiss: "dismiss"
        case .press, .add, .edit, .removePending, .removeDelivered, .snooze, .expire: nil
        }
    }

    /// The notification that the person's action is about.
    var sender: String? {
        switch self {
        case .press(_, let notification), .reply(_, let notification), .dismiss(let notification),
            .expire(let notification):
            notification.sender
        case .add, .edit, .removePending, .removeDelivered, .snooze: nil
        }
    }

    /// The draft of the request that is sent; nil for other actions.
    func properties(_ identifier: String) -> [String: Value]? {
        switch self {
        case .add(let draft): draft.properties(identifier)
        case .edit(let draft): draft.properties(identifier, keepsTrigger: true)
        case .removePending, .removeDelivered, .snooze, .press, .reply, .dismiss, .expire: nil
        }
    }

    /// A description for the story of a run.
    var words: String {
        switch self {
        case .add(let draft): "added\(draft.trigger.words), \(draft.words)"
        case .edit(let draft): "edited, \(draft.words)"
        case .removePending: "cancelled"
        case .removeDelivered: "taken away"
        case .snooze(let seconds): "snoozed for \(seconds) s"
        case .press(let label, let notification): "pressed \(label) on \(notification.id)"
        case .reply(let text, let notification): "replied \(text) to \(notification.id)"
        case .dismiss(let notification): "dismissed \(notification.id)"
        case .expire(let notification): "taken away by the server as \(notification.id)"
        }
    }

    /// The result of an action for its caller.
    enum Reply: Sendable {
        /// The action was done; for a removal, the removed identifiers; for a snooze, the identifier of a repeating
        /// request whose next occurrence has moved.
        case done([String])
        case refused(String)
        /// The agent ended before its reply: the action may be done or not.
        case died
    }
}
