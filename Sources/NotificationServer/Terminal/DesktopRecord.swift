// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Why: a line of the history file has these keys.
/// One line of `belfry desktop --json`: something that was shown or happened.
package struct DesktopRecord: Encodable, Hashable, Sendable {
    /// What happened.
    package enum Event: String, Encodable, Sendable {
        /// The name is ours: notifications come here.
        case ready
        /// Somebody else has the name; we are in the queue.
        case waiting
        case shown, answered, closed
    }

    /// An action that was offered.
    package struct Action: Encodable, Hashable, Sendable {
        package let key: String
        package let label: String
    }

    /// The size of the picture.
    package struct Picture: Encodable, Hashable, Sendable {
        package let width: Int
        package let height: Int
    }

    package let schema = 1
    package let event: Event
    package var id: UInt32?
    package var app: String?
    package var desktopEntry: String?
    package var title: String?
    package var body: String?
    package var urgency: String?
    package var actions: [Action]?
    package var image: Picture?
    /// `true` if it replaces the one with the same id.
    package var replaces: Bool?
    /// Of an answer: `action`, `reply` or `dismiss`.
    package var kind: String?
    package var action: String?
    package var text: String?
    /// Of a closing: `expired`, `dismissed`, `closed` (by its program) or `undefined`.
    package var reason: String?
    /// Of `waiting`: the unique name of the server that others use.
    package var server: String?

    package init(_ event: Event) { self.event = event }

    /// A notification that is shown.
    package init(_ notification: ReceivedNotification, replaces: Bool) {
        event = .shown
        id = notification.id
        app = notification.appName
        desktopEntry = notification.hints.desktopEntry
        title = notification.summary
        body = notification.body
        urgency = "\(notification.hints.urgency)"
        actions = notification.actions.map { Action(key: $0.key, label: $0.label) }
        image = notification.hints.image.map { Picture(width: $0.width, height: $0.height) }
        self.replaces = replaces
    }

    /// A notification that is gone.
    package init(closed id: UInt32, because reason: CloseReason) {
        event = .closed
        self.id = id
        self.reason =
            switch reason {
            case .expired: "expired"
            case .dismissed: "dismissed"
            case .closedByCall: "closed"
            case .undefined: "undefined"
            }
    }

    /// The line, without its end; control characters are escaped, so that a terminal can show it.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            if (0x7F...0x9F).contains(scalar.value) {
                line += "\\u00" + String(scalar.value, radix: 16)
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
    }
}
