// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Years of a calendar whose months begin with the moon as astronomers or an authority say.
///
/// A year is five hexadecimal digits: 13 bits for its months in order, of which a set one has 30 days and any other 29, the
/// first the highest; then the index of the leap month, as the Chinese calendar has it, 15 for none. The tables go from 1900
/// to 2366 and were made of Foundation's calendars (ICU 76); `OtherCalendarTests` hold them against those.
struct MoonTable: Sendable {
    /// The number of the first year, through all eras.
    let firstYear: Int
    /// Its first day, counted from 1970-01-01.
    let firstDay: Int
    private let years: [UInt32]
    /// Where each year begins, and where the last ends.
    private let starts: [Int]

    init(firstYear: Int, firstDay: Int, _ text: String) {
        self.firstYear = firstYear
        self.firstDay = firstDay
        years = text.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0, radix: 16) }
        var starts = [firstDay]
        for year in years { starts.append(Self.months(year).reduce(starts[starts.count - 1]) { $0 + $1.days }) }
        self.starts = starts
    }

    /// The first day of a year and its months; nil outside of the table.
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

    /// The table of a calendar; nil for one that has none.
    static func of(_ system: CalendarSystem) -> MoonTable? {
        switch system {
        case .chinese: chinese
        case .islamic: islamic
        case .islamicUmmAlQura: islamicUmmAlQura
        default: nil
        }
    }
}
