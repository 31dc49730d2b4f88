// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// The room on a screen that holds only so many: what is over the limit waits here, not with the server.
///
/// Servers refuse what is over their limit, close it at once or throw away the oldest (quirks 42 and 43). Here the most
/// pressing comes first, and the oldest plain one makes room: it stays in the delivered list. One with buttons
/// makes room later, at once for what presses, and comes again when there is room, or its turn.
extension PresentationQueue {
    /// Seconds for which a notification without buttons stays on a full screen at least.
    private static let readingTime: TimeInterval = 5
    /// The same for one with buttons, before one that the person has not seen yet: a reminder is of no use late.
    private static let answeringTime: TimeInterval = 20

    /// Takes the next that there is room for out of the queue; nil when there is none, or no room.
    mutating func dequeue() -> Int64? {
        guard let session else { return nil }
        guard session.profile.isLimited else {
            guard let id = waiting.main.first ?? waiting.restored.first else { return nil }
            waiting.remove(id)
            return id
        }
        let order = orderByUrgency()
        let screen = Screen(
            records.values.filter(\.isOnScreen).map(\.occurrence.app),
            asked: records.values.filter(\.isComing).map(\.occurrence.app), session.profile.limits)
        // Behind these, what waits is of applications that have as many as may be.
        if let id = (order + waiting.restored).first(where: { hasRoom(for: $0, on: screen, of: session) }) {
            waiting.remove(id)
            return id
        }
        waiting.isCrowded = !waiting.main.isEmpty || !waiting.restored.isEmpty
        var apps: Set<String> = []
        var earliest: TimeInterval?
        // The most pressing of each application.
        for id in order {
            guard let record = records[id], apps.insert(record.occurrence.app).inserted else { continue }
            if makeRoom(for: record, or: &earliest) { return nil }
        }
        if let earliest { deadlines.set(.capacity, at: earliest) }
        return nil
    }

    /// Orders the queue by urgency; displaced occurrences come after new ones.
    private func orderByUrgency() -> [Int64] {
        let places = waiting.main.enumerated().map { index, id in
            let record = records[id]
            return (id, -(record?.occurrence.rank ?? 0), (record?.marks.turn?.count ?? 0) > 0 ? 1 : 0, index)
        }
        return places.sorted { ($0.1, $0.2, $0.3) < ($1.1, $1.2, $1.3) }.map(\.0)
    }

    private func hasRoom(for id: Int64, on screen: Screen, of session: ServerSession) -> Bool {
        guard let occurrence = records[id]?.occurrence else { return false }
        let taken = session.number(of: occurrence.replaces).flatMap { session.occurrences[$0] }
        // One takes the other's place.
        return taken.map { records[$0]?.isOnScreen == true } == true || screen.hasRoom(for: occurrence.app)
    }

    /// Something has left the screen.
    mutating func lookForRoom() {
        guard waiting.isCrowded else { return }
        waiting.isCrowded = false
        requestDrain()
    }

    /// Takes the one off the screen that can best be missed; false where there is none, and `earliest` is when.
    private mutating func makeRoom(for next: PresentationRecord, or earliest: inout TimeInterval?) -> Bool {
        let onScreen = records.values.filter(\.isOnScreen)
        let isFull = session?.profile.limits.total.map { $0 <= onScreen.count } ?? false
        let taken = records.values.filter {
            $0.active != nil && (isFull || $0.active?.occurrence.app == next.occurrence.app)
        }
        // One is going already: it leaves its room, or is forgotten.
        let isOneGoing = taken.contains { $0.active?.machine.phase == .closing || $0.active?.isMakingRoom == true }
        guard !isOneGoing else { return isFull }
        // Nobody looks at what takes turns on a locked screen.
        let isIdle = isLocked && (next.marks.turn?.count ?? 0) > 0
        let open = taken.filter { record in
            // What is not noted can't come again, and with a press that waits it is to stay.
            record.isOpen && record.marks.press == nil && !record.isNumberBeingWritten
                && (record.active?.occurrence.rank ?? 0) <= next.occurrence.rank
                && (record.active?.isPlain == true || !isIdle)
        }
        let dated = open.compactMap { record in record.active.map { (record, $0, date(of: $0, before: next)) } }
        let ready = dated.filter { $0.2 <= current.now.steady }
        guard let (record, active, _) = ready.min(by: { Self.order($0.1) < Self.order($1.1) }) else {
            earliest = (dated.map(\.2) + [earliest].compactMap(\.self)).min()
            return false
        }
        if active.isPlain {
            step(.removed, of: record.id)
            write(
                .unpresented(staysListed: record.isListed, reason: .string("room"), facts: [:]), of: active.occurrence)
        } else {
            records.change(record.id) { $0.active?.isMakingRoom = true }
            let displacement = Displacement(
                id: record.id, hidesAt: deadlines[.hide(record.id)], turns: active.turns, isListed: record.isListed)
            write(.displacement(displacement), of: active.occurrence)
        }
        return true
    }

