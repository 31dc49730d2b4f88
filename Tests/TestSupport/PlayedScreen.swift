// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// What a server that is played draws of what is open: one at a time.
package struct PlayedScreen: Hashable, Sendable {
    /// Whose ways it has.
    package enum Kind: Hashable, Sendable {
        /// A banner that loses its buttons when it is replaced, and that brings up nothing else when a call closes it.
        case gnomeShell
        /// A bubble that a call does not take away, so that nothing else comes up.
        case notificationDaemon
    }

    /// What is drawn.
    package struct Bubble: Hashable, Sendable {
        package let id: UInt32
        package let title: String
        package var labels: [String]
    }

    package private(set) var drawn: Bubble?
    private let kind: Kind
    private var waiting: [Bubble] = []

    init(_ kind: Kind) { self.kind = kind }

    /// What asks for no more than a few milliseconds is not seen.
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

    /// A call closes it.
    mutating func close(_ id: UInt32) {
        guard kind == .gnomeShell else { return }
        waiting.removeAll { $0.id == id }
        if drawn?.id == id { drawn = nil }
    }

    /// The person, or its time, ends it.
    mutating func end(_ id: UInt32) {
        waiting.removeAll { $0.id == id }
        if drawn?.id == id { drawNext() }
    }

    private mutating func drawNext() { drawn = waiting.isEmpty ? nil : waiting.removeFirst() }
}
