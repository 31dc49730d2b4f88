// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import ZoneFiles

/// A date and a time of day without a zone, to the second: `2026-11-21T18:00:00`.
///
/// A local time is in the proleptic Gregorian calendar and counts seconds as if every day had 86,400. Calendar
/// arithmetic needs no zone; only ``LocalTime/instant(in:)`` knows DST.
package struct LocalTime: Hashable, Comparable, Sendable {
    /// Seconds since the local time 1970-01-01T00:00:00.
    package let seconds: Int

    /// Creates a local time from its seconds since the local time 1970-01-01T00:00:00.
    package init(seconds: Int) { self.seconds = seconds }

    /// Creates the local time in `timeZone` at `date`, rounded down to the second.
    package init(_ date: Date, in timeZone: Zone) { seconds = date.wholeSeconds + timeZone.secondsFromGMT(for: date) }

    /// Creates a local time; nil for an invalid time of day, or a day that doesn't exist in the years 1 to 9999.
    package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, ofYear: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        seconds = Self.dayNumber(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    package var dayNumber: Int { (seconds - secondOfDay) / 86_400 }
    /// Seconds since midnight, 0 to 86,399.
    package var secondOfDay: Int { (seconds % 86_400 + 86_400) % 86_400 }
    package var hour: Int { secondOfDay / 3600 }
    package var minute: Int { secondOfDay / 60 % 60 }
    package var second: Int { secondOfDay % 60 }
    /// The day of the week as Foundation counts it: 1 is Sunday, 7 is Saturday.
    package var weekday: Int { Self.weekday(ofDay: dayNumber) }
    /// Year, month and day in the Gregorian calendar.
    package var civil: (year: Int, month: Int, day: Int) { Self.civil(fromDay: dayNumber) }

    /// Returns the local time some days and seconds later.
    package func adding(days: Int = 0, seconds more: Int = 0) -> LocalTime {
        LocalTime(seconds: seconds + days * 86_400 + more)
    }

    /// Returns another time on the same day.
    package func at(hour: Int, minute: Int = 0, second: Int = 0) -> LocalTime {
        LocalTime(seconds: dayNumber * 86_400 + hour * 3600 + minute * 60 + second)
    }

    package static func < (one: LocalTime, other: LocalTime) -> Bool { one.seconds < other.seconds }

    /// Returns the days since 1970-01-01 of a Gregorian day; the ranges of month and day are not checked.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        CivilDay.number(year: year, month: month, day: day)
    }

    /// Returns the Gregorian day that is `dayNumber` days after 1970-01-01.
    package static func civil(fromDay dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        CivilDay.date(ofDay: dayNumber)
    }

    /// Returns the day of the week of a day number: 1 is Sunday, 7 is Saturday.
    package static func weekday(ofDay dayNumber: Int) -> Int { ((dayNumber + 4) % 7 + 7) % 7 + 1 }

    /// Returns the number of days in a Gregorian month; `month` is 1 to 12.
    package static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package static func isLeap(_ year: Int) -> Bool { CivilDay.isLeap(year) }
}
