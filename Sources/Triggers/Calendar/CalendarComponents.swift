// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Why: the properties are those of DateComponents.
/// Numbers that a clock must show: a weekday and an hour, a whole date, or others.
///
/// A plain copy of Apple's `DateComponents`. On D-Bus, in JSON and in the store it is a dictionary with the same names;
/// `timeZone` is a name such as `Europe/Berlin`, `calendar` one of ``CalendarSystem``. The locale, zone and first
/// weekday of Apple's `Calendar` are not kept.
package struct CalendarComponents: Hashable, Sendable {
    /// The calendar; nil is the Gregorian.
    package var calendar: CalendarSystem?
    /// The zone; nil floats with the person's current zone.
    package var timeZone: Zone?
    package var era: Int?
    package var year: Int?
    package var month: Int?
    package var day: Int?
    package var hour: Int?
    package var minute: Int?
    package var second: Int?
    package var nanosecond: Int?
    package var weekday: Int?
    package var weekdayOrdinal: Int?
    package var quarter: Int?
    package var weekOfMonth: Int?
    package var weekOfYear: Int?
    package var yearForWeekOfYear: Int?
    package var dayOfYear: Int?
    package var isLeapMonth: Bool?

    /// Creates components, with the parameters in the order of Apple's initializer.
    package init(
        calendar: CalendarSystem? = nil, timeZone: Zone? = nil, era: Int? = nil, year: Int? = nil, month: Int? = nil,
        day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil, nanosecond: Int? = nil,
        weekday: Int? = nil, weekdayOrdinal: Int? = nil, quarter: Int? = nil, weekOfMonth: Int? = nil,
        weekOfYear: Int? = nil, yearForWeekOfYear: Int? = nil, dayOfYear: Int? = nil
    ) {
        (self.calendar, self.timeZone) = (calendar, timeZone)
        (self.era, self.year, self.month, self.day) = (era, year, month, day)
        (self.hour, self.minute, self.second, self.nanosecond) = (hour, minute, second, nanosecond)
        (self.weekday, self.weekdayOrdinal, self.quarter) = (weekday, weekdayOrdinal, quarter)
        (self.weekOfMonth, self.weekOfYear, self.yearForWeekOfYear) = (weekOfMonth, weekOfYear, yearForWeekOfYear)
        self.dayOfYear = dayOfYear
    }

    /// The keys with integer values, and the property of each.
    package static var numbers: [(key: String, property: WritableKeyPath<CalendarComponents, Int?>)] {
        [
            ("era", \.era), ("year", \.year), ("yearForWeekOfYear", \.yearForWeekOfYear), ("quarter", \.quarter),
            ("month", \.month), ("weekOfMonth", \.weekOfMonth), ("weekOfYear", \.weekOfYear), ("day", \.day),
            ("dayOfYear", \.dayOfYear), ("weekday", \.weekday), ("weekdayOrdinal", \.weekdayOrdinal),
            ("hour", \.hour), ("minute", \.minute), ("second", \.second), ("nanosecond", \.nanosecond),
        ]
    }

    /// Every key of the dictionary.
    package static let keys: [String] = numbers.map(\.key) + ["isLeapMonth", "calendar", "timeZone"]

    /// Returns the zone with this identifier, such as `Europe/Berlin` or `UTC`.
    ///
    /// - Throws: ``Refusal`` if there is no such zone; case matters.
    package static func timeZone(named identifier: String) throws(Refusal) -> Zone {
        guard let zone = Zone(identifier: identifier) else {
            throw .invalidTrigger(
                "timeZone is \"\(identifier)\"; there is no such zone, it must be one such as Europe/Berlin")
        }
        return zone
    }
}

extension CalendarComponents {
    /// Checks each number against its range in the components' calendar, and that a unit of time is set.
    ///
    /// A day that its month lacks (31 June, 30 February) is valid: the trigger fires on the first of the next month.
    static func validate(_ components: CalendarComponents) throws(Refusal) {
        guard numbers.contains(where: { $0.key != "nanosecond" && components[keyPath: $0.property] != nil }) else {
            throw .invalidTrigger("dateComponents is empty; it must have at least one of year to second")
        }
        let components = significant(components)
        let calendar = components.calendar ?? .gregorian
        for (key, range) in ranges(in: calendar) {
            guard let value = value(key, of: components), !range.contains(value) else { continue }
            throw .invalidTrigger(
                "dateComponents.\(key) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
        }
        if components.weekdayOrdinal != nil, components.weekday == nil {
            throw .invalidTrigger("dateComponents.weekdayOrdinal needs weekday beside it")
        }
        if components.quarter != nil, components.month == nil,
            [components.day, components.weekday, components.hour, components.minute, components.second]
                .contains(where: { $0 != nil })
        {
            throw .invalidTrigger("dateComponents.quarter needs month beside it where anything smaller is set")
        }
    }

    /// Returns the valid range of each number in a calendar.
    private static func ranges(in calendar: CalendarSystem) -> KeyValuePairs<String, ClosedRange<Int>> {
        [
            "era": 0...300, "year": 1...9999, "yearForWeekOfYear": 1...9999, "quarter": 1...4,
            "month": calendar.months, "weekOfMonth": calendar.weeksOfMonth, "weekOfYear": calendar.weeksOfYear,
            "day": calendar.days, "dayOfYear": calendar.daysOfYear, "weekday": 1...7, "weekdayOrdinal": 1...5,
            "hour": 0...23,
            "minute": 0...59, "second": 0...59, "nanosecond": 0...999_999_999,
        ]
    }

    private static func value(_ key: String, of components: CalendarComponents) -> Int? {
        numbers.first { $0.key == key }.flatMap { components[keyPath: $0.property] }
    }
}
