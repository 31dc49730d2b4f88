// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

// Foundation needs up to half a second to find one day of the Chinese calendar that matches some components, and any
// program may ask for a thousand of them. It is asked where months begin instead, once for each eight years.

/// The months of a calendar: the Gregorian one's by arithmetic, others' as Foundation has them.
struct CalendarMonths: Sendable {
    /// Its zone is GMT.
    private let calendar: Calendar
    let isGregorian: Bool

    /// So many days are looked up at once.
    private static let span = 8 * 366
    /// So many spans are kept, of all calendars; some 5 KB each.
    private static let keptSpans = 64

    private struct Key: Hashable {
        let calendar: Calendar.Identifier
        let span: Int
    }

    private static let known = Mutex<[Key: [CalendarMonth]]>([:])

    init(of calendar: Calendar) {
        self.calendar = calendar
        isGregorian = calendar.identifier == .gregorian || calendar.identifier == .iso8601
    }

    /// The month that a day is in; nil where the calendar has none.
    func month(containing day: Int) -> CalendarMonth? {
        if isGregorian { return .gregorian(containing: day) }
        let number = Int((Double(day) / Double(Self.span)).rounded(.down))
        let key = Key(calendar: calendar.identifier, span: number)
        let months: [CalendarMonth]
        if let known = Self.known.withLock({ $0[key] }) {
            months = known
        } else {
            months = lookUp(number * Self.span..<(number + 1) * Self.span)
            Self.known.withLock { known in
                if known.count >= Self.keptSpans { known = [:] }
                known[key] = months
            }
        }
        // The last that begins at or before the day.
        var (low, high) = (months.startIndex, months.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if months[middle].first <= day { low = middle + 1 } else { high = middle }
        }
        guard low > months.startIndex, months[low - 1].contains(day) else { return nil }
        return months[low - 1]
    }

    /// The first day of the year after a month's; nil where the calendar has none.
    func nextNewYear(after month: CalendarMonth) -> Int? {
        var later = month
        while (later.era, later.year) == (month.era, month.year) {
            guard let next = self.month(containing: later.next), next.first > later.first else { return nil }
            later = next
        }
        return later.first
    }

    /// The first day of a year; nil where the calendar has none.
    func newYear(_ year: Int, era: Int) -> Int? {
        if isGregorian { return era == 1 ? LocalTime.dayNumber(year: year, month: 1, day: 1) : nil }
        var components = DateComponents(era: era, year: year, month: 1, day: 1)
        components.isLeapMonth = false
        guard let date = calendar.date(from: components) else { return nil }
        let day = Self.day(of: date)
        // Foundation makes a date of every number: an era may have ended before that year.
        let found = calendar.dateComponents([.era, .year], from: date)
        return found.era == era && found.year == year ? day : nil
    }

    /// Asks Foundation for the months of these days, in order; what it can't tell is left out.
    private func lookUp(_ days: Range<Int>) -> [CalendarMonth] {
        guard var current = place(of: days.lowerBound) else { return [] }
        var first = days.lowerBound - current.day + 1
        var newYear = self.newYear(current.year, era: current.era) ?? first
        var months: [CalendarMonth] = []
        while first < days.upperBound {
            // Most have 29 days or more; after the short ones comes a long one.
            var probe = first + 29
            guard var later = place(of: probe) else { return months }
            while later.isSameMonth(as: current) {
                probe += 1
                guard probe < first + 40, let next = place(of: probe) else { return months }
                later = next
            }
            let next = probe - later.day + 1
            guard next > first else { return months }
            months.append(
                CalendarMonth(
                    era: current.era, year: current.year, number: current.month, isLeap: current.isLeap, first: first,
                    next: next, newYear: newYear))
            if (later.era, later.year) != (current.era, current.year) { newYear = next }
            (current, first) = (later, next)
        }
        return months
    }

    private struct Place {
        let era: Int
        let year: Int
        let month: Int
        let isLeap: Bool
        let day: Int

        func isSameMonth(as other: Place) -> Bool {
            (era, year, month, isLeap) == (other.era, other.year, other.month, other.isLeap)
        }
    }

    private func place(of day: Int) -> Place? {
        let date = Date(timeIntervalSince1970: Double(day) * 86_400)
        let found = calendar.dateComponents([.era, .year, .month, .day], from: date)
        guard let year = found.year, let month = found.month, let day = found.day else { return nil }
        return Place(era: found.era ?? 0, year: year, month: month, isLeap: found.isLeapMonth ?? false, day: day)
    }

    private static func day(of date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}
