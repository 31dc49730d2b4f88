// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// Redraws when the session is locked or unlocked: notifications hide their words while it is locked.
extension PresentationQueue {
    /// Seconds for which a notification without a time counts as shown on a server that does not report expiry.
    private static let shownAtLeast: TimeInterval = 30

    var isLocked: Bool { lock == .locked }

    mutating func lockChanged(to state: SessionLockState) {
        lock = state
        switch state {
        case .locked: redrawAll()
        case .unlocked:
            carryOutHeldPresses()
            redrawAll()
            // What takes turns has waited for the person.
            lookForRoom()
        // Only who said that it is unlocked can fall silent so: nothing is otherwise than it was.
        case .unknown: break
        }
    }

    /// Whether the words of an application's notifications are hidden now.
    package func hidesWords(_ previews: Previews) -> Bool {
        switch previews {
        case .always: false
        case .whenUnlocked: isLocked
        case .never: true
        }
    }

    /// Draws anew, without a sound, what may be on the screen otherwise than it should.
    mutating func redrawAll() {
        // The oldest first: what is drawn beside its former copy on a full screen pushes off the oldest, which is its own.
        let shown = records.values.compactMap { record in record.active.map { ($0.shown, record.id) } }
        redraws.replace(with: shown.sorted { $1 < $0 }.map(\.1))
    }

    /// Redraws a notification that was sent before the session was locked or unlocked, and has its number now.
    mutating func redrawIfOutdated(_ id: Int64) {
        guard let active = records[id]?.active, active.dispatch.wasDrawnLocked != isLocked else { return }
        redraws.insert(id)
    }

    /// Goes on with it, one at a time, while there is room among the calls that are under way.
    mutating func redrawNext() {
        while redraws.ticket == nil, !isStopping, records.inFlight < Self.window, let id = redraws.popLast() {
            guard mayBeRedrawn(id), let app = records[id]?.occurrence.app else { continue }
            let ticket = newTicket()
            redraws.ticket = ticket
            read(.previews(id, app: app, ticket: ticket))
        }
    }

    private func mayBeRedrawn(_ id: Int64) -> Bool {
        guard let session, let record = records[id], record.isShown, record.isOpen, let active = record.active,
            active.number != nil
        else { return false }
        return !mayBeGone(active, from: session.profile)
    }

    /// Whether it may have expired without a word, and in no list is left of it: drawn anew, it would pop up.
    private func mayBeGone(_ active: ActivePresentation, from profile: ServerProfile) -> Bool {
        guard !profile.tellsExpiry, !profile.keepsExpired, active.machine.stay.seconds == nil else { return false }
        return active.machine.shownAt.map { current.now.date.timeIntervalSince($0) > Self.shownAtLeast } ?? true
    }

    mutating func redraw(_ id: Int64, _ ticket: UInt64, _ previews: Previews) {
        guard redraws.ticket == ticket else { return }
        guard mayBeRedrawn(id), let session, let active = records[id]?.active, let number = active.number else {
            redraws.ticket = nil
            return
        }
        guard hidesWords(previews) != active.machine.buttons.marks.isRedacted else {
            redraws.ticket = nil
            let isLocked = isLocked
            return records.change(id) { $0.active?.dispatch.wasDrawnLocked = isLocked }
        }
        let place = ServerNumber(owner: session.server.place, number: number)
        let occurrence = active.occurrence
        prepare(
            Occurrence(
                id: id, notification: occurrence.notification, state: .shown, server: place, replaces: place,
                buttons: occurrence.buttons, isListed: occurrence.isListed), Self.soundless, .silent, ticket,
            isRedraw: true)
    }
}

/// Occurrences that may be on the screen otherwise than they should, because the session was locked or unlocked.
struct RedrawQueue {
    /// The last one is drawn anew first.
    private(set) var ids: [Int64] = []
    /// The one that is being drawn anew.
    var ticket: UInt64?

    var isIdle: Bool { ids.isEmpty && ticket == nil }

    mutating func replace(with ids: [Int64]) { self.ids = ids }

    mutating func insert(_ id: Int64) { ids.insert(id, at: 0) }

    mutating func popLast() -> Int64? { ids.popLast() }
}
