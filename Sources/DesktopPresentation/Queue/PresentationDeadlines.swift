// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials

/// The deadlines of all occurrences.
///
/// Times are ``WallClock/sinceBoot``: they include sleep, and do not jump when the clock is set.
struct PresentationDeadlines {
    enum Key: Hashable, Sendable {
        /// A timer of the state machine of one shown notification.
        case timer(Int64, ShownNotification.Timer)
        /// The notification's time on the screen is over.
        case hide(Int64)
        /// A `Notify` call without a reply no longer counts as in flight.
        case window(Int64)
        /// A press that waits for an unlocked session is dropped.
        case unlock(Int64)
        /// A notification on a full screen has been there for long enough to make room for another.
        case capacity
        /// The bus is asked to start a server, on which the notifications of the previous server are presented again.
        case serverReturn
        /// The agent reads the store's backlog again after a failure.
        case backlog

        var id: Int64? {
            switch self {
            case .timer(let id, _), .hide(let id), .window(let id), .unlock(let id): id
            case .capacity, .serverReturn, .backlog: nil
            }
        }

        /// The rank of this deadline among those with the same time.
        fileprivate var rank: (Int64, Int) {
            switch self {
            case .hide(let id): (id, 0)
            case .window(let id): (id, 1)
            case .timer(let id, let timer): (id, 2 + timer.rank)
            case .unlock(let id): (id, 9)
            case .capacity: (.max, 0)
            case .serverReturn: (.max, 1)
            case .backlog: (.max, 2)
            }
        }
    }

    private var times: [Key: TimeInterval] = [:]
    /// The time of the earliest deadline; nil if it must be searched for in ``times``.
    private var earliest: TimeInterval?

    /// Seconds by which a deadline may be handled early: timers count in whole microseconds, and not during sleep.
    static let tolerance: TimeInterval = 0.001

    subscript(key: Key) -> TimeInterval? { times[key] }

    mutating func set(_ key: Key, at time: TimeInterval) {
        if let old = times.updateValue(time, forKey: key), old == earliest {
            earliest = nil
        } else if times.count == 1 || earliest.map({ time < $0 }) == true {
            earliest = time
        }
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        guard let old = times.removeValue(forKey: key) else { return false }
        if old == earliest { earliest = nil }
        return true
    }

    /// Returns the time of the earliest deadline; nil without a deadline.
    mutating func next() -> TimeInterval? {
        if times.isEmpty { return nil }
        if earliest == nil { earliest = times.values.min() }
        return earliest
    }

    /// Removes the deadlines that are due, and returns them, the earliest first.
    mutating func takeDue(at now: TimeInterval) -> [Key] {
        guard let next = next(), next <= now + Self.tolerance else { return [] }
        let due = times.filter { $0.value <= now + Self.tolerance }
        for key in due.keys { times[key] = nil }
        earliest = nil
        return due.sorted { ($0.value, $0.key.rank.0, $0.key.rank.1) < ($1.value, $1.key.rank.0, $1.key.rank.1) }
            .map(\.key)
    }

    /// The occurrences that have a deadline, for the tests.
    var ids: Set<Int64> { Set(times.keys.compactMap(\.id)) }
}

extension ShownNotification.Timer {
    fileprivate var rank: Int {
        switch self {
        case .closeAnswered: 0
        case .settle: 1
        case .forget: 2
        case .rest: 3
        }
    }
}
