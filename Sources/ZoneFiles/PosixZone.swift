// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A zone whose rules are in one line: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// POSIX describes the form for the variable `TZ`; a zone file ends with one, for the years after its last change. Offsets
/// are in seconds east of Greenwich here; the text has them the other way round.
package struct PosixZone: Hashable, Sendable {
    /// One of the two times of such a zone.
    package struct Time: Hashable, Sendable {
        /// Such as `CET`.
        package var name: String
        /// Seconds east of Greenwich.
        package var offset: Int
    }

    /// When a year changes from one time to the other.
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
        /// Seconds since midnight, by the clock before the change; up to 167 hours either way.
        var second: Int
    }

    /// The summer time of a zone, and when it begins and ends.
    struct Summer: Hashable, Sendable {
        var time: Time
        var start: Change
        var end: Change
    }

    package let standard: Time
    let summer: Summer?

    /// The time at a moment, in seconds since 1970.
    package func time(at moment: Int) -> Time {
        guard let summer else { return standard }
        // The year by the standard clock; a change belongs to a year beside it only where it is within a week of its end.
        let year = CivilDay.year(ofDay: CivilDay.floor(moment + standard.offset, by: 86_400))
        var (latest, isSummer) = (Int.min, false)
        for year in year - 1...year + 1 {
            let starts = summer.start.second(of: year) - standard.offset
            let ends = summer.end.second(of: year) - summer.time.offset
            if ends <= moment, ends > latest { (latest, isSummer) = (ends, false) }
            // Where one summer begins as the one before ends, it is summer all the year.
            if starts <= moment, starts >= latest { (latest, isSummer) = (starts, true) }
        }
        return isSummer ? summer.time : standard
    }

    /// The first change after a moment; nil where the zone has one time.
    func nextChange(after moment: Int) -> Int? {
        guard let summer else { return nil }
        let year = CivilDay.year(ofDay: CivilDay.floor(moment + standard.offset, by: 86_400))
        return (year - 1...year + 2).flatMap { year in
            [summer.start.second(of: year) - standard.offset, summer.end.second(of: year) - summer.time.offset]
        }.filter { $0 > moment }.min()
    }
}

extension PosixZone.Change {
    /// When it is in a year: seconds since 1970 by the clock before it.
    func second(of year: Int) -> Int {
        let number: Int
        switch day {
        case .withoutLeapDay(let day):
            number =
                CivilDay.number(year: year, month: 1, day: 1) + day - 1 + (CivilDay.isLeap(year) && day >= 60 ? 1 : 0)
        case .dayOfYear(let day):
            number = CivilDay.number(year: year, month: 1, day: 1) + day
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

/// Days of the Gregorian calendar, counted from 1970-01-01.
enum CivilDay {
    static func isLeap(_ year: Int) -> Bool { (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }

    static func floor(_ number: Int, by size: Int) -> Int { (number - ((number % size + size) % size)) / size }

    /// The number of a day.
    static func number(year: Int, month: Int, day: Int) -> Int {
        // Years begin on 1 March here, so that the leap day is the last day of a year.
        let year = month <= 2 ? year - 1 : year
        let era = floor(year, by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year that a day is in.
    static func year(ofDay day: Int) -> Int {
        var year = 1970 + floor(day * 400, by: 146_097)
        while number(year: year, month: 1, day: 1) > day { year -= 1 }
        while number(year: year + 1, month: 1, day: 1) <= day { year += 1 }
        return year
    }
}
