// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DesktopPresentation
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore

/// How long a notification is on the screen, by our own clock: servers ignore the time, shorten it, or don't tell (quirk 56).
extension Desktop {
    /// How much later, in seconds, our clock acts where the server keeps the time and says so itself.
    private static let patience: TimeInterval = 1
    /// What is closed so shortly after another, in seconds, was not closed by a hand.
    private static let bulkTime: TimeInterval = 0.2
    /// The longest rest, in seconds, of one that is shown again and again.
    private static let longestRest = 3600
    private static let longestUnseenRest = 8

    /// How long it is to be on the screen from now on: what is left, if it was there before.
    ///
    /// `request` is what the person lets the application show of its own.
    func stay(of occurrence: Occurrence, _ request: Request, offersChoice: Bool) -> ShowingStay {
        var stay = ShowingStay(of: request, offersChoice: offersChoice)
        guard stay.limit != nil, let end = showings[occurrence.id]?.hidesAt ?? end(of: occurrence) else { return stay }
        stay.seconds = max(0.001, end - clock.sinceBoot)
        return stay
    }

    /// When the time is over of one that an earlier agent has shown and that is shown once more; nil: never, or it is new.
    func end(of occurrence: Occurrence) -> TimeInterval? {
        if let turn = comingAgain[occurrence.id] { return turn.hidesAt }
        guard occurrence.state == .shown, let end = ShowingRecord(of: occurrence)?.hides else { return nil }
        return clock.sinceBoot + max(0, end.timeIntervalSince(clock.now))
    }

    /// The server has named it: its time begins, or goes on.
    ///
    /// - Returns: What the store is to keep of it.
    func beginTime(of id: Int64, on server: ServerLink.Server) -> Data? {
        guard var showing = showings[id] else { return nil }
        let (now, steady) = (clock.now, clock.sinceBoot)
        showing.machine.shownAt = now
        if let limit = showing.machine.stay.limit, showing.hidesAt == nil {
            showing.hidesAt = steady + limit + (server.profile.keepsTime ? Self.patience : 0)
        }
        showings[id] = showing
        if showing.hidesAt != nil { waitForTime() }
        let record = ShowingRecord(
            buttons: showing.machine.buttons, shown: now, hides: showing.hidesAt.map { now + ($0 - steady) })
        return try? JSONEncoder().encode(record)
    }

    /// One that an earlier agent has shown is on the screen until then.
    func hide(_ id: Int64, at end: Date?) {
        guard let end else { return }
        showings[id]?.hidesAt = clock.sinceBoot + max(0, end.timeIntervalSince(clock.now))
        waitForTime()
    }

    /// The machine may have slept, and a timer does not count that.
    package func waitAnew() {
        hiding.cancel()
        retrying.cancel()
        waitForTime()
        waitForRetry()
    }

    /// One timer for all, and none where nothing has a time.
    func waitForTime() {
        let next = showings.values.compactMap(\.hidesAt).min()
        hiding.wait(until: next, by: clock, on: loop) { [weak self] in self?.assumeIsolated { $0.hideDue() } }
    }

    private func hideDue() {
        hiding.cancel()
        // The timer stands still while the machine sleeps, and counts in whole microseconds.
        let now = clock.sinceBoot + 0.001
        for (id, showing) in showings.sorted(by: { $0.key < $1.key }) where showing.hidesAt.map({ $0 <= now }) == true {
            showings[id]?.hidesAt = nil
            handle(.timeIsOver, of: id)
        }
        waitForTime()
    }

    // MARK: - Taken away too soon

    /// How long it rests before it comes again: ever longer, for what nobody looks at.
    ///
    /// What was not shown at all disturbs nobody: it is there soon after somebody may be disturbed again.
    func rest(of showing: Showing) -> Duration {
        let longest = showing.machine.wasUnseen ? Self.longestUnseenRest : Self.longestRest
        return .seconds(min(1 << min(showing.returns, 12), longest))
    }

    /// Shows again, without a sound, what is to stay.
    func endRest(of id: Int64) {
        guard let server, let showing = showings[id] else { return }
        if let number = showing.number {
            // Out of the server's own list, where it would be a second one.
            closeOnServer(number)
            if occurrences[number] == id { occurrences[number] = nil }
        }
        showings[id]?.number = nil
        showings[id]?.returns += 1
        inFlight.insert(id)
        Task { await showIfWanted(showing.occurrence.inPlaceOfNone, on: server, options: Self.soundless) }
    }

    // MARK: - Closed with others

    /// Notes a close that looks like a dismissal, and doubts it where another one was closed at the same moment (quirk 23).
    func noteClosed(_ id: Int64, _ reason: UInt32, in phase: ShownNotification.Phase) {
        guard let profile = server?.profile, profile.closesInBulk, profile.dismissals.contains(reason), phase == .open
        else { return }
        let now = clock.sinceBoot
        defer { lastClosed = (id, now) }
        guard let last = lastClosed, last.id != id, now - last.at <= Self.bulkTime else { return }
        handle(.closedWithOthers, of: last.id)
        handle(.closedWithOthers, of: id)
    }
}
