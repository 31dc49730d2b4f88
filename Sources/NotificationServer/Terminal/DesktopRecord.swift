// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Why: the type has many properties, because it has one for each key of a line of output.
/// A line of `belfry desktop --json`: an event of a notification or of the server.
package struct DesktopRecord: Encodable, Hashable, Sendable {
    /// Kind of event.
    package enum Event: String, Encodable, Sendable {
        /// This display owns the server's bus name and receives notifications.
        case ready
        /// Another program owns the server's bus name; this display waits in the bus's queue for the name.
        case waiting
        case shown, answered, closed
    }

    /// The size of a notification's picture.
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
    package var actions: [ReceivedNotification.Action]?
    package var image: Picture?
    /// Tells whether the notification replaces an open notification with the same number.
    package var replaces: Bool?
    /// Kind of an answer: `action`, `reply` or `dismiss`.
    package var kind: String?
    package var action: String?
    package var text: String?
    /// Reason for closing the notification: `expired`, `dismissed`, `closed` (by its program) or `undefined`.
    package var reason: String?
    /// Unique bus name of the current server, for `waiting`.
    package var server: String?

    package init(_ event: Event) { self.event = event }

    /// Creates the record of a shown notification.
    package init(_ notification: ReceivedNotification, replaces: Bool) {
        event = .shown
        id = notification.id
        app = notification.appName
        desktopEntry = notification.hints.desktopEntry
        title = notification.summary
        body = notification.body
        urgency = "\(notification.hints.urgency)"
        actions = notification.actions
        image = notification.hints.image.map { Picture(width: $0.width, height: $0.height) }
        self.replaces = replaces
    }

    /// Creates the record of a closed notification.
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

    /// Returns the line without its line feed; control characters are escaped, so that a terminal can print it.
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
