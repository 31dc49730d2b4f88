// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

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
