// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts readings from the first one on, as far as it must.
///
/// A rule may say `COUNT=99999` and have one reading a year: its end is a hundred thousand years off, and nobody asks for it.
struct RecurrenceCounter: Sendable {
    private var search: any RecurrenceSearch
    private var remaining: Int
    /// Where the next search begins.
    private var cursor: LocalTime
    /// The last reading that was counted.
    private var last: LocalTime?
    private var steps = 0

    init(_ search: any RecurrenceSearch, count: Int, from start: LocalTime) {
        self.search = search
        remaining = count
        cursor = start
    }

    /// Whether a reading is among so many, whatever was asked before.
    mutating func includes(_ reading: LocalTime) -> Bool {
        while last.map({ $0 < reading }) ?? true {
            guard remaining > 0, let next = search.first(atOrAfter: cursor) else {
                remaining = 0
                return false
            }
            remaining -= 1
            steps += 1
            (last, cursor) = (next, next.adding(seconds: 1))
        }
        return true
    }

    /// Whether so much was walked that nobody should walk it again.
    var isWorthKeeping: Bool { steps >= 50 }

    mutating func isKept() { steps = 0 }
}

/// What is known of rules with `COUNT`: how far each was walked, or where it ends.
///
/// Each next date of a rule asks anew whether it is among `COUNT`. The walk there takes up to 20 ms (100 000 readings), so
/// it is done once, and goes on from there. Keeping it changes no answer: it follows from the key.
enum RecurrenceCounts {
    /// All that the readings follow from.
    struct Key: Hashable, Sendable {
        let rule: RecurrenceRule
        let start: LocalTime
        /// Where counting begins.
        let origin: LocalTime
    }

    /// What is known of one rule.
    enum Known: Sendable {
        case reckoned(LocalTime?)
        case walked(RecurrenceCounter)
    }

    /// Rules that are kept at a time; a kilobyte or two each.
    private static let limit = 64
    private static let kept = Mutex<[Key: Known]>([:])

    /// What is known of a rule, or is found out without walking.
    static func known(_ key: Key, of search: any RecurrenceSearch, count: Int) -> Known {
        // Small counts are walked faster than they are looked up.
        guard count >= 100 else { return fresh(key, of: search, count: count) }
        if let known = kept.withLock({ $0[key] }) { return known }
        let known = fresh(key, of: search, count: count)
        if case .reckoned = known { keep(known, for: key) }
        return known
    }

    /// Keeps a walk.
    static func keep(_ counter: RecurrenceCounter, for key: Key) { keep(.walked(counter), for: key) }

    private static func keep(_ known: Known, for key: Key) {
        kept.withLock { kept in
            if kept.count >= limit, kept[key] == nil { kept.removeAll() }
            kept[key] = known
        }
    }

    private static func fresh(_ key: Key, of search: any RecurrenceSearch, count: Int) -> Known {
        var search = search
        return switch search.last(ofFirst: count, from: key.origin) {
        case .reckoned(let end): .reckoned(end)
        case .counted: .walked(RecurrenceCounter(search, count: count, from: key.origin))
        }
    }
}
