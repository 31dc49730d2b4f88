// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension CalendarComponents {
    /// Returns the first moment after `date` at which a clock matches the components.
    ///
    /// For other calendars than the Gregorian the search covers 77 years; the tables of three calendars end in 2366.
    ///
    /// - Parameters:
    ///   - date: The moment before the result.
    ///   - components: The components of a calendar trigger.
    ///   - timeZone: The zone for components without their own.
    /// - Returns: Nil if there is no such moment.
    static func nextDate(after date: Date, matching components: CalendarComponents, in timeZone: Zone) -> Date? {
        let zone = components.timeZone ?? timeZone
        let calendar = components.calendar ?? .gregorian
        guard (try? validate(components)) != nil else { return nil }
        let matched = completed(components, in: calendar)
        let isNamed = matched.hour != nil
        func matches(from first: LocalTime) -> CalendarMatches { CalendarMatches(matched, in: calendar, from: first) }
        return isNamed
            ? LocalTime.nextNamed(after: date, in: zone, skipsMissingDays: false, readings: matches)
            : LocalTime.nextUnnamed(after: date, in: zone, readings: matches)
    }

    /// Returns the readings from `first` on that match components of the Gregorian calendar; nil for another calendar.
    static func matches(_ components: CalendarComponents, from first: LocalTime) -> CalendarMatches? {
        let calendar = components.calendar ?? .gregorian
        guard calendar.isGregorian, (try? validate(components)) != nil else { return nil }
        return CalendarMatches(completed(components, in: calendar), in: calendar, from: first)
    }

    /// Returns the components without those that a whole date (year, month and day) makes redundant.
    ///
    /// The dropped components depend on the calendar's first weekday, which may differ from that of the caller's
    /// calendar. `dateComponents(in:from:)` sets all of them.
    static func significant(_ components: CalendarComponents) -> CalendarComponents {
        guard components.year != nil, components.month != nil, components.day != nil else { return components }
        var significant = components
        significant.yearForWeekOfYear = nil
        significant.weekOfYear = nil
        significant.weekOfMonth = nil
        significant.weekdayOrdinal = nil
        significant.quarter = nil
        significant.dayOfYear = nil
        return significant
    }

    /// Returns the components to match: units below the smallest set unit get 0, or the first value.
    private static func completed(_ components: CalendarComponents, in calendar: CalendarSystem) -> CalendarComponents {
        var matched = significant(components)
        matched.timeZone = nil
        matched.calendar = nil
        matched.nanosecond = nil
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
}
