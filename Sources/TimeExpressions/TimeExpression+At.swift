// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

extension TimeExpression {
    /// Parses a whole expression as one moment.
    package static func moment(_ reader: inout WordReader, _ context: Context) throws(TimeExpressionError)
        -> TimeExpression
    {
        if SunWords.isAhead(reader) { return try SunWords.read(&reader, context) }
        let opening = reader.next
        if opening == "in", let later = try laterDay(&reader, context) { return later }
        let isLength = opening == "in" ? reader[1] != "the" : opening == "now" || opening.hasPrefix("+")
        if isLength { return try duration(&reader, context) }
        if let instant = try instant(&reader, context) { return instant }
        let start = reader.position
        // "Five minutes to twelve" is a time of day.
        if try Span.read(&reader) != nil, reader.next != "to", reader.next != "past" {
            guard reader.isAtEnd || reader.next == "from" else { throw reader.errorAboutNextWord() }
            reader.rewind(to: start)
            return try duration(&reader, context)
        }
        reader.rewind(to: start)

        var (day, time): (WrittenDay?, TimeWords) = (nil, TimeWords())
        if let local = try WrittenInstant.readLocal(&reader) {
            let (year, month, number) = local.civil
            day = .date(year: year, month: month, day: number)
            time = TimeWords(local.clock)
        }
        var offset: Span?
        var occurrence = ZoneName.only
        while !reader.isAtEnd {
            let isBegun = day != nil || !time.isEmpty
            if isBegun, reader.take(",") { continue }
            if isBegun, reader.next.first == "+" {
                _ = reader.take("+")
                offset = try Span.read(&reader)
                guard offset != nil, reader.isAtEnd else { throw reader.errorAboutNextWord() }
                break
            }
            if try time.readClock(&reader) { continue }
            if day == nil, let written = try WrittenDay.read(&reader) {
                day = written
            } else if time.readWords(&reader) {
                continue
            } else if let named = try ZoneName.read(&reader, of: day, time.known, context) {
                occurrence = named
            } else {
                throw reader.errorAboutNextWord()
            }
        }
        if time.isToday {
            guard day == nil || day == .relative(0) else {
                let clocks = try time.clocks(reader)
                throw time.error(.unknown, "is today, and the other words name a day", clocks, reader)
            }
            day = .relative(0)
        }
        // "4pm + 3 days" counts from 16:00 today, even if that is past.
        let written = day ?? (offset == nil ? nil : .relative(0))
        let (clock, notes) = try clock(of: time, on: written, context, reader)
        let expression = try moment(written, clock, plus: offset, notes: notes, context, reader)
        guard case .second(let date) = occurrence else { return expression }
        return try moment(at: date, context, reader)
    }

    /// Parses a moment with its offset, such as `2026-12-24T09:00:00+01:00`, or `@1795262400`.
    private static func instant(
        _ reader: inout WordReader, _ context: Context
    ) throws(TimeExpressionError) -> TimeExpression? {
        let opening = reader.next
        guard let instant = try WrittenInstant.read(&reader) else { return nil }
        guard reader.isAtEnd else { throw reader.errorAboutNextWord() }
        var expression = try moment(at: instant, context, reader)
        let last = WrittenInstant.withColonInOffset(reader[-1])
        let offset = last.hasSuffix("z") ? "+00:00" : String(last.suffix(6))
        if !opening.hasPrefix("@"), offset != UTCOffset.text(context.timeZone.secondsFromGMT(for: instant)) {
            expression.notes.append("The offset \(offset) fixes the moment, whatever zone you are in.")
        }
        return expression
    }

    /// Parses `in 2 days at 9am`: a number of days, weeks or months from today, at a time of day.
    private static func laterDay(
        _ reader: inout WordReader, _ context: Context
    ) throws(TimeExpressionError) -> TimeExpression? {
        let first = reader.position
        _ = reader.take("in")
        if let span = try Span.read(&reader), span.keepsClock || span.seconds >= 86_400, !reader.isAtEnd,
            let time = try timeBehindDays(&reader, context)
        {
            guard span.seconds == 0 else {
                throw reader.error(
                    .unknown, "a time of day goes with whole days only; write e.g. in 2 days at 9am", from: first)
            }
            return try moment(.relative(0), time.clock, plus: span, notes: time.notes, context, reader)
        }
        reader.rewind(to: first)
        return nil
    }

    /// Parses a time of day at the end of the words.
    private static func timeBehindDays(
        _ reader: inout WordReader, _ context: Context
    ) throws(TimeExpressionError) -> (clock: ClockTime?, notes: [String])? {
        var time = TimeWords()
        while !reader.isAtEnd { guard try time.readClock(&reader) || time.readWords(&reader) else { return nil } }
        return time.isToday ? nil : try clock(of: time, on: .relative(1), context, reader)
    }

