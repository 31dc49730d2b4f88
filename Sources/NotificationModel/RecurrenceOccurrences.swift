// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Not Foundation's Calendar.RecurrenceRule: measured in Swift 6.3.1 against python-dateutil, it gives only the
// first of each weekday for FREQ=MONTHLY;BYDAY=MO,SA, wrong days for BYDAY=3SA,3MO and for 43 of 100 yearly
// rules, has no FREQ=SECONDLY, needs up to 5 s for a rule that can't match, and more than 20 s for one that can.
//
// Each step is a search from a reading on, and nothing is counted from the start but `COUNT`, once: a rule that has
// run for fifty years costs what a new one costs.

/// The occurrences of a rule as readings of the clock, in order.
struct RecurrenceOccurrences: Sequence, IteratorProtocol {
    private var search: any RecurrenceSearch
    /// The last reading that may count; nil for no end.
    private let last: LocalTime?
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
            let end = search.last(ofFirst: count, from: countsStart ? start : start.adding(seconds: 1))
            last = end
            if let end, end < first { cursor = nil }
        }
    }

    mutating func next() -> LocalTime? {
        guard let cursor, let reading = search.first(atOrAfter: cursor), last.map({ reading <= $0 }) ?? true else {
            cursor = nil
            return nil
        }
        self.cursor = reading.adding(seconds: 1)
        return reading
    }
}

/// A way of finding a rule's readings.
protocol RecurrenceSearch {
    /// The first reading at or after one; nil if there is none within the search's horizon.
    mutating func first(atOrAfter reading: LocalTime) -> LocalTime?

    /// The last of so many readings; nil if the rule doesn't have so many within the horizon.
    mutating func last(ofFirst count: Int, from start: LocalTime) -> LocalTime?
}

extension RecurrenceSearch {
    mutating func last(ofFirst count: Int, from start: LocalTime) -> LocalTime? {
        var reading = start.adding(seconds: -1)
        for _ in 0..<count {
            guard let next = first(atOrAfter: reading.adding(seconds: 1)) else { return nil }
            reading = next
        }
        return reading
    }
}
