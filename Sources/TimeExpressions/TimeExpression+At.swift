// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

extension TimeExpression {
    /// Reads a whole expression as one moment.
    static func moment(_ reader: inout WordReader, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        let opening = reader.peek()
        if opening == "in" || opening == "now" || opening.hasPrefix("+") { return try duration(&reader, context) }
        if let instant = try reader.instant() {
            guard reader.isAtEnd else { throw reader.errorAboutNextWord() }
            return try moment(at: instant, context, reader)
        }
        let start = reader.position
        if try reader.span() != nil {
            guard reader.isAtEnd || reader.peek() == "from" else { throw reader.errorAboutNextWord() }
            reader.rewind(to: start)
            return try duration(&reader, context)
        }
        reader.rewind(to: start)

        var (day, time): (WrittenDay?, ClockTime?)
        if let local = try reader.localTime() {
            let (year, month, number) = local.civil
            day = .date(year: year, month: month, day: number)
            time = ClockTime(hour: local.hour, minute: local.minute, second: local.second)
        }
        while !reader.isAtEnd {
            if day != nil || time != nil, reader.take(",") { continue }
            if time == nil, let clock = try reader.clockTime() {
                time = clock
            } else if day == nil, let written = try reader.day() {
                day = written
            } else {
                throw reader.errorAboutNextWord()
            }
        }
        return try moment(day, time, context, reader)
    }

    /// The moment of a day and a time of day, one of which may be open.
    private static func moment(
        _ day: WrittenDay?, _ time: ClockTime?, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        var notes: [String] = []
        let clock = time ?? ClockTime(hour: defaultHour)
        if time == nil { notes.append("No time was given: 09:00.") }
        let today = context.local.at(hour: clock.hour, minute: clock.minute, second: clock.second)
        let isLaterToday = today.instant(in: context.timeZone) > context.now
        var local = today
        switch day {
        case nil:
            if !isLaterToday {
                local = today.adding(days: 1)
                notes.append("\(clock.text) is past today: tomorrow.")
            }
        case .relative(let days):
            local = today.adding(days: days)
        case .weekday(let weekday, let afterToday):
            var days = (weekday - today.weekday + 7) % 7
            if days == 0, afterToday || !isLaterToday { days = 7 }
            local = today.adding(days: days)
            if afterToday { notes.append("\"next\" is the first one after today: \(local.dateText).") }
        case .date(let year?, let month, let day):
            guard let date = LocalTime(year: year, month: month, day: day) else {
                throw reader.error(.impossible, "there is no such day", from: 0)
            }
            local = date.at(hour: clock.hour, minute: clock.minute, second: clock.second)
        case .date(nil, let month, let day):
            local = coming(month: month, day: day, today)
            if local.civil.year != today.civil.year { notes.append("The coming one is in \(local.civil.year).") }
        }
        return try moment(at: local, context, notes: notes, reader)
    }

    /// The coming day of this name at the time of `today`, which counts itself; there is one within eight years.
    private static func coming(month: Int, day: Int, _ today: LocalTime) -> LocalTime {
        let year = today.civil.year
        let time = today.secondOfDay
        let days = (year...year + 8).lazy.compactMap { LocalTime(year: $0, month: month, day: day) }
        return (days.first { $0.dayNumber >= today.dayNumber } ?? today).adding(seconds: time)
    }

    /// A wall-clock time that comes once.
    static func moment(
        at local: LocalTime, _ context: Context, notes: [String], _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        let date = local.instant(in: context.timeZone)
        guard date > context.now else {
            throw reader.error(.past, "\(local.text) is past; it is \(context.local.text) now", from: 0)
        }
        let trigger = Trigger.calendar(local.components(in: context.fixedZone), repeats: false)
        return TimeExpression(trigger: trigger, nextDate: date, normalized: local.text, notes: notes)
    }

    /// A moment that was given with its offset: fixed, wherever the person goes.
    private static func moment(
        at date: Date, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        let local = LocalTime(date, in: .gmt)
        guard date > context.now else {
            let now = DateText.rfc3339(context.now, in: context.timeZone)
            let text = DateText.rfc3339(date, in: context.timeZone)
            throw reader.error(.past, "\(text) is past; it is \(now) now", from: 0)
        }
        return TimeExpression(
            trigger: .calendar(local.components(in: .gmt), repeats: false), nextDate: date, normalized: "\(local)Z",
            notes: [])
    }
}

extension LocalTime {
    /// `2026-12-24`.
    var dateText: String { String(description.prefix(10)) }
    /// `09:00`, or `09:00:30`.
    var timeText: String { String(description.dropFirst(11).prefix(second == 0 ? 5 : 8)) }
    /// `2026-12-24 09:00`, with seconds where they are not 0.
    var text: String { "\(dateText) \(timeText)" }

    /// Year to second, for a trigger that fires once.
    func components(in timeZone: TimeZone?) -> DateComponents {
        let (year, month, day) = civil
        return DateComponents(
            timeZone: timeZone, year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
