// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A day that is named by a week, month or year: `next week`, `monday next week`, `end of next month`.
enum SpokenDay: Hashable {
    enum Period: String {
        case week, month, year
    }

    /// The first day of the next period.
    case start(of: Period)
    /// A day of the next week, which begins on Monday; 1 is Sunday.
    case nextWeek(weekday: Int)
    /// The last day of a month: of the current one with 0, of the next one with 1.
    case endOfMonth(Int)
    /// 31 December of the current year.
    case endOfYear

    /// Returns this day at the time of day of `today`.
    func local(_ today: LocalTime) -> LocalTime {
        let (year, month, _) = today.civil
        let monday = today.adding(days: today.weekday == 2 ? 7 : (9 - today.weekday) % 7)
        switch self {
        case .start(.week): return monday
        case .start(.month): return Self.local(year, month + 1, day: 1, today)
        case .start(.year): return Self.local(year + 1, 1, day: 1, today)
        case .nextWeek(let weekday): return monday.adding(days: (weekday + 5) % 7)
        case .endOfMonth(let number): return Self.local(year, month + number + 1, day: 0, today)
        case .endOfYear: return Self.local(year + 1, 1, day: 0, today)
        }
    }

    /// Returns a day of a month; month 13 is the next January, and day 0 is the last day of the month before.
    private static func local(_ year: Int, _ month: Int, day: Int, _ today: LocalTime) -> LocalTime {
        let number = LocalTime.dayNumber(year: year + (month - 1) / 12, month: (month - 1) % 12 + 1, day: 1)
        return LocalTime(seconds: (number + day - 1) * 86_400 + today.secondOfDay)
    }

    /// Returns the parser's assumption about the day, as a sentence for the person; nil if there is none.
    func note(_ local: LocalTime) -> String? {
        guard case .start(let period) = self else { return nil }
        let first = period == .week ? "Monday" : "first day"
        return "\"next \(period.rawValue)\" is read as its \(first), \(local.dateText)."
    }

    /// Parses `next week`, `next week on friday`, `end of month`, `at the end of january`; otherwise consumes nothing.
    static func read(_ reader: inout WordReader) -> WrittenDay? {
        switch reader.next {
        case "next":
            guard let period = Period(rawValue: reader[1]) else { return nil }
            reader.skip(2)
            guard period == .week else { return .spoken(.start(of: period)) }
            let on = reader.next == "on" ? 1 : 0
            guard let weekday = CalendarWords.weekday(reader[on]), !CalendarWords.isPluralOfDays(reader[on]) else {
                return .spoken(.start(of: .week))
            }
            reader.skip(on + 1)
            return .spoken(.nextWeek(weekday: weekday))
        case "end", "the", "at", "by": return readEnd(&reader)
        default: return nil
        }
    }

    private static func readEnd(_ reader: inout WordReader) -> WrittenDay? {
        var distance = 0
        while ["at", "by", "the"].contains(reader[distance]), distance < 2 { distance += 1 }
        guard reader[distance] == "end", reader[distance + 1] == "of" else { return nil }
        distance += 2
        let isNext = reader[distance] == "next"
        if ["the", "this", "next"].contains(reader[distance]) { distance += 1 }
        let day: WrittenDay
        switch reader[distance] {
        case "month": day = .spoken(.endOfMonth(isNext ? 1 : 0))
        case "year" where !isNext: day = .spoken(.endOfYear)
        default:
            guard !isNext, let month = CalendarWords.month(reader[distance]) else { return nil }
            day = .weekdayOfMonth(-1, 0, year: nil, month: month)
        }
        reader.skip(distance + 1)
        return day
    }
}