    /// Returns the time of day that the words mean, and the assumption about it.
    ///
    /// If a time can be in either half of the day and no day is given, the next such time is meant.
    ///
    /// - Throws: ``TimeExpressionError`` if a day is given on which both times are still in the future.
    private static func clock(
        of time: TimeWords, on day: WrittenDay?, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> (clock: ClockTime?, notes: [String]) {
        let clocks = try time.clocks(reader)
        guard let first = clocks.first else { return (nil, []) }
        let now = context.local.secondOfDay
        let coming = clocks.filter { $0.secondOfDay > now }
        if clocks.count > 1, let day, day != .relative(0) || coming.count > 1 { throw time.ambiguity(clocks, reader) }
        let clock = clocks.count == 1 ? first : coming.first ?? (day == nil ? first : clocks[1])
        return (clock, time.note(clock, reader).map { [$0] } ?? [])
    }

    /// Returns the moment of a day and a time of day, one of which may be missing.
    private static func moment(
        _ day: WrittenDay?, _ time: ClockTime?, plus offset: Span?, notes: [String] = [], _ context: Context,
        _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        var notes = notes
        let clock = time ?? ClockTime(hour: defaultHour)
        if time == nil { notes.append("No time of day was given; using 09:00.") }
        let today = context.local.at(clock)
        let isLaterToday = today.instant(in: context.timeZone) > context.now
        let local: LocalTime
        if let day {
            local = try day.local(today, isPastToday: !isLaterToday, reader, from: 0)
            switch day.unchecked {
            case .weekday(_, afterToday: true):
                notes.append("\"next\" means the first such day after today: \(local.dateText).")
            case .date(nil, _, _), .weekdayOfMonth(_, _, nil, _):
                if local.civil.year != today.civil.year {
                    notes.append("The next such date is in \(local.civil.year).")
                }
            case .spoken(let day): notes += [day.note(local)].compactMap(\.self)
            default: break
            }
        } else {
            local = isLaterToday ? today : today.adding(days: 1)
            if !isLaterToday { notes.append("\(clock.text) is past today; using tomorrow.") }
        }
        guard let offset else { return try moment(at: local, context, notes: notes, reader) }
        return try moment(local, plus: offset, notes: notes, context, reader)
    }

    /// Returns the expression for `local` plus a span: days and months, which keep the time of day, then real time.
    static func moment(
        _ local: LocalTime, plus span: Span, notes: [String], _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        let later = local.adding(Span(days: span.days, months: span.months), in: context.timeZone)
        guard span.seconds > 0 else { return try moment(at: later, context, notes: notes, reader) }
        let date = later.instant(in: context.timeZone) + span.seconds
        let reading = LocalTime(date, in: context.timeZone)
        // Only a moment can express the second of two equal local times.
        guard reading.instant(in: context.timeZone).wholeSeconds != date.wholeSeconds else {
            return try moment(at: reading, context, notes: notes, reader)
        }
        var expression = try moment(at: date, context, reader)
        expression.notes = notes + ["\(reading.timeText) comes twice that day; using the second."]
        return expression
    }

    /// Returns the expression for a local time that occurs once.
    private static func moment(
        at local: LocalTime, _ context: Context, notes: [String], _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        try once(local, in: context.fixedZone, local.text, notes: notes, context, reader.range(from: 0))
    }

    /// Returns the expression for a moment with a given offset, which doesn't follow the person to other zones.
    private static func moment(
        at date: Date, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        try once(LocalTime(date, in: .gmt), in: .gmt, nil, context, reader.range(from: 0))
    }

    /// Returns the expression for a local time in the future, which fires once.
    ///
    /// Without a zone, the expression floats with the person's zone. `normalized` is nil for a moment in UTC.
    static func once(
        _ local: LocalTime, in zone: Zone?, _ normalized: String?, notes: [String] = [], _ context: Context,
        _ range: Range<Int>
    ) throws(TimeExpressionError) -> TimeExpression {
        let date = local.instant(in: zone ?? context.timeZone)
        guard date > context.now else {
            let text = normalized ?? date.rfc3339(in: context.timeZone)
            let now = normalized == nil ? context.now.rfc3339(in: context.timeZone) : context.local.text
            throw TimeExpressionError(.past, "\(text) is past; it is \(now) now", at: range)
        }
        return TimeExpression(
            trigger: .calendar(local.components(in: zone), repeats: false), nextDate: date,
            normalized: normalized ?? "\(local)Z", notes: notes)
    }
}

extension LocalTime {
    var dateText: String { String(description.prefix(10)) }
    /// The date and its weekday: `2026-12-24 is a Thursday`.
    var weekdaySentence: String { "\(dateText) is a \(CalendarWords.fullWeekdays[weekday - 1].capitalized)" }
    /// The time of day: `09:00`, or `09:00:30`.
    var timeText: String { String(description.dropFirst(11).prefix(second == 0 ? 5 : 8)) }
    /// The date and time of day: `2026-12-24 09:00`, with seconds if they are not 0.
    var text: String {
        let text = description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(second == 0 ? 5 : 8))"
    }

    /// Returns this local time plus a span: months first, then days, then real time.
    func adding(_ span: Span, in timeZone: Zone) -> LocalTime {
        let (year, month, day) = civil
        let index = year * 12 + month - 1 + Int(span.months)
        let length = LocalTime.days(inMonth: index % 12 + 1, ofYear: index / 12)
        let target = LocalTime.dayNumber(year: index / 12, month: index % 12 + 1, day: min(day, length))
        let later = LocalTime(seconds: (target + span.days) * 86_400 + secondOfDay)
        if span.seconds == 0 { return later }
        return LocalTime(later.instant(in: timeZone) + span.seconds, in: timeZone)
    }

    /// Returns the components from year to second, for a trigger that fires once.
    func components(in timeZone: Zone?) -> CalendarComponents {
        let (year, month, day) = civil
        return CalendarComponents(
            timeZone: timeZone, year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
