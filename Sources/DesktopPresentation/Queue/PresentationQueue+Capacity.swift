// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

/// The capacity of a screen: occurrences over the server's limit wait in the queue, not at the server.
///
/// Servers refuse notifications over their limit, close them or drop the oldest (quirks 42 and 43 of `quirks.tsv`). The
/// queue's most urgent occurrence is first, and the oldest notification without buttons makes room, but stays in the
/// delivered list. A notification with buttons makes room later, at once for an urgent occurrence, and is shown again.
extension PresentationQueue {
    /// The least seconds for which a notification without buttons stays on a full screen.
    private static let readingTime: TimeInterval = 5
    /// The least seconds for which a notification with buttons stays on the screen while an unseen occurrence waits.
    private static let answeringTime: TimeInterval = 20

    /// Dequeues the next occurrence that there is room for; returns nil if none waits, or if there is no room.
    mutating func dequeue() -> Int64? {
        guard let session else { return nil }
        guard session.profile.isLimited else {
            guard let id = waiting.main.first ?? waiting.restored.first else { return nil }
            waiting.remove(id)
            return id
        }
        let order = orderByUrgency()
        let screen = ScreenCapacity(
            records.values.filter(\.isOnScreen).map(\.occurrence.app),
            asked: records.values.filter(\.isComing).map(\.occurrence.app), session.profile.limits)
        // Occurrences that this search skips belong to applications that have reached their own limit.
        if let id = (order + waiting.restored).first(where: { hasRoom(for: $0, on: screen, of: session) }) {
            waiting.remove(id)
            return id
        }
        waiting.isCrowded = !waiting.main.isEmpty || !waiting.restored.isEmpty
        var apps: Set<String> = []
        var earliest: TimeInterval?
        // Only the most urgent occurrence of each application may displace a notification.
        for id in order {
            guard let record = records[id], apps.insert(record.occurrence.app).inserted else { continue }
            if makeRoom(for: record, or: &earliest) { return nil }
        }
        if let earliest { deadlines.set(.capacity, at: earliest) }
        return nil
    }

    /// Orders the queue by urgency; displaced occurrences come after new ones of the same urgency.
    private func orderByUrgency() -> [Int64] {
        let places = waiting.main.enumerated().map { index, id in
            let record = records[id]
            return (id, -(record?.occurrence.rank ?? 0), (record?.marks.turn?.count ?? 0) > 0 ? 1 : 0, index)
        }
        return places.sorted { ($0.1, $0.2, $0.3) < ($1.1, $1.2, $1.3) }.map(\.0)
    }

    private func hasRoom(for id: Int64, on screen: ScreenCapacity, of session: ServerSession) -> Bool {
        guard let occurrence = records[id]?.occurrence else { return false }
        let taken = session.number(of: occurrence.replaces).flatMap { session.occurrences[$0] }
        // An occurrence that replaces one on the screen needs no further room.
        return taken.map { records[$0]?.isOnScreen == true } == true || screen.hasRoom(for: occurrence.app)
    }

    /// Notes that a notification may have left the screen, or can make room now.
    mutating func lookForRoom() {
        guard waiting.isCrowded else { return }
        waiting.isCrowded = false
        requestDrain()
    }

    /// Displaces the least urgent notification. If none can be displaced yet, returns false, and sets `earliest` to the
    /// time at which one can.
    private mutating func makeRoom(for next: PresentationRecord, or earliest: inout TimeInterval?) -> Bool {
        let onScreen = records.values.filter(\.isOnScreen)
        let isFull = session?.profile.limits.total.map { $0 <= onScreen.count } ?? false
        let taken = records.values.filter {
            $0.active != nil && (isFull || $0.active?.occurrence.app == next.occurrence.app)
        }
        // One notification is being displaced already.
        let isOneGoing = taken.contains { $0.active?.machine.phase == .closing || $0.marks.displacement != nil }
        guard !isOneGoing else { return isFull }
        // Notifications with buttons do not take turns on a locked screen, because nobody sees them.
        let isIdle = isLocked && (next.marks.turn?.count ?? 0) > 0
        let open = taken.filter { record in
            // A notification without a stored number could not be presented again; a notification whose press waits for
            // an unlocked session stays.
            record.isOpen && record.marks.press == nil && !record.isNumberBeingWritten
                && (record.active?.occurrence.rank ?? 0) <= next.occurrence.rank
                && (record.active?.awaitsNothing == true || !isIdle)
        }
        let dated = open.compactMap { record in record.active.map { (record, $0, date(of: $0, before: next)) } }
        let ready = dated.filter { $0.2 <= current.now.steady }
        guard let (record, active, _) = ready.min(by: { Self.order($0.1) < Self.order($1.1) }) else {
            earliest = (dated.map(\.2) + [earliest].compactMap(\.self)).min()
            return false
        }
        if active.awaitsNothing {
            step(.removed, of: record.id)
            write(
                .unpresented(staysListed: record.isListed, reason: .string("room"), facts: [:]), of: active.occurrence)
        } else {
            records.change(record.id) { $0.marks.displacement = .underWay }
            let displacement = Displacement(
                id: record.id, hidesAt: deadlines[.hide(record.id)], turns: active.turns, isListed: record.isListed)
            write(.displacement(displacement), of: active.occurrence)
        }
        return true
    }

