// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

// Why: the type has many properties, because it has one for each part of an RRULE (RFC 5545, 3.3.10).
/// A recurrence rule of RFC 5545, in the Gregorian calendar.
///
/// `description` is its canonical text; ``RecurrenceRule/init(parsing:)`` parses it. The start and the zone belong to
/// the ``RecurrenceSet`` that contains the rule.
package struct RecurrenceRule: Hashable, Sendable {
    /// The unit that `interval` counts, the shortest first.
    package enum Frequency: CaseIterable, Comparable, Sendable {
        case secondly, minutely, hourly, daily, weekly, monthly, yearly

        /// The value of `FREQ`, such as `DAILY`.
        var name: String { "\(self)".uppercased() }
    }

    package enum End: Hashable, Sendable {
        case never
        /// The rule ends after this number of occurrences, counted from the start; 1 or more.
        case count(Int)
        /// The rule ends with the last occurrence at or before this moment.
        case until(Moment)
    }

    /// A moment in time, or a local time in the rule's zone.
    package enum Moment: Hashable, Sendable {
        case instant(Date)
        case local(LocalTime)

        /// Returns the local time in `timeZone` at this moment.
        package func local(in timeZone: Zone) -> LocalTime {
            switch self {
            case .instant(let date): LocalTime(date, in: timeZone)
            case .local(let local): local
            }
        }
    }

    /// A day of the week: every such day, or the n-th such day in a month or year.
    package struct Day: Hashable, Sendable {
        /// Place of the weekday in its month or year: 2 is the second, -1 the last; 0 means each.
        package let ordinal: Int
        /// 1 is Sunday, 7 is Saturday.
        package let weekday: Int

        package init(_ weekday: Int, ordinal: Int = 0) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    package var frequency: Frequency
    /// Number of `frequency` units between two periods; 1 or more.
    package var interval: Int
    package var end = End.never
    /// `X-BYYEAR`, 1 to 9999: limits the years. RFC 5545 doesn't have it, but systemd's calendars need it.
    package var years: [Int] = []
    /// `BYMONTH`, 1 to 12.
    package var months: [Int] = []
    /// `BYWEEKNO`, 1 to 53 or negative from the year's end; allowed in yearly rules only.
    package var weeks: [Int] = []
    /// `BYYEARDAY`, 1 to 366 or negative from the year's end.
    package var daysOfYear: [Int] = []
    /// `BYMONTHDAY`, 1 to 31 or negative from the month's end.
    package var daysOfMonth: [Int] = []
    /// `BYDAY`; ordinals are allowed in monthly and yearly rules only.
    package var weekdays: [Day] = []
    /// `BYHOUR`, 0 to 23.
    package var hours: [Int] = []
    /// `BYMINUTE`, 0 to 59.
    package var minutes: [Int] = []
    /// `BYSECOND`, 0 to 59.
    package var seconds: [Int] = []
    /// `BYSETPOS`: positions of the selected occurrences within a period; negative numbers count from the last.
    package var setPositions: [Int] = []
    /// `WKST`: 1 is Sunday, 7 is Saturday; Monday by default.
    package var weekStart = 2

    package init(_ frequency: Frequency, interval: Int = 1) { (self.frequency, self.interval) = (frequency, interval) }

    /// Returns a copy in which `start` supplies the parts that the rule lacks, such as the time of day.
    package func completed(from start: LocalTime) -> RecurrenceRule {
        var rule = self
        let (_, month, day) = start.civil
        if daysOfYear.isEmpty, daysOfMonth.isEmpty, weekdays.isEmpty {
            switch frequency {
            case .yearly where weeks.isEmpty:
                if months.isEmpty { rule.months = [month] }
                rule.daysOfMonth = [day]
            case .monthly: rule.daysOfMonth = [day]
            case .weekly, .yearly: rule.weekdays = [Day(start.weekday)]
            default: break
            }
        }
        if hours.isEmpty, frequency >= .daily { rule.hours = [start.hour] }
        if minutes.isEmpty, frequency >= .hourly { rule.minutes = [start.minute] }
        if seconds.isEmpty, frequency >= .minutely { rule.seconds = [start.second] }
        return rule
    }
}
