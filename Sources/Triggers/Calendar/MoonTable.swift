// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Table of years for a calendar whose months follow observations of the moon or an authority.
///
/// A year is five hexadecimal digits. The upper 13 bits are its months, the first one highest: 1 for 30 days, 0 for 29.
/// The lower four bits are the index of the Chinese leap month, 15 for none. In a calendar without leap months a year
/// is three digits, one bit for each month. The tables cover 1900 to 2366 and were generated from Foundation's
/// calendars (ICU 76); `OtherCalendarTests` compares the tables with those calendars.
struct MoonTable: Sendable {
    /// Number of the first year, counted through all eras.
    let firstYear: Int
    /// First day of ``firstYear``, counted from 1970-01-01.
    let firstDay: Int
    private let years: [UInt32]
    /// First day of each year, and the day after the last year.
    private let starts: [Int]

    init(firstYear: Int, firstDay: Int, _ text: String) {
        self.firstYear = firstYear
        self.firstDay = firstDay
        years = text.split(whereSeparator: \.isWhitespace).compactMap { word in
            UInt32(word, radix: 16).map { word.utf8.count == 3 ? $0 << 5 | 15 : $0 }
        }
        var starts = [firstDay]
        for year in years { starts.append(Self.months(year).reduce(starts[starts.count - 1]) { $0 + $1.days }) }
        self.starts = starts
    }

    /// Returns a year's first day and its months; nil outside the table.
    func year(_ number: Int) -> (first: Int, months: [CalendarYear.Month])? {
        let index = number - firstYear
        guard years.indices.contains(index) else { return nil }
        return (starts[index], Self.months(years[index]))
    }

    private static func months(_ year: UInt32) -> [CalendarYear.Month] {
        let leap = Int(year & 15)
        var months: [CalendarYear.Month] = []
        var number = 1
        for index in 0..<(leap == 15 ? 12 : 13) {
            let isLeap = index == leap
            if isLeap { number -= 1 }
            let isLong = year >> UInt32(16 - index) & 1 == 1
            months.append(CalendarYear.Month(number: number, isLeap: isLeap, days: isLong ? 30 : 29))
            number += 1
        }
        return months
    }

    /// Returns the table of a calendar; nil for a calendar that needs no table.
    static func of(_ system: CalendarSystem) -> MoonTable? {
        switch system {
        case .chinese: chinese
        case .islamic: islamic
        case .islamicUmmAlQura: islamicUmmAlQura
        default: nil
        }
    }
}
