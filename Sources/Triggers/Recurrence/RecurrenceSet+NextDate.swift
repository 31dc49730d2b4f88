// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

extension RecurrenceSet {
    /// The largest number of days in a row that the person's calendar may leave out of a set; after more such days, the
    /// search ends without a date.
    private static let longestBreak = 2000

    /// Returns the first occurrence after `date`.
    ///
    /// At a time that the clock skips (gap), rules in days or longer units fire after the gap, but not on a day that
    /// the zone skipped; at a time shown twice (fold) they fire once. Rules in shorter units don't fire, or fire twice.
    ///
    /// `anchor` is the start for a set without one, `zone` the zone for a set without its own.
    func nextDate(after date: Date, anchoredAt anchor: Date, in zone: Zone, by calendar: PersonalCalendar) -> Date? {
        let zone = timeZone ?? zone
        // An occurrence at the moment at which the request is added never fires, and `COUNT` doesn't include it.
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
        var leftOut = 0
        while true {
            var next = dates.lazy.filter { $0 > date }.min()
            for rule in rules {
                guard let found = rule.nextDate(after: date, startingAt: start, countsStart: countsStart, in: zone)
                else { continue }
                next = next.map { min($0, found) } ?? found
            }
            guard let next, !exceptions.isEmpty || self.calendar != nil else { return next }
            let day = LocalTime(next, in: zone).dayNumber
            let isAdmitted = self.calendar?.admits(day, of: calendar) ?? true
            if !isAdmitted { leftOut += 1 }
            guard leftOut <= Self.longestBreak else { return nil }
            if !isAdmitted || days.contains(day) {
                date = max(next, LocalTime(seconds: (day + 1) * 86_400).instant(in: zone) - 1)
            } else if moments.contains(next)
                || leavesOutSkipped(next, moments, startingAt: start, countsStart: countsStart, in: zone)
            {
                date = next
            } else {
                return next
            }
        }
    }

    /// Returns whether exceptions exclude the occurrence at the end of a gap by naming local times that the gap skips.
    ///
    /// Such a local time has the offset from before the gap (RFC 5545, 3.3.5). In Berlin on 28 March 2027, 02:30 is
    /// 01:30 UTC, and fires at 01:00 UTC. The exceptions must cover every occurrence that fires at that moment.
    private func leavesOutSkipped(
        _ date: Date, _ exceptions: Set<Date>, startingAt start: RecurrenceRule.Moment, countsStart: Bool, in zone: Zone
    ) -> Bool {
        let offset = zone.secondsFromGMT(for: date - 1)
        let gap = zone.secondsFromGMT(for: date) - offset
        guard gap > 0, gap < 86_400, exceptions.contains(where: { $0 >= date && $0 < date + Double(gap) }) else {
            return false
        }
        let end = LocalTime(date, in: zone)
        /// Returns the moment at which the clock would show a local time if there were no gap.
        func moment(_ reading: LocalTime) -> Date {
            reading == end ? date : Date(timeIntervalSince1970: Double(reading.seconds - offset))
        }
        var moments: [Date] = []
        for found in dates where found.date(in: zone) == date {
            if case .local(let local) = found { moments.append(moment(local)) } else { moments.append(date) }
        }
        for rule in rules {
            let next = rule.nextDate(after: date - 1, startingAt: start, countsStart: countsStart, in: zone)
            guard next == date else { continue }
            guard rule.frequency >= .daily else { return false }
            var isMoment = false
            if case .instant = start { isMoment = true }
            let readings = RecurrenceOccurrences(
                of: rule, startingAt: start.local(in: zone), isMoment: isMoment, countsStart: countsStart,
                from: end.adding(seconds: -gap))
            moments += readings.prefix { $0 <= end }.map(moment)
        }
        return !moments.isEmpty && moments.allSatisfy(exceptions.contains)
    }
}

extension RecurrenceRule {
    /// Returns the first occurrence after `date` of a rule with the given start.
    fileprivate func nextDate(after date: Date, startingAt start: Moment, countsStart: Bool, in zone: Zone) -> Date? {
        let origin = start.local(in: zone)
        var (earliest, isMoment) = (date, false)
        if case .instant(let start) = start { (earliest, isMoment) = (max(date, start - 1), true) }
        func occurrences(from first: LocalTime) -> RecurrenceOccurrences {
            RecurrenceOccurrences(
                of: self, startingAt: origin, isMoment: isMoment, countsStart: countsStart, from: first)
        }
        let next =
            frequency >= .daily
            ? LocalTime.nextNamed(after: earliest, in: zone, skipsMissingDays: true, readings: occurrences)
            : LocalTime.nextUnnamed(after: earliest, in: zone, readings: occurrences)
        guard let next else { return nil }
        if case .until(.instant(let last)) = end, next > last { return nil }
        return next
    }
}

extension RecurrenceRule.Moment {
    /// Returns the instant of this moment in a time zone; for a local time that clocks skip, the instant after the gap.
    package func date(in timeZone: Zone) -> Date {
        switch self {
        case .instant(let date): date
        case .local(let local): local.instant(in: timeZone)
        }
    }
}
