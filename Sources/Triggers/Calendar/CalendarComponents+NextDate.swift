// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension CalendarComponents {
    /// Returns the first moment after `date` at which a clock matches the components.
    ///
    /// In calendars other than the Gregorian, the search covers 77 years; the tables of three calendars end in 2366.
    ///
    /// `timeZone` applies to components without a zone of their own.
    func nextDate(after date: Date, in timeZone: Zone) -> Date? {
        let zone = self.timeZone ?? timeZone
        let calendar = calendar ?? .gregorian
        guard (try? validate()) != nil else { return nil }
        let matched = completed(in: calendar)
        func matches(from first: LocalTime) -> CalendarMatches { CalendarMatches(matched, in: calendar, from: first) }
        return matched.hour != nil
            ? LocalTime.nextNamed(after: date, in: zone, skipsMissingDays: false, readings: matches)
            : LocalTime.nextUnnamed(after: date, in: zone, readings: matches)
    }

    /// Returns the local times from `first` on that match Gregorian calendar components; nil for another calendar.
    func matches(from first: LocalTime) -> CalendarMatches? {
        let calendar = calendar ?? .gregorian
        guard calendar.isGregorian, (try? validate()) != nil else { return nil }
        return CalendarMatches(completed(in: calendar), in: calendar, from: first)
    }

    /// The components without those that a whole date (year, month and day) makes redundant.
    ///
    /// Apple's `dateComponents(in:from:)` sets all components. The redundant components may contradict the date,
    /// because the caller's calendar may begin its weeks on another weekday.
    private var significant: CalendarComponents {
        guard year != nil, month != nil, day != nil else { return self }
        var significant = self
        (significant.yearForWeekOfYear, significant.weekOfYear, significant.weekOfMonth) = (nil, nil, nil)
        (significant.weekdayOrdinal, significant.quarter, significant.dayOfYear) = (nil, nil, nil)
        return significant
    }

    /// Returns the components to match: units below the smallest set unit get their first value.
    package func completed(in calendar: CalendarSystem) -> CalendarComponents {
        var matched = significant
        (matched.timeZone, matched.calendar, matched.nanosecond) = (nil, nil, nil)
        let isTimeSet = matched.hour != nil || matched.minute != nil || matched.second != nil
        if matched.second == nil {
            matched.second = 0
            if matched.minute == nil {
                matched.minute = 0
                if matched.hour == nil { matched.hour = 0 }
            }
        }
        guard !isTimeSet, matched.day == nil, matched.weekday == nil, matched.dayOfYear == nil else { return matched }
        if matched.weekOfYear != nil || matched.weekOfMonth != nil {
            matched.weekday = calendar.firstWeekday
        } else if matched.yearForWeekOfYear != nil, matched.month == nil, matched.quarter == nil {
            matched.weekOfYear = 1
            matched.weekday = calendar.firstWeekday
        } else {
            matched.day = 1
            if matched.month == nil { matched.month = matched.quarter.map { $0 * 3 - 2 } ?? 1 }
        }
        return matched
    }

    /// Checks each number against its range in the components' calendar, and that a unit from year to second is set.
    ///
    /// A day that its month lacks (31 June, 30 February) is valid: the trigger fires on the first of the next month.
    func validate() throws(Refusal) {
        guard Self.numbers.contains(where: { $0.key != "nanosecond" && self[keyPath: $0.property] != nil }) else {
            throw .invalidTrigger("dateComponents is empty; it must have at least one of year to second")
        }
        let components = significant
        for ((key, property), range) in zip(Self.numbers, Self.ranges(in: calendar ?? .gregorian)) {
            guard let value = components[keyPath: property], !range.contains(value) else { continue }
            throw .invalidTrigger(
                "dateComponents.\(key) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
        }
        if components.weekdayOrdinal != nil, components.weekday == nil {
            throw .invalidTrigger("dateComponents.weekdayOrdinal needs weekday beside it")
        }
        let smaller = [components.day, components.weekday, components.hour, components.minute, components.second]
        if components.quarter != nil, components.month == nil, smaller.contains(where: { $0 != nil }) {
            throw .invalidTrigger("dateComponents.quarter needs month beside it if a day, a weekday or a time is set")
        }
    }

    /// Returns the valid ranges in a calendar, in the order of ``numbers``.
    private static func ranges(in calendar: CalendarSystem) -> [ClosedRange<Int>] {
        [
            0...300, 1...9999, 1...9999, 1...4, calendar.months, calendar.weeksOfMonth, calendar.weeksOfYear,
            calendar.days, calendar.daysOfYear, 1...7, 1...5, 0...23, 0...59, 0...59, 0...999_999_999,
        ]
    }
}
