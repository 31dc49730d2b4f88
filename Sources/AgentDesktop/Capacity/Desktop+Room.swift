// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import DesktopPresentation
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// The room on a screen that holds only so many: what is over the limit waits here, not with the server.
///
/// Servers refuse what is over their limit, close it at once or throw away the oldest (quirks 42 and 43). Here the most
/// pressing comes first, and the oldest plain one makes room: it stays in the delivered list. One with buttons
/// makes room later, at once for what presses, and comes again when there is room, or its turn.
extension Desktop {
    /// How long, in seconds, a plain one is on a full screen at least.
    private static let readingTime: TimeInterval = 5
    /// The same for one with buttons, before one that the person has not seen yet: a reminder is of no use late.
    private static let answeringTime: TimeInterval = 20

    /// Takes the next that there is room for out of the queue; nil when there is none, or no room.
    func takeNext(on server: ServerLink.Server) -> Occurrence? {
        let limits = server.profile.limits
        guard server.profile.isLimited else {
            if !waiting.isEmpty { return waiting.removeFirst() }
            return quietly.isEmpty ? nil : quietly.removeFirst()
        }
        let screen = Screen(showings.values.filter(\.isOnScreen), asked: asking.values, limits)
        func hasRoom(_ occurrence: Occurrence) -> Bool {
            let taken = occurrence.replaces.flatMap { $0.owner == server.place ? occurrences[$0.number] : nil }
            // One takes the other's place.
            return taken.map { showings[$0]?.isOnScreen == true } == true || screen.hasRoom(for: occurrence.app)
        }
        // What had its time already comes after what is new.
        func place(_ index: Int) -> (Int, Int, Int) {
            (-waiting[index].rank, (comingAgain[waiting[index].id]?.count ?? 0) > 0 ? 1 : 0, index)
        }
        let indices = waiting.indices.sorted { place($0) < place($1) }
        if let index = indices.first(where: { hasRoom(waiting[$0]) }) { return waiting.remove(at: index) }
        // What waits is of applications that have as many as may be.
        if let index = quietly.firstIndex(where: hasRoom) { return quietly.remove(at: index) }
        isCrowded = !waiting.isEmpty || !quietly.isEmpty
        var apps: Set<String> = []
        var earliest: TimeInterval?
        // The most pressing of each application.
        for index in indices where apps.insert(waiting[index].app).inserted {
            if makeRoom(for: waiting[index], on: server, or: &earliest) { return nil }
        }
        if let earliest { lookAgain(after: earliest - clock.sinceBoot) }
        return nil
    }

    /// Something has left the screen.
    func lookForRoom() {
        guard isCrowded else { return }
        isCrowded = false
        pump()
    }

    /// Takes the one off the screen that can best be missed; false where there is none, and `earliest` is when.
    private func makeRoom(
        for next: Occurrence, on server: ServerLink.Server, or earliest: inout TimeInterval?
    ) -> Bool {
        let isFull = server.profile.limits.total.map { $0 <= showings.values.count(where: \.isOnScreen) } ?? false
        let taken = showings.filter { isFull || $0.value.occurrence.app == next.app }
        // One is going already: it leaves its room, or is forgotten.
        guard !taken.values.contains(where: { $0.machine.phase == .closing }) else { return isFull }
        // Nobody looks at what takes turns on a locked screen.
        let isIdle = isLocked && (comingAgain[next.id]?.count ?? 0) > 0
        let open = taken.filter { id, showing in
            // What is not noted can't come again, and with a press that waits it is to stay.
            showing.machine.phase == .open && heldPresses[id] == nil && !unnoted.contains(id)
                && showing.occurrence.rank <= next.rank && (showing.isPlain || !isIdle)
        }
        let now = clock.sinceBoot
        let ready = open.filter { date(of: $0.value, before: next) <= now }
        let victim = ready.min { Self.order($0.value) < Self.order($1.value) }
        guard let (id, showing) = victim else {
            let dates = open.values.map { date(of: $0, before: next) }
            earliest = (dates + [earliest].compactMap(\.self)).min()
            return false
        }
        if showing.isPlain {
            let isListed = !unlisted.contains(id)
            handle(.removed, of: id)
            Task.immediate { await unpresent(showing.occurrence, staysListed: isListed, because: .string("room")) }
        } else {
            Task { await comeAgain(showing) }
        }
        return true
    }

    /// Until when it stays on a full screen at least while `next` waits: what presses does not wait.
    private func date(of showing: Showing, before next: Occurrence) -> TimeInterval {
        if showing.isPlain { return showing.shown + (next.presses ? 0 : Self.readingTime) }
        if next.presses && showing.occurrence.rank < next.rank { return showing.shown }
        guard let turn = comingAgain[next.id], turn.count > 0 else { return showing.shown + Self.answeringTime }
        return max(showing.shown, turn.since) + Turn.time(showing.turns, before: turn.count)
    }

    /// Plain ones go first, of these what presses least, of these the oldest.
    private static func order(_ showing: Showing) -> (Int, Int, TimeInterval, Int64) {
        (showing.isPlain ? 0 : 1, showing.occurrence.rank, showing.shown, showing.occurrence.id)
    }

    /// Off the screen, and back into the queue.
    private func comeAgain(_ showing: Showing) async {
        let id = showing.occurrence.id
        let isUnlisted = unlisted.contains(id)
        do {
            guard let reposted = try await store.repost(id, because: "room", at: clock.now) else {
                return handle(.removed, of: id)
            }
            remove([reposted.older])
            guard endedEarly.remove(reposted.newer.id) == nil else { return }
            comingAgain[reposted.newer.id] = Turn(
                hidesAt: showing.hidesAt, count: showing.turns + 1, since: clock.sinceBoot)
            if isUnlisted { unlisted.insert(reposted.newer.id) }
            waiting.append(reposted.newer)
            pump()
        } catch {
            logger.error("Could not make room", metadata: [LogKey.error: "\(ErrorSummary(error))"])
            lookAgain(after: Self.readingTime)
        }
    }

    private func lookAgain(after seconds: TimeInterval) {
        crowdTimer?.cancel()
        crowdTimer = clock.timer(after: .seconds(seconds), on: loop) { [weak self] in
            self?.assumeIsolated { $0.lookForRoom() }
        }
    }
}

extension ServerProfile {
    /// Whether there may be no room on the screen.
    var isLimited: Bool { limits.total != nil || limits.perApplication != nil }
}

extension Showing {
    fileprivate var isOnScreen: Bool {
        switch machine.phase {
        // One that comes again after a rest keeps its place.
        case .sending, .open, .answered, .closing, .resting: true
        case .settling, .over: false
        }
    }

    /// Nobody waits for what the person does with it.
    fileprivate var isPlain: Bool { !machine.buttons.offersChoice && occurrence.notification.request.policy.nag == nil }
}

extension Occurrence {
    var presses: Bool { rank >= 2 }

    /// How much it presses.
    fileprivate var rank: Int {
        switch notification.request.content.interruptionLevel {
        case .passive: 0
        case .active: 1
        case .timeSensitive: 2
        case .critical: 3
        }
    }
}
