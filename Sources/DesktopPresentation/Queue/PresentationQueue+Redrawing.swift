// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// Redraws: notifications hide their texts while the session is locked, and a content extension may draw them anew.
extension PresentationQueue {
    /// Seconds for which a notification without a display time counts as shown on a server that does not report expiry.
    private static let shownAtLeast: TimeInterval = 30

    var isLocked: Bool { lock == .locked }

    mutating func lockChanged(to state: SessionLockState) {
        lock = state
        switch state {
        case .locked: redrawAll()
        case .unlocked:
            carryOutHeldPresses()
            redrawAll()
            // Notifications with buttons take turns on a full screen only while the session is unlocked.
            lookForRoom()
        // A lock service that reported an unlocked session has gone: nothing changes on the screen.
        case .unknown: break
        }
    }

    /// Whether the texts of an application's notifications are hidden now.
    package func hidesWords(_ previews: Previews) -> Bool {
        switch previews {
        case .always: false
        case .whenUnlocked: isLocked
        case .never: true
        }
    }

    /// Redraws, without a sound, all notifications whose texts must be hidden or shown now.
    mutating func redrawAll() {
        // The oldest notification is redrawn first: on a full screen, the server drops its oldest notification, which
        // is then the redrawn one's former copy.
        let shown = records.values.compactMap { record in record.active.map { ($0.shown, record.id) } }
        redraws.replace(with: shown.sorted { $1 < $0 }.map(\.1))
    }

    /// Redraws a notification that was sent before the session was locked or unlocked, or before the content
    /// extension's latest drawing.
    mutating func redrawIfOutdated(_ id: Int64) {
        guard let record = records[id], let active = record.active,
            active.dispatch.wasDrawnLocked != isLocked || record.lacksDrawing
        else { return }
        redraws.insert(id)
    }

    /// Takes the drawing of a content extension, and redraws the notification without a sound.
    mutating func drawn(_ occurrence: Occurrence) {
        records.change(occurrence.id) { $0.occurrence = $0.occurrence.drawn(occurrence.drawing) }
        redrawIfOutdated(occurrence.id)
    }

    /// Continues the redraws, one at a time, as long as the limit of calls in flight allows another call.
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

    /// Whether the notification may have expired without a close signal or a list entry; a redraw would show it again.
    private func mayBeGone(_ active: ActivePresentation, from profile: ServerProfile) -> Bool {
        guard !profile.tellsExpiry, !profile.keepsExpired, active.machine.stay.seconds == nil else { return false }
        return active.machine.shownAt.map { current.now.date.timeIntervalSince($0) > Self.shownAtLeast } ?? true
    }

    mutating func redraw(_ id: Int64, _ ticket: UInt64, _ previews: Previews) {
        guard redraws.ticket == ticket else { return }
        guard mayBeRedrawn(id), let session, let record = records[id], let active = record.active,
            let number = active.number
        else {
            redraws.ticket = nil
            return
        }
        let isHidden = hidesWords(previews)
        guard isHidden != active.machine.buttons.marks.isRedacted || !isHidden && record.lacksDrawing else {
            redraws.ticket = nil
            let isLocked = isLocked
            return records.change(id) { $0.active?.dispatch.wasDrawnLocked = isLocked }
        }
        let place = ServerNumber(owner: session.server.place, number: number)
        let occurrence = active.occurrence.drawn(record.occurrence.drawing)
        prepare(
            Occurrence(
                id: id, notification: occurrence.notification, state: .shown, server: place, replaces: place,
                buttons: occurrence.buttons, isListed: occurrence.isListed), Self.soundless, .silent, ticket,
            isRedraw: true)
    }
}

/// Occurrences that must be redrawn, because the session was locked or unlocked.
struct RedrawQueue {
    /// Occurrences to redraw; the last of the array is redrawn first.
    private(set) var ids: [Int64] = []
    var ticket: UInt64?

    var isIdle: Bool { ids.isEmpty && ticket == nil }

    mutating func replace(with ids: [Int64]) { self.ids = ids }

    mutating func insert(_ id: Int64) { ids.insert(id, at: 0) }

    mutating func popLast() -> Int64? { ids.popLast() }
}
