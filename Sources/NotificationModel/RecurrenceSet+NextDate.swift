// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension RecurrenceSet {
    /// The first occurrence after `date`.
    ///
    /// Rules in days or longer units name an hour: they fire after a gap and once in a fold, and skip a day that
    /// the zone skipped. Shorter ones fire in both passes of a fold and not in a gap.
    ///
    /// - Parameters:
    ///   - date: Never returned itself.
    ///   - anchor: The start, for a set without one.
    ///   - zone: For a set without a zone of its own.
    /// - Returns: Nil when the set has ended, or matches no more.
    func nextDate(after date: Date, anchoredAt anchor: Date, in zone: Zone) -> Date? {
        let zone = timeZone ?? zone
        // The moment of adding never fires, so it doesn't count.
        let countsStart = start != nil
        let start = start ?? .instant(anchor)
        var (moments, days): (Set<Date>, Set<Int>) = ([], [])
        for exception in exceptions {
            switch exception {
            case .moment(let moment): moments.insert(moment.date(in: zone))
            case .day(let day): days.insert(day)
            }
        }
        let dates = dates.map { $0.date(in: zone) }
        var date = date
        while true {
            var next = dates.lazy.filter { $0 > date }.min()
            for rule in rules {
                guard let found = rule.nextDate(after: date, startingAt: start, countsStart: countsStart, in: zone)
                else { continue }
                next = next.map { min($0, found) } ?? found
            }
            guard let next, !exceptions.isEmpty else { return next }
            let day = LocalTime(next, in: zone).dayNumber
            if days.contains(day) {
                date = max(next, LocalTime(seconds: (day + 1) * 86_400).instant(in: zone) - 1)
            } else if moments.contains(next) {
                date = next
            } else {
                return next
            }
        }
    }
}

extension RecurrenceRule {
    /// The first occurrence after `date` of a rule that starts at a moment.
    fileprivate func nextDate(
        after date: Date, startingAt start: Moment, countsStart: Bool, in zone: Zone
    ) -> Date? {
        let origin = start.local(in: zone)
        var (earliest, isMoment) = (date, false)
        if case .instant(let start) = start { (earliest, isMoment) = (max(date, start - 1), true) }
        let next =
            frequency >= .daily
            ? LocalTime.nextNamed(after: earliest, in: zone, skipsMissingDays: true) {
                RecurrenceOccurrences(
                    of: self, startingAt: origin, isMoment: isMoment, countsStart: countsStart, from: $0)
            }
            : LocalTime.nextUnnamed(after: earliest, in: zone) {
                RecurrenceOccurrences(
                    of: self, startingAt: origin, isMoment: isMoment, countsStart: countsStart, from: $0)
            }
        guard let next else { return nil }
        if case .until(.instant(let last)) = end, next > last { return nil }
        return next
    }
}

extension RecurrenceRule.Moment {
    /// The moment itself; a reading that a gap skips is the first instant after it.
    func date(in timeZone: Zone) -> Date {
        switch self {
        case .instant(let date): date
        case .local(let local): local.instant(in: timeZone)
        }
    }
}
