// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counter of the local times at which a rule fires, from the first on; it advances only as far as needed.
///
/// A rule with `COUNT=99999` and one local time a year would end in 100,000 years; no caller needs that date.
struct RecurrenceCounter: Sendable {
    private var search: any RecurrenceSearch
    private var remaining: Int
    /// Local time at which the search for the next one begins.
    private var cursor: LocalTime
    /// The last local time that was counted.
    private var last: LocalTime?
    private var steps = 0

    init(_ search: any RecurrenceSearch, count: Int, from start: LocalTime) {
        self.search = search
        remaining = count
        cursor = start
    }

    /// Returns whether a local time is among those that `COUNT` includes; callers may ask for local times in any order.
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

    /// Tells whether the counter has advanced so far that its state should be cached.
    var isWorthKeeping: Bool { steps >= 50 }

    mutating func isKept() { steps = 0 }
}

/// Cache for rules with `COUNT`: the end of each rule, or how far it was counted.
///
/// Each search for a next date checks whether `COUNT` includes the date. Counting takes up to 20 ms (100 000 local
/// times), so it continues from the cached state. The cache changes no result: the state follows from the key.
enum RecurrenceCounts {
    /// The values that determine the local times at which a rule fires.
    struct Key: Hashable, Sendable {
        let rule: RecurrenceRule
        let start: LocalTime
        /// Local time at which counting begins.
        let origin: LocalTime
    }

    /// Cached state of one rule: its last local time, or a counter that has not reached it.
    enum Known: Sendable {
        case reckoned(LocalTime?)
        case walked(RecurrenceCounter)
    }

    /// Maximum number of cached rules; each takes one or two kilobytes.
    private static let limit = 64
    private static let kept = Mutex<[Key: Known]>([:])

    /// Returns the state of a rule, from the cache or computed without counting.
    static func known(_ key: Key, of search: any RecurrenceSearch, count: Int) -> Known {
        // For a small `COUNT`, counting the local times is faster than the cache.
        guard count >= 100 else { return fresh(key, of: search, count: count) }
        if let known = kept.withLock({ $0[key] }) { return known }
        let known = fresh(key, of: search, count: count)
        if case .reckoned = known { keep(known, for: key) }
        return known
    }

    static func keep(_ known: Known, for key: Key) {
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
