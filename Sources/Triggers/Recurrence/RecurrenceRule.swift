// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A recurrence rule of RFC 5545, in the Gregorian calendar.
///
/// `description` is its canonical text; ``RecurrenceRule/init(parsing:)`` reads it. Start and zone are those of the
/// ``RecurrenceSet`` that it is in.
package struct RecurrenceRule: Hashable, Sendable {
    /// The unit that `interval` counts.
    package enum Frequency: String, CaseIterable, Sendable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// When the occurrences end.
    package enum End: Hashable, Sendable {
        case never
        /// After so many occurrences, counted from the start; 1 or more.
        case count(Int)
        /// With the last occurrence at or before this.
        case until(Moment)
    }

    /// A moment in time, or a reading of the clock in the rule's zone.
    package enum Moment: Hashable, Sendable {
        case instant(Date)
        case local(LocalTime)

        /// What a clock in `timeZone` shows at it.
        package func local(in timeZone: Zone) -> LocalTime {
            switch self {
            case .instant(let date): LocalTime(date, in: timeZone)
            case .local(let local): local
            }
        }
    }

    /// A day of the week, perhaps only one of those in a month or year.
    package struct Day: Hashable, Sendable {
        /// 2 is the second, -1 the last; 0 is every one.
        package let ordinal: Int
        /// 1 is Sunday, 7 is Saturday.
        package let weekday: Int

        package init(_ weekday: Int, ordinal: Int = 0) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    package var frequency: Frequency
    /// Every how many of `frequency`; 1 or more.
    package var interval = 1
    package var end = End.never
    /// `X-BYYEAR`, 1 to 9999: only these years; not in RFC 5545, but systemd's calendars have it.
    package var years: [Int] = []
    /// `BYMONTH`, 1 to 12.
    package var months: [Int] = []
    /// `BYWEEKNO`, 1 to 53 or negative from the year's end; only in a yearly rule.
    package var weeks: [Int] = []
    /// `BYYEARDAY`, 1 to 366 or negative from the year's end.
    package var daysOfYear: [Int] = []
    /// `BYMONTHDAY`, 1 to 31 or negative from the month's end.
    package var daysOfMonth: [Int] = []
    /// `BYDAY`; ordinals only in monthly and yearly rules.
    package var weekdays: [Day] = []
    /// `BYHOUR`, 0 to 23.
    package var hours: [Int] = []
    /// `BYMINUTE`, 0 to 59.
    package var minutes: [Int] = []
    /// `BYSECOND`, 0 to 59.
    package var seconds: [Int] = []
    /// `BYSETPOS`: which of one period's occurrences count, negative from the last.
    package var setPositions: [Int] = []
    /// `WKST`: 1 is Sunday, 7 is Saturday; Monday unless said.
    package var weekStart = 2

    package init(_ frequency: Frequency) { self.frequency = frequency }
}
