// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A zone with rules in one line: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// POSIX defines the form for the variable `TZ`; a zone file ends with such a line, for the years after the file's last
/// change. The properties of this type give offsets in seconds east of Greenwich; the line gives them west.
package struct PosixZone: Hashable, Sendable {
    package typealias Time = ZoneRules.Time

    /// Yearly change between standard time and summer time.
    struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// `J1` to `J365`; 29 February is never counted.
            case withoutLeapDay(Int)
            /// `0` to `365`; 29 February is counted.
            case dayOfYear(Int)
            /// `M3.5.0`: the week is 1 to 5, where 5 is the last; the day is 0 (Sunday) to 6.
            case week(month: Int, week: Int, day: Int)
        }

        var day: Day
        /// Seconds since midnight on the clock before the change; up to 167 hours before or after midnight.
        var second: Int
    }

    /// The summer time of a zone, with its start and end.
    struct Summer: Hashable, Sendable {
        var time: Time
        var start: Change
        var end: Change
    }

    package let standard: Time
    let summer: Summer?

    /// Returns the zone's offset and abbreviation at `moment`, which is in seconds since 1970.
    package func time(at moment: Int) -> Time {
        guard let summer else { return standard }
        // The year is that of standard time; a change near the year's end may come from the rule for an adjacent year.
        let year = CivilDay.date(ofDay: CivilDay.floor(moment + standard.offset, by: 86_400)).year
        var (latest, isSummer) = (Int.min, false)
        for year in year - 1...year + 1 {
            let starts = summer.start.second(of: year) - standard.offset
            let ends = summer.end.second(of: year) - summer.time.offset
            if ends <= moment, ends > latest { (latest, isSummer) = (ends, false) }
            // If a summer begins when the previous one ends, summer time lasts all year.
            if starts <= moment, starts >= latest { (latest, isSummer) = (starts, true) }
        }
        return isSummer ? summer.time : standard
    }

    /// Returns the first change after a moment; nil if the zone has no summer time.
    func nextChange(after moment: Int) -> Int? {
        guard let summer else { return nil }
        let year = CivilDay.date(ofDay: CivilDay.floor(moment + standard.offset, by: 86_400)).year
        return (year - 1...year + 2).flatMap { year in
            [summer.start.second(of: year) - standard.offset, summer.end.second(of: year) - summer.time.offset]
        }.filter { $0 > moment }.min()
    }
}

extension PosixZone.Change {
    /// Returns the date of the change in a year: seconds since 1970 on the clock before the change.
    func second(of year: Int) -> Int {
        let number: Int
        switch day {
        case .withoutLeapDay(let day):
            number =
                CivilDay.number(year: year, month: 1, day: 1) + day - 1 + (CivilDay.isLeap(year) && day >= 60 ? 1 : 0)
        case .dayOfYear(let day): number = CivilDay.number(year: year, month: 1, day: 1) + day
        case .week(let month, let week, let weekday):
            let first = CivilDay.number(year: year, month: month, day: 1)
            let next = CivilDay.number(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
            // 1970-01-01 was a Thursday.
            let into = ((weekday - (first + 4)) % 7 + 7) % 7
            let last = (next - 1 - first - into) / 7
            number = first + into + min(week - 1, last) * 7
        }
        return number * 86_400 + second
    }
}

/// Days of the Gregorian calendar, counted from 1970-01-01. Other modules inline the functions, which they call often.
package enum CivilDay {
    @inlinable package static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// Returns `number` divided by `size`, rounded towards negative infinity; `size` must be above 0.
    @inlinable
    package static func floor(_ number: Int, by size: Int) -> Int { number / size - (number % size < 0 ? 1 : 0) }

    /// Returns the number of a day; the ranges of month and day are not checked.
    @inlinable package static func number(year: Int, month: Int, day: Int) -> Int {
        // In this calculation years begin on 1 March, so that a leap day ends a year.
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date of a day.
    @inlinable package static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
