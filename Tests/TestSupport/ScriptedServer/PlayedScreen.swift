// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// The screen of a recorded server that draws one notification at a time.
package struct PlayedScreen: Hashable, Sendable {
    /// The server whose behaviour it imitates.
    package enum Kind: Hashable, Sendable {
        /// A banner that loses its buttons when it is replaced. After `CloseNotification` the next notification is not
        /// shown.
        case gnomeShell
        /// A bubble that `CloseNotification` does not remove, so that no other is shown.
        case notificationDaemon
    }

    /// The drawn notification.
    package struct Bubble: Hashable, Sendable {
        package let id: UInt32
        package let title: String
        package var labels: [String]
    }

    package private(set) var drawn: Bubble?
    private let kind: Kind
    private var waiting: [Bubble] = []

    init(_ kind: Kind) { self.kind = kind }

    /// Maximum display time of a notification that counts as invisible.
    private static let moment = Duration.milliseconds(50)

    mutating func show(_ notification: ReceivedNotification, as id: UInt32) {
        let bubble = Bubble(id: id, title: notification.summary, labels: notification.actions.map(\.label))
        if kind == .notificationDaemon, case .after(let time) = notification.timeout, time < Self.moment {
            return end(id)
        }
        if drawn?.id == id {
            drawn = Bubble(id: id, title: bubble.title, labels: kind == .gnomeShell ? [] : bubble.labels)
        } else {
            waiting.removeAll { $0.id == id }
            waiting.append(bubble)
            if drawn == nil { drawNext() }
        }
    }

    /// Handles `CloseNotification`.
    mutating func close(_ id: UInt32) {
        guard kind == .gnomeShell else { return }
        waiting.removeAll { $0.id == id }
        if drawn?.id == id { drawn = nil }
    }

    /// Handles the end of a notification by the person or by its timeout.
    mutating func end(_ id: UInt32) {
        waiting.removeAll { $0.id == id }
        if drawn?.id == id { drawNext() }
    }

    private mutating func drawNext() { drawn = waiting.isEmpty ? nil : waiting.removeFirst() }
}