    /// Until when it stays on a full screen at least while `next` waits: what presses does not wait.
    private func date(of active: ActivePresentation, before next: PresentationRecord) -> TimeInterval {
        if active.isPlain { return active.shown + (next.occurrence.presses ? 0 : Self.readingTime) }
        if next.occurrence.presses && active.occurrence.rank < next.occurrence.rank { return active.shown }
        guard let turn = next.marks.turn, turn.count > 0 else { return active.shown + Self.answeringTime }
        return max(active.shown, turn.since) + Turn.time(active.turns, before: turn.count)
    }

    /// Plain ones go first, of these what presses least, of these the oldest.
    private static func order(_ active: ActivePresentation) -> (Int, Int, TimeInterval, Int64) {
        (active.isPlain ? 0 : 1, active.occurrence.rank, active.shown, active.occurrence.id)
    }

    /// Queues the newer occurrence of a displaced one.
    mutating func displaced(
        _ displacement: Displacement, by newer: Occurrence?, _ older: Occurrence?, isFailed: Bool
    ) {
        records.change(displacement.id) { $0.active?.isMakingRoom = false }
        guard !isFailed else { return deadlines.set(.capacity, at: current.now.steady + Self.readingTime) }
        guard let newer, let older else { return step(.removed, of: displacement.id) }
        remove([older])
        if records[newer.id]?.marks.wasAnsweredEarly == true {
            records.change(newer.id) { $0.marks.wasAnsweredEarly = false }
            return retire(newer.id)
        }
        let turn = Turn(hidesAt: displacement.hidesAt, count: displacement.turns + 1, since: current.now.steady)
        enqueue([newer])
        records.change(newer.id) {
            $0.marks.turn = turn
            if !displacement.isListed { $0.isListed = false }
        }
        requestDrain()
    }
}

extension ServerProfile {
    /// Whether there may be no room on the screen.
    var isLimited: Bool { limits.total != nil || limits.perApplication != nil }
}

extension PresentationRecord {
    /// Whether it takes room soon, unless its application says no.
    fileprivate var isComing: Bool { isAsking || preparing != nil && active == nil }

    /// Whether it takes room on the screen.
    var isOnScreen: Bool {
        switch active?.machine.phase {
        // One that comes again after a rest keeps its place.
        case .sending?, .open?, .answered?, .closing?, .resting?: true
        case .settling?, .over?, nil: false
        }
    }
}

extension ActivePresentation {
    /// Whether nobody waits for what the person does with it.
    fileprivate var isPlain: Bool { !machine.buttons.offersChoice && occurrence.notification.request.policy.nag == nil }
}

extension Occurrence {
    /// Whether it does not wait for others.
    var presses: Bool { rank >= 2 }

    /// The rank of its interruption level.
    fileprivate var rank: Int {
        switch notification.request.content.interruptionLevel {
        case .passive: 0
        case .active: 1
        case .timeSensitive: 2
        case .critical: 3
        }
    }
}

/// The state that a displaced occurrence keeps until it is presented again.
struct Turn: Equatable {
    /// The end of its time on the screen, by ``WallClock/sinceBoot``; nil: never.
    var hidesAt: TimeInterval?
    /// The number of displacements, and the time of the last one.
    var count = 0
    var since: TimeInterval = 0

    /// The shortest and the longest turn in seconds: with nobody there, they need not go on all night.
    private static let times: (TimeInterval, TimeInterval) = (300, 3600)

    /// Seconds for which an occurrence stays that was displaced `count` times, before one that was displaced `other` times.
    static func time(_ count: Int, before other: Int) -> TimeInterval {
        let doublings = min(max(count, other - 1, 0), 10)
        return min(times.0 * Double(1 << doublings), times.1)
    }
}

/// The number of our notifications on a server's screen.
struct Screen {
    private let count: Int
    private let counts: [String: Int]
    private let limits: ServerProfile.Limits

    /// `open` are the applications of those on the screen, `asked` those of such as are on their way unless their application
    /// says no.
    init(_ open: [String], asked: [String], _ limits: ServerProfile.Limits) {
        count = open.count + asked.count
        counts = (open + asked).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        self.limits = limits
    }

    func hasRoom(for app: String) -> Bool {
        limits.total.map { count < $0 } ?? true
            && limits.perApplication.map { counts[app, default: 0] < $0 } ?? true
    }
}
