// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Not Foundation's Calendar.RecurrenceRule: measured in Swift 6.3.1 against python-dateutil, it gives only the
// first of each weekday for FREQ=MONTHLY;BYDAY=MO,SA, wrong days for BYDAY=3SA,3MO and for 43 of 100 yearly
// rules, has no FREQ=SECONDLY, needs up to 5 s for a rule that can't match, and more than 20 s for one that can.
//
// Each step is a search from a reading on, and nothing is counted from the start but `COUNT`, once (``RecurrenceCounts``): a
// rule that has run for fifty years costs what a new one costs.

/// The occurrences of a rule as readings of the clock, in order.
struct RecurrenceOccurrences: Sequence, IteratorProtocol {
    private var search: any RecurrenceSearch
    /// The last reading that may count; nil for no end.
    private var last: LocalTime?
    /// Counts the readings up to the one that was found, where the last one can't be reckoned.
    private var counter: RecurrenceCounter?
    private var key: RecurrenceCounts.Key?
    /// Where the next search begins; nil when there is no more.
    private var cursor: LocalTime?

    /// The occurrences at or after `first`.
    ///
    /// Those before `start` on the clock are left out, unless it stands for a moment: behind it, in a fold, the clock
    /// may show earlier readings. Unless `countsStart`, an occurrence at `start` itself is none of `COUNT`.
    init(
        of rule: RecurrenceRule, startingAt start: LocalTime, isMoment: Bool, countsStart: Bool,
        from first: LocalTime
    ) {
        let rule = rule.completed(from: start)
        if rule.frequency >= .weekly, !rule.setPositions.isEmpty {
            search = RecurrencePositionSearch(rule, start: start)
        } else if rule.frequency < .daily, rule.interval > 1 {
            search = RecurrenceStepSearch(rule, start: start)
        } else {
            search = RecurrenceDaySearch(rule, start: start)
        }
        cursor = isMoment ? first : Swift.max(first, start)
        switch rule.end {
        case .never, .until(.instant): last = nil
        case .until(.local(let local)): last = local
        case .count(let count):
            let origin = countsStart ? start : start.adding(seconds: 1)
            let key = RecurrenceCounts.Key(rule: rule, start: start, origin: origin)
            switch RecurrenceCounts.known(key, of: search, count: count) {
            case .reckoned(let end):
                last = end
                if let end, end < first { cursor = nil }
            case .walked(let known):
                last = nil
                (counter, self.key) = (known, key)
            }
        }
    }

    mutating func next() -> LocalTime? {
        guard let cursor, let reading = search.first(atOrAfter: cursor), last.map({ reading <= $0 }) ?? true,
            counts(reading)
        else {
            cursor = nil
            return nil
        }
        self.cursor = reading.adding(seconds: 1)
        return reading
    }

    /// Whether a reading is one of `COUNT`; what was walked for it is kept.
    private mutating func counts(_ reading: LocalTime) -> Bool {
        guard counter != nil else { return true }
        let isCounted = counter?.includes(reading) ?? true
        if let counter, let key, counter.isWorthKeeping {
            RecurrenceCounts.keep(counter, for: key)
            self.counter?.isKept()
        }
        return isCounted
    }
}

/// A way of finding a rule's readings.
protocol RecurrenceSearch: Sendable {
    /// The first reading at or after one; nil if there is none within the search's horizon.
    mutating func first(atOrAfter reading: LocalTime) -> LocalTime?

    /// The last of so many readings.
    mutating func last(ofFirst count: Int, from start: LocalTime) -> RecurrenceEnd
}

/// Where a rule with `COUNT` ends.
enum RecurrenceEnd {
    /// At this reading; nil if the rule doesn't have so many within the horizon.
    case reckoned(LocalTime?)
    /// Nobody knows without walking there, which is done only as far as is asked.
    case counted
}
