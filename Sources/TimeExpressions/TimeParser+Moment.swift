// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// Moments: a day and a time of day in either order, or an instant.
extension TimeParser {
    mutating func parseMoment() throws(TimeExpressionError) -> TimeExpression {
        if words.count == 1, let instant = try instant(words[0].text) { return instant }
        if words.count == 1, words[0].text == "now" {
            throw error(.past, "\"now\" is no later time; leave the time out")
        }
        var day: (words: DayWords, position: Int)?
        var clock: ClockTime?
        skipFillers()
        while word != nil {
            let position = index
            if let time = try clockTime() {
                guard clock == nil else { throw error(.ambiguous, "there are two times of day", at: position) }
                clock = time
            } else if let found = try dayWords() {
                guard day == nil else { throw error(.ambiguous, "there are two days", at: position) }
                day = (found, position)
            } else if index == words.count - 1, let zone = zone(words[index]) {
                ownZone = zone
                index += 1
            } else {
                throw notUnderstood()
            }
            skipFillers()
        }
        guard day != nil || clock != nil else { throw notUnderstood() }
        if clock == nil { notes.append("no time of day was said, so 09:00") }
        return try moment(on: day?.words, at: clock ?? .standard, position: day?.position ?? 0, hasClock: clock != nil)
    }

    // MARK: - Parts

    /// Reads a time of day, in one word or as `9 am`; nil if the word is none.
    mutating func clockTime() throws(TimeExpressionError) -> ClockTime? {
        guard let word else { return nil }
        var reading = ClockTime.read(word)
        var length = 1
        if case .none = reading, let next = peek(1), ["am", "pm", "a.m.", "p.m."].contains(next) {
            reading = ClockTime.read(word + next)
            length = 2
        }
        switch reading {
        case .none: return nil
        case .impossible: throw error(.impossible, "\"\(word)\" is no time of day; clocks go from 00:00 to 23:59")
        case .time(let time):
            index += length
            return time
        }
    }

    private mutating func dayWords() throws(TimeExpressionError) -> DayWords? {
        guard let word else { return nil }
        switch word {
        case "today": return take(.relative(0))
        case "tomorrow": return take(.relative(1))
        case "next", "this", "coming":
            guard let name = peek(1), let weekday = Vocabulary.weekdays[name] else { return nil }
            index += 1
            return take(.weekday(weekday, next: word == "next"))
        default: break
        }
        if let weekday = Vocabulary.weekdays[word] { return take(.weekday(weekday, next: false)) }
        if let date = try isoDate(word) { return take(date) }
        return try namedDate()
    }

    private mutating func take(_ day: DayWords) -> DayWords {
        index += 1
        return day
    }

