// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Foundation's Calendar.RecurrenceRule is not used. Measured in Swift 6.3.1 against python-dateutil, it gives only the
// first of each weekday for FREQ=MONTHLY;BYDAY=MO,SA, wrong days for BYDAY=3SA,3MO and for 43 of 100 yearly rules, and
// has no FREQ=SECONDLY. It needs up to 5 s for a rule that can't match, and over 20 s for one that can. This search
// begins at a given date and time, so it takes no longer in the rule's fiftieth year than in its first. Only the
// occurrences of a rule with `COUNT` are counted from the start, once (``RecurrenceCounts``).

/// Occurrences of a rule as local times, in order.
struct RecurrenceOccurrences: Sequence, IteratorProtocol {
    private var search: any RecurrenceSearch
    /// The last allowed local time; nil if the rule has no end, or an end that isn't known as a local time.
    private var last: LocalTime?
    /// Counter of the local times, for rules whose last local time can't be computed.
    private var counter: RecurrenceCounter?
    private var key: RecurrenceCounts.Key?
    /// Local time at which the search for the next occurrence begins; nil after the last occurrence.
    private var cursor: LocalTime?

    /// Finds the occurrences at or after `first`.
    ///
    /// Local times before `start` are skipped, unless `start` is a moment (`isMoment`): if the clock is set back after
    /// `start`, it shows earlier local times. Unless `countsStart`, an occurrence at `start` is not part of `COUNT`.
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

    /// Returns whether a local time is within `COUNT`; caches the counter.
    private mutating func counts(_ reading: LocalTime) -> Bool {
        guard counter != nil else { return true }
        let isCounted = counter?.includes(reading) ?? true
        if let counter, let key, counter.isWorthKeeping {
            RecurrenceCounts.keep(.walked(counter), for: key)
            self.counter?.isKept()
        }
        return isCounted
    }
}

/// Search for a rule's local times.
protocol RecurrenceSearch: Sendable {
    /// Returns the first local time at or after `reading`; nil if there is none within the search's horizon.
    mutating func first(atOrAfter reading: LocalTime) -> LocalTime?

    /// Returns the last of the first `count` local times from `start` on.
    mutating func last(ofFirst count: Int, from start: LocalTime) -> RecurrenceEnd
}

/// Last local time of a rule with `COUNT`.
enum RecurrenceEnd {
    /// The last local time; nil if the rule has fewer local times within the horizon.
    case reckoned(LocalTime?)
    /// The last local time can only be found by counting, which is done only as far as needed.
    case counted
}

/// Search for the local times of a rule that has the same times on each of its days.
struct RecurrenceDaySearch: RecurrenceSearch {
    private var months: RecurrenceMonths
    private let times: RecurrenceTimes

    init(_ rule: RecurrenceRule, start: LocalTime) {
        months = RecurrenceMonths(rule, start: start)
        times = RecurrenceTimes(rule)
    }

    mutating func first(atOrAfter reading: LocalTime) -> LocalTime? {
        guard times.count > 0, let day = months.first(atOrAfter: reading.dayNumber) else { return nil }
        guard day == reading.dayNumber else { return LocalTime(seconds: day * 86_400 + times[0]) }
        let index = times.index(atOrAfter: reading.secondOfDay)
        if index < times.count { return LocalTime(seconds: day * 86_400 + times[index]) }
        return months.first(atOrAfter: day + 1).map { LocalTime(seconds: $0 * 86_400 + times[0]) }
    }

    mutating func last(ofFirst count: Int, from start: LocalTime) -> RecurrenceEnd {
        guard times.count > 0, let first = first(atOrAfter: start) else { return .reckoned(nil) }
        // Some times of the first day may be before the start.
        let index = times.index(atOrAfter: first.secondOfDay) + count - 1
        let day = months.day(number: index / times.count + 1, from: first.dayNumber)
        return .reckoned(day.map { LocalTime(seconds: $0 * 86_400 + times[index % times.count]) })
    }
}