    /// Returns the time at which a notification leaves a full screen for `next`; an earlier time if `next` is urgent.
    private func date(of active: ActivePresentation, before next: PresentationRecord) -> TimeInterval {
        if active.awaitsNothing { return active.shown + (next.occurrence.isUrgent ? 0 : Self.readingTime) }
        if next.occurrence.isUrgent && active.occurrence.rank < next.occurrence.rank { return active.shown }
        guard let turn = next.marks.turn, turn.count > 0 else { return active.shown + Self.answeringTime }
        return max(active.shown, turn.since) + DisplayTurn.time(active.turns, before: turn.count)
    }

    /// Orders notifications for displacement: those without buttons come first, then the less urgent, then the older.
    private static func order(_ active: ActivePresentation) -> (Int, Int, TimeInterval, Int64) {
        (active.awaitsNothing ? 0 : 1, active.occurrence.rank, active.shown, active.occurrence.id)
    }

    /// Marks displacements in progress as superseded if a newer occurrence of the same request has fired or was
    /// removed: the occurrence that the store returns is not presented then.
    mutating func supersedeDisplaced(by newer: [Occurrence]) {
        for record in records.values where record.marks.displacement != nil {
            let isSuperseded = newer.contains {
                $0.id > record.id && $0.app == record.occurrence.app && $0.identifier == record.occurrence.identifier
            }
            if isSuperseded { records.change(record.id) { $0.marks.displacement = .superseded } }
        }
    }

    /// Queues the newer occurrence that the store has made of a displaced one.
    mutating func displaced(_ displacement: Displacement, by newer: Occurrence?, _ older: Occurrence?, isFailed: Bool) {
        let isSuperseded = records[displacement.id]?.marks.displacement == .superseded
        records.change(displacement.id) { $0.marks.displacement = nil }
        if records[displacement.id]?.isStored == true { retire(displacement.id) }
        guard !isFailed else { return deadlines.set(.capacity, at: current.now.steady + Self.readingTime) }
        guard let newer, let older else { return step(.removed, of: displacement.id) }
        remove([older])
        if records[newer.id]?.marks.wasAnsweredEarly == true {
            records.change(newer.id) { $0.marks.wasAnsweredEarly = false }
            return retire(newer.id)
        }
        guard !isSuperseded else { return }
        let turn = DisplayTurn(hidesAt: displacement.hidesAt, count: displacement.turns + 1, since: current.now.steady)
        enqueue([newer])
        records.change(newer.id) {
            $0.marks.turn = turn
            if !displacement.isListed { $0.isListed = false }
        }
        requestDrain()
    }
}

extension ServerProfile {
    /// Whether the server limits the notifications on its screen.
    var isLimited: Bool { limits.total != nil || limits.perApplication != nil }
}

extension PresentationRecord {
    /// Whether the occurrence takes room on the screen soon, unless its application forbids to present it.
    fileprivate var isComing: Bool { isAsking || preparing != nil && active == nil }

    /// Whether the occurrence takes room on the screen.
    var isOnScreen: Bool {
        switch active?.machine.phase {
        // A notification that is presented again after a pause keeps its place on the screen.
        case .sending?, .open?, .answered?, .closing?, .resting?: true
        case .settling?, .over?, nil: false
        }
    }
}

extension ActivePresentation {
    /// Whether no answer is awaited: the notification has no buttons, and does not nag.
    fileprivate var awaitsNothing: Bool {
        !machine.buttons.offersChoice && occurrence.notification.request.policy.nag == nil
    }
}

extension Occurrence {
    /// Whether the occurrence is time-sensitive or critical, and does not wait for less urgent ones.
    var isUrgent: Bool { rank >= 2 }

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
struct DisplayTurn: Equatable {
    /// The end of the notification's time on the screen, by ``WallClock/sinceBoot``; nil if that time has no end.
    var hidesAt: TimeInterval?
    /// The number of displacements, and the time of the last one.
    var count = 0
    var since: TimeInterval = 0

    /// The shortest and longest turn on the screen, in seconds; turns grow, because nobody may be there for hours.
    private static let times: (TimeInterval, TimeInterval) = (300, 3600)

    /// Returns the seconds for which an occurrence that was displaced `count` times stays on the screen while another
    /// one, displaced `other` times, waits.
    static func time(_ count: Int, before other: Int) -> TimeInterval {
        let doublings = min(max(count, other - 1, 0), 10)
        return min(times.0 * Double(1 << doublings), times.1)
    }
}

/// The number of Belfry's notifications on a server's screen.
struct ScreenCapacity {
    private let count: Int
    private let counts: [String: Int]
    private let limits: ServerProfile.Limits

    /// `open` has the applications of the notifications on the screen, `asked` those of occurrences that are presented
    /// unless their application refuses.
    init(_ open: [String], asked: [String], _ limits: ServerProfile.Limits) {
        count = open.count + asked.count
        counts = (open + asked).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        self.limits = limits
    }

    func hasRoom(for app: String) -> Bool {
        limits.total.map { count < $0 } ?? true && limits.perApplication.map { counts[app, default: 0] < $0 } ?? true
    }
}