    /// `2026-12-24`; and refuses what two countries read in two ways.
    private func isoDate(_ word: String) throws(TimeExpressionError) -> DayWords? {
        let isNumeric = word.allSatisfy { $0.isASCII && ($0.isNumber || "-/.".contains($0)) }
        guard isNumeric, word.contains(where: { !$0.isNumber }) else { return nil }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].count == 4, (1...2).contains(parts[1].count), (1...2).contains(parts[2].count),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        {
            return .date(year: year, month: month, day: day)
        }
        let pieces = word.split(whereSeparator: { !$0.isNumber })
        guard (2...3).contains(pieces.count), word.contains("/") || pieces.count == 3 else { return nil }
        throw error(.ambiguous, "\"\(word)\" has two readings; write the date as 2026-12-24 or 24 dec")
    }

    /// `24 dec`, `dec 24th`, each with a year or without.
    private mutating func namedDate() throws(TimeExpressionError) -> DayWords? {
        guard let word else { return nil }
        var month = Vocabulary.months[word]
        var day = Self.dayNumber(word)
        guard let next = peek(1) else { return nil }
        if month != nil { day = Self.dayNumber(next) } else { month = Vocabulary.months[next] }
        guard let month, let day else { return nil }
        index += 2
        var year: Int?
        if let third = self.word, third.count == 4, let number = Int(third), third.allSatisfy(\.isNumber) {
            year = number
            index += 1
        }
        return .date(year: year, month: month, day: day)
    }

    /// `24`, `24th`; nil for what is no day of a month.
    static func dayNumber(_ word: String) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else {
            return nil
        }
        return Int(digits)
    }

    private func zone(_ word: Word) -> TimeZone? {
        // The identifier as it was written: names of zones are in mixed case.
        let written = String(text.dropFirst(word.range.lowerBound).prefix(word.range.count))
        guard written.contains("/") || ["utc", "gmt", "z"].contains(word.text) else { return nil }
        return word.text == "utc" || word.text == "z" ? .gmt : TimeZone(identifier: written)
    }

    // MARK: - The date

    private func moment(
        on day: DayWords?, at clock: ClockTime, position: Int, hasClock: Bool
    ) throws(TimeExpressionError) -> TimeExpression {
        var calendar = calendar
        calendar.timeZone = ownZone ?? timeZone
        let today = calendar.dateComponents([.year, .month, .day, .weekday], from: now)
        var notes = notes
        switch day {
        case nil:
            if let found = date(today, plus: 0, clock, calendar) { return result(found, clock, notes) }
            notes.append("\(clock.description) is past already today, so tomorrow")
            return try require(date(today, plus: 1, clock, calendar), clock, notes, position)
        case .relative(let days):
            guard let found = date(today, plus: days, clock, calendar) else {
                throw error(.past, "today \(clock.description) is past already", at: position)
            }
            return result(found, clock, notes)
        case .weekday(let weekday, let next):
            var days = (weekday - (today.weekday ?? 1) + 7) % 7
            if days == 0, next || date(today, plus: 0, clock, calendar) == nil { days = 7 }
            return try require(date(today, plus: days, clock, calendar), clock, notes, position)
        case .date(let year, let month, let day):
            guard (1...12).contains(month), day >= 1, day <= CalendarDay.longest(month) else {
                throw error(.impossible, "there is no such day: month \(month), day \(day)", at: position)
            }
            let years = year.map { [$0] } ?? Array((today.year ?? 1970)...((today.year ?? 1970) + 8))
            guard years.contains(where: { day <= CalendarDay.count(month, of: $0) }) else {
                throw error(.impossible, "there is no 29 February in \(years[0])", at: position)
            }
            for candidate in years where day <= CalendarDay.count(month, of: candidate) {
                let components = DateComponents(year: candidate, month: month, day: day)
                guard let found = date(components, plus: 0, clock, calendar) else { continue }
                if year == nil, candidate != today.year { notes.append("that is past this year, so in \(candidate)") }
                return result(found, clock, notes)
            }
            throw error(.past, "that day and time are past already", at: position)
        }
    }

    /// A day and a time as a trigger and its moment; nil when that is not after now.
    private func date(
        _ day: DateComponents, plus days: Int, _ clock: ClockTime, _ calendar: Calendar
    ) -> (components: DateComponents, date: Date)? {
        // Noon exists on every day in every zone: days are counted there.
        var noon = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
        noon.timeZone = .gmt
        var counting = calendar
        counting.timeZone = .gmt
        guard let start = counting.date(from: noon) else { return nil }
        let target = counting.dateComponents([.year, .month, .day], from: start + Double(days) * 86400)
        var components = DateComponents(
            year: target.year, month: target.month, day: target.day, hour: clock.hour, minute: clock.minute,
            second: clock.second)
        components.timeZone = ownZone
        let trigger = Trigger.calendar(components, repeats: false)
        guard let date = trigger.nextDate(after: now, anchoredAt: now, in: timeZone) else { return nil }
        return (components, date)
    }

    private func require(
        _ found: (components: DateComponents, date: Date)?, _ clock: ClockTime, _ notes: [String], _ position: Int
    ) throws(TimeExpressionError) -> TimeExpression {
        guard let found else { throw error(.impossible, "there is no such moment", at: position) }
        return result(found, clock, notes)
    }

    private func result(
        _ found: (components: DateComponents, date: Date), _ clock: ClockTime, _ notes: [String]
    ) -> TimeExpression {
        let day = found.components
        let text = CalendarDay.text(day.year ?? 0, day.month ?? 0, day.day ?? 0)
        return TimeExpression(
            trigger: .calendar(day, repeats: false), nextDate: found.date,
            normalized: "\(text) \(clock.description)" + (ownZone.map { " \($0.identifier)" } ?? ""), notes: notes)
    }
}
