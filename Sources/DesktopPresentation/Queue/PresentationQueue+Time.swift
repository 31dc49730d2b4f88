// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore

/// Display times by Belfry's own clock: many servers don't keep or report them (quirk 56 of `quirks.tsv`).
extension PresentationQueue {
    /// Seconds after the display time in which a server that honours timeouts may report the expiry.
    private static let patience: TimeInterval = 1
    /// The longest time, in seconds, between two closes that are too close together for a person.
    private static let bulkTime: TimeInterval = 0.2
    /// The longest pause, in seconds, before a notification is presented again, and before a server is started again.
    private static let longestRest = 3600
    private static let longestUnseenRest = 8

    /// Returns the remaining display time: all of it, or the rest if the occurrence was on the screen before.
    ///
    /// `request` has only the parts of the occurrence's request that the person permits.
    func stay(of occurrence: Occurrence, _ request: Request, offersChoice: Bool) -> DisplayDuration {
        var stay = DisplayDuration(of: request, offersChoice: offersChoice)
        guard stay.limit != nil, let end = deadlines[.hide(occurrence.id)] ?? end(of: occurrence) else { return stay }
        stay.seconds = max(0.001, end - current.now.steady)
        return stay
    }

    /// Returns the end of the display time of an occurrence that was on the screen before; nil without an end.
    func end(of occurrence: Occurrence) -> TimeInterval? {
        if let turn = records[occurrence.id]?.marks.turn { return turn.hidesAt }
        guard occurrence.state == .shown, let end = PersistedPresentation(of: occurrence)?.hides else { return nil }
        return current.now.steady + max(0, end.timeIntervalSince(current.now.date))
    }

    /// Starts or continues a notification's display time, because the server has returned the notification's number.
    ///
    /// - Returns: The presentation's record for the store.
    mutating func beginTime(
        of id: Int64, _ machine: ShownNotification, on profile: ServerProfile
    ) -> PersistedPresentation {
        let now = current.now
        records.change(id) { $0.active?.machine.shownAt = now.date }
        if let limit = machine.stay.limit, deadlines[.hide(id)] == nil {
            deadlines.set(.hide(id), at: now.steady + limit + (profile.keepsTime ? Self.patience : 0))
        }
        let hides = deadlines[.hide(id)].map { now.date + ($0 - now.steady) }
        return PersistedPresentation(buttons: machine.buttons, shown: now.date, hides: hides)
    }

    // MARK: - Notifications closed too soon

    /// Returns the pause, in seconds, before a notification is presented again; it grows while nobody reacts.
    ///
    /// A notification that was never visible disturbs nobody, so its pause stays short.
    func rest(of active: ActivePresentation) -> TimeInterval {
        let longest = active.machine.wasUnseen ? Self.longestUnseenRest : Self.longestRest
        return TimeInterval(min(1 << min(active.returns, 12), longest))
    }

    /// Presents a notification again, without a sound, after the pause that followed the server's close.
    mutating func endRest(of id: Int64) {
        guard session != nil, let active = records[id]?.active else { return }
        if let number = active.number {
            // The entry in the server's own list is closed, because the list would have the notification twice.
            close(number)
            if session?.occurrences[number] == id { session?.occurrences[number] = nil }
        }
        records.change(id) {
            $0.active?.number = nil
            $0.active?.returns += 1
        }
        prepare(active.occurrence.inPlaceOfNone, Self.soundless, .usual, newTicket(), check: .isDelivered)
    }

    /// Starts a server after a pause, which grows while nobody reacts; notifications that must stay return with it.
    mutating func awaitServer(for id: Int64) {
        let count = crashes.noteDeparture(with: id, limit: Self.memory)
        let rest = TimeInterval(min(1 << min(count, 12), Self.longestRest))
        deadlines.set(.serverReturn, at: current.now.steady + rest)
    }

    // MARK: - Notifications closed together

    /// Notes a close that looks like a dismissal, and doubts the dismissal if another notification is closed at the
    /// same moment (quirk 23).
    mutating func noteClosed(_ id: Int64, _ reason: UInt32, in phase: ShownNotification.Phase) {
        guard let profile = session?.profile, profile.closesInBulk, profile.dismissals.contains(reason), phase == .open
        else { return }
        let now = current.now.steady
        let last = session?.lastClosed
        session?.lastClosed = (id, now)
        guard let last, last.id != id, now - last.at <= Self.bulkTime else { return }
        step(.closedWithOthers, of: last.id)
        step(.closedWithOthers, of: id)
    }
}
