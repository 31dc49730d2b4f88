// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A year of a calendar with its own months; days are counted from 1970-01-01.
struct CalendarYear {
    struct Month {
        let number: Int
        var isLeap = false
        let days: Int
    }

    /// Number of the year, counted through all eras.
    let number: Int
    let era: Int
    let yearOfEra: Int
    /// The year's first day.
    let first: Int
    let months: [Month]
    var next: Int { months.reduce(first) { $0 + $1.days } }

    /// Creates a year; nil if the calendar or its table has no such year.
    init?(_ number: Int, of system: CalendarSystem) {
        self.number = number
        guard number >= 1 else { return nil }
        switch system {
        case .chinese: (era, yearOfEra) = ((number - 1) / 60 + 1, (number - 1) % 60 + 1)
        case .coptic, .ethiopic: (era, yearOfEra) = (1, number)
        default: (era, yearOfEra) = (0, number)
        }
        switch system {
        case .coptic, .ethiopic:
            // The epochs of the two calendars are 29 August 284 and 8 (Julian); every fourth year has one more day.
            let epoch = system == .coptic ? -615_558 : -716_367
            first = epoch + 365 * (number - 1) + number / 4
            months = (1...13).map { Month(number: $0, days: $0 < 13 ? 30 : number % 4 == 3 ? 6 : 5) }
        case .indian:
            // The Indian year begins on 22 March, or on 21 March in a leap year.
            let isLeap = LocalTime.isLeap(number + 78)
            first = LocalTime.dayNumber(year: number + 78, month: 3, day: isLeap ? 21 : 22)
            months = (1...12).map { Month(number: $0, days: $0 == 1 ? (isLeap ? 31 : 30) : $0 <= 6 ? 31 : 30) }
        case .islamicCivil, .islamicTabular:
            // Eleven of 30 Islamic years have one more day; the epoch is 16 or 15 July 622 of the Julian calendar.
            let epoch = system == .islamicCivil ? -492_148 : -492_149
            first = epoch + 354 * (number - 1) + (11 * number + 3) / 30
            let isLeap = (11 * number + 14) % 30 < 11
            months = (1...12).map { Month(number: $0, days: $0 % 2 == 1 || ($0 == 12 && isLeap) ? 30 : 29) }
        case .persian:
            // Eight of 33 Persian years have one more day.
            func newYear(_ year: Int) -> Int { -492_268 + 365 * (year - 1) + (8 * year + 21) / 33 }
            first = newYear(number)
            let length = newYear(number + 1) - newYear(number)
            months = (1...12).map { Month(number: $0, days: $0 <= 6 ? 31 : $0 < 12 ? 30 : length - 336) }
        case .hebrew:
            first = HebrewYears.first(of: number)
            months = HebrewYears.months(of: number)
        case .chinese, .islamic, .islamicUmmAlQura:
            guard let (first, months) = MoonTable.of(system)?.year(number) else { return nil }
            (self.first, self.months) = (first, months)
        case .gregorian, .iso8601, .ethioaa, .buddhist, .japanese, .roc: return nil
        }
    }

    /// Returns the number of the year that contains a day, or of a year near it.
    static func estimate(for day: Int, in system: CalendarSystem) -> Int {
        func year(from epoch: Int, _ days: Double) -> Int { Int(Double(day - epoch) / days) + 1 }
        switch system {
        case .coptic: return year(from: -615_558, 365.25)
        case .ethiopic: return year(from: -716_367, 365.25)
        case .indian: return year(from: -690_980, 365.2425)
        case .persian: return year(from: -492_268, 365.2425)
        case .hebrew: return year(from: -2_092_591, 365.2468)
        case .chinese: return year(from: -1_683_428, 365.2425)
        default: return year(from: -492_148, 354.3667)
        }
    }
}

/// Years of the Hebrew calendar, computed from mean new moons and the four postponement rules.
enum HebrewYears {
    static func first(of year: Int) -> Int {
        let day = delayed(year)
        // No year may have 356 or 382 days: a later first day prevents that.
        var delay = 0
        if delayed(year + 1) - day == 356 { delay = 2 } else if day - delayed(year - 1) == 382 { delay = 1 }
        return day + delay - 2_092_590
    }

    /// Returns the days from the epoch to the new moon of a year's first month, moved off Sunday, Wednesday and Friday.
    private static func delayed(_ year: Int) -> Int {
        let months = (235 * year - 234).dividedDown(by: 19)
        let parts = 12_084 + 13_753 * months
        let day = 29 * months + parts.dividedDown(by: 25_920)
        return (3 * (day + 1)) % 7 < 3 ? day + 1 : day
    }

    /// Returns the months from Tishri on; the sixth is Adar I, which only leap years have.
    static func months(of year: Int) -> [CalendarYear.Month] {
        let length = first(of: year + 1) - first(of: year)
        let isLeap = (7 * year + 1) % 19 < 7
        // A Hebrew year has 353, 354 or 355 days; a leap year has 30 more.
        let kind = length % 10 - 3
        let days = [30, kind == 2 ? 30 : 29, kind == 0 ? 29 : 30, 29, 30, 30, 29, 30, 29, 30, 29, 30, 29]
        return (1...13).compactMap { $0 == 6 && !isLeap ? nil : CalendarYear.Month(number: $0, days: days[$0 - 1]) }
    }
}
