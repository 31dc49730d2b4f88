// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer

/// One thing that a caller, the person or the notification server does to one request.
enum CrashAct: Sendable {
    /// Adds it, or replaces what is pending.
    case add(CrashDraft)
    /// Changes what is pending, and leaves its moments alone.
    case edit(CrashDraft)
    case removePending
    case removeDelivered
    case snooze(seconds: Double)
    /// Presses the button of this label on what is on the screen.
    case press(label: String, ReceivedNotification)
    /// Types a line into what is on the screen, and sends it.
    case reply(String, ReceivedNotification)
    case dismiss(ReceivedNotification)
    /// The server takes it away by itself, and says that its time is over.
    case expire(ReceivedNotification)

    /// How long the button `Snooze 5m` puts it off.
    static let buttonTime = 300.0

    /// What a response to it says; nil where none comes of it.
    var action: String? {
        switch self {
        case .press("Open", _): "default"
        case .press("yes", _): "yes"
        case .reply(let text, _): "\(CrashDraft.reply): \(text)"
        case .dismiss: "dismiss"
        case .press, .add, .edit, .removePending, .removeDelivered, .snooze, .expire: nil
        }
    }

    /// Whose notification it is about, for what the person does.
    var sender: String? {
        switch self {
        case .press(_, let notification), .reply(_, let notification), .dismiss(let notification),
            .expire(let notification):
            notification.sender
        case .add, .edit, .removePending, .removeDelivered, .snooze: nil
        }
    }

    /// What is handed over of the request; nil for what is done to it otherwise.
    func properties(_ identifier: String) -> [String: Value]? {
        switch self {
        case .add(let draft): draft.properties(identifier)
        case .edit(let draft): draft.properties(identifier, keepsTrigger: true)
        case .removePending, .removeDelivered, .snooze, .press, .reply, .dismiss, .expire: nil
        }
    }

    /// For the story of a run.
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

    /// What a caller was told of it.
    enum Reply: Sendable {
        /// It is done; the identifiers of a removal.
        case done([String])
        case refused(String)
        /// The agent ended before it answered: it may be done or not.
        case died
    }
}
