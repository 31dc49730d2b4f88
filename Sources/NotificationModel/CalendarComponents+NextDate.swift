// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension CalendarComponents {
    /// The first moment after `date` at which a clock matches the components.
    ///
    /// Foundation matches them in a calendar without a zone (it ignores the components' own zone anyhow).
    ///
    /// - Parameters:
    ///   - date: Never returned itself.
    ///   - components: Those of a calendar trigger.
    ///   - timeZone: For components without a zone of their own.
    /// - Returns: Nil if there is no such moment.
    static func nextDate(after date: Date, matching components: DateComponents, in timeZone: TimeZone) -> Date? {
        let zone = components.fixedTimeZone ?? timeZone
        var calendar = components.calendar ?? gregorian
        calendar.timeZone = .gmt
        guard (try? validate(components)) != nil else { return nil }
        let matched = completed(components, in: calendar)
        if let day = fullDay(matched, in: calendar) {
            return LocalTime.nextNamed(after: date, in: zone, skipsMissingDays: false) { $0 <= day ? [day] : [] }
        }
        func matches(from first: LocalTime) -> UnfoldFirstSequence<LocalTime> {
            func next(_ reading: LocalTime) -> LocalTime? {
                calendar.nextDate(
                    after: Date(timeIntervalSince1970: Double(reading.seconds)), matching: matched,
                    matchingPolicy: .nextTimePreservingSmallerComponents
                ).map { LocalTime($0, in: .gmt) }
            }
            return sequence(first: first.adding(seconds: -1), next: next)
        }
        if matched.hour == nil {
            return LocalTime.nextUnnamed(after: date, in: zone) { matches(from: $0).dropFirst() }
        }
        return LocalTime.nextNamed(after: date, in: zone, skipsMissingDays: false) { matches(from: $0).dropFirst() }
    }

    private static let gregorian = Calendar(identifier: .gregorian)

    /// The components as they are matched: what is smaller than the smallest one set is 0, or the first.
    ///
    /// A whole date (year, month and day) makes its week, quarter and day of the year superfluous; they depend on
    /// the calendar's first day of the week, which may have been another where the components were made.
    private static func completed(_ components: DateComponents, in calendar: Calendar) -> DateComponents {
        var matched = components
        matched.timeZone = nil
        matched.calendar = nil
        matched.nanosecond = nil
        if matched.year != nil, matched.month != nil, matched.day != nil {
            matched.yearForWeekOfYear = nil
            matched.weekOfYear = nil
            matched.weekOfMonth = nil
            matched.weekdayOrdinal = nil
            matched.quarter = nil
            matched.dayOfYear = nil
        }
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

    /// The only reading that a whole Gregorian date and time matches; nil for other components.
    ///
    /// 29 February of a year without one is 1 March, as Foundation has it.
    private static func fullDay(_ components: DateComponents, in calendar: Calendar) -> LocalTime? {
        guard calendar.identifier == .gregorian || calendar.identifier == .iso8601, components.era ?? 1 == 1,
            components.isLeapMonth != true, let year = components.year, let month = components.month,
            let day = components.day, let hour = components.hour, let minute = components.minute,
            let second = components.second
        else { return nil }
        let number = LocalTime.dayNumber(year: year, month: month, day: day)
        if let weekday = components.weekday, weekday != LocalTime.weekday(ofDay: number) { return nil }
        return LocalTime(seconds: number * 86_400).at(hour: hour, minute: minute, second: second)
    }
}
