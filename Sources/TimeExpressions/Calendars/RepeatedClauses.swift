// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Clauses that may follow a repeating expression: `from 1 dec until 24 dec except 6 dec`, `10 times`.
struct RepeatedClauses {
    private(set) var start: LocalTime?
    private(set) var until: LocalTime?
    private(set) var count: Int?
    /// The time from the first date to the end of the repetition: `for 2 weeks`.
    private(set) var length: Span?
    /// The position of the word `for` that begins the ``length``.
    private(set) var lengthPlace = 0
    private(set) var exceptions: [Int] = []
    /// Excluded days of the week, 1 for Sunday; in order from Monday on.
    private(set) var exceptedWeekdays: [Int] = []
    /// Tells whether the holidays of the person's calendar are excluded.
    private(set) var exceptsHolidays = false
    /// Words that begin a clause.
    static let openers: Set = ["until", "till", "from", "starting", "except", "for"]
    /// The clauses in normalized form, each after a space.
    private(set) var text = ""

    /// Parses clauses up to the end of the words.
    ///
    /// - Throws: ``TimeExpressionError`` for a repeated clause, or an impossible day or number.
    init(_ reader: inout WordReader, _ context: TimeExpression.Context) throws(TimeExpressionError) {
        while !reader.isAtEnd {
            let first = reader.position
            if until == nil, reader.take("until", "till") {
                let (day, clock) = try Self.moment(&reader, context)
                let end = clock.map(day.at)
                until = end ?? day.at(hour: 23, minute: 59, second: 59)
                text += " until \(end?.text ?? day.dateText)"
            } else if start == nil, reader.take("from", "starting") {
                let (day, clock) = try Self.moment(&reader, context)
                start = clock.map(day.at) ?? day
                text += " from \(clock == nil ? day.dateText : start?.text ?? "")"
            } else if exceptions.isEmpty, exceptedWeekdays.isEmpty, !exceptsHolidays, reader.take("except") {
                repeat {
                    _ = reader.take("on")
                    if reader.take("holidays", "holiday") {
                        exceptsHolidays = true
                        continue
                    }
                    if let days = RepeatedDays.readWeekdays(&reader) {
                        exceptedWeekdays += days
                        continue
                    }
                    let (day, clock) = try Self.moment(&reader, context)
                    guard clock == nil else {
                        throw reader.error(.unknown, "except takes days, such as except 24 dec", from: first)
                    }
                    exceptions.append(day.dayNumber)
                } while reader.take(",", "and")
                exceptedWeekdays = CalendarWords.ordered(exceptedWeekdays)
                let names = exceptedWeekdays.map { CalendarWords.weekdays[$0 - 1] }
                let days = exceptions.map { LocalTime(seconds: $0 * 86_400).dateText }
                text += " except \(((exceptsHolidays ? ["holidays"] : []) + names + days).joined(separator: ", "))"
            } else if count == nil, let number = try Self.times(&reader) {
                count = number
                text += " \(number) times"
            } else if length == nil, let (place, span) = try Self.length(&reader) {
                (lengthPlace, length) = (place, span)
            } else {
                throw reader.errorAboutNextWord()
            }
        }
        guard [until != nil, count != nil, length != nil].filter(\.self).count < 2 else {
            let names = length == nil ? "until and times" : count == nil ? "until and for" : "for and times"
            throw reader.error(.unknown, "\(names) exclude each other", from: 0)
        }
    }

    /// Returns the clauses with an end date instead of ``length``, which counts from the first date.
    ///
    /// A length of whole days ends with the last second before the day to which it leads.
    func ended(from first: LocalTime, in timeZone: Zone) -> RepeatedClauses {
        guard let length else { return self }
        var clauses = self
        let end = first.adding(length, in: timeZone)
        let last = length.seconds == 0 ? end.adding(days: -1).at(hour: 23, minute: 59, second: 59) : end
        (clauses.length, clauses.until) = (nil, last)
        clauses.text += " until \(length.seconds == 0 ? last.dateText : last.text)"
        return clauses
    }

    /// Sets the first day of the repetition, unless the clauses contain a first day.
    mutating func begin(on day: LocalTime) {
        guard start == nil else { return }
        start = day
        text = " from \(day.dateText)" + text
    }

    /// Parses `10 times`, with or without `for`.
    private static func times(_ reader: inout WordReader) throws(TimeExpressionError) -> Int? {
        let first = reader.position
        _ = reader.take("for")
        guard ["times", "time"].contains(reader[1]), let number = Int(reader.next) else {
            reader.rewind(to: first)
            return nil
        }
        guard (1...100_000).contains(number) else {
            throw reader.error(.impossible, "the number of times must be from 1 to 100000", words: 2)
        }
        reader.skip(2)
        return number
    }

    /// Parses `for 2 weeks`; returns the position of the word `for`, too.
    private static func length(_ reader: inout WordReader) throws(TimeExpressionError) -> (place: Int, span: Span)? {
        let first = reader.position
        if reader.take("for"), let span = try Span.read(&reader) { return (first, span) }
        reader.rewind(to: first)
        return nil
    }

    /// Parses a day with an optional time of day; the day is returned as its midnight.
    private static func moment(
        _ reader: inout WordReader, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> (LocalTime, ClockTime?) {
        let first = reader.position
        let today = context.local.at(hour: 0)
        if let local = try WrittenInstant.readLocal(&reader) { return (local.at(hour: 0), local.clock) }
        let early = try ClockTime.read(&reader)
        guard let day = try WrittenDay.read(&reader) else {
            if let early {
                let clock = today.at(early)
                return (clock.instant(in: context.timeZone) > context.now ? today : today.adding(days: 1), early)
            }
            reader.rewind(to: first)
            if !reader.isAtEnd { throw reader.errorAboutNextWord() }
            throw reader.error(.unknown, "a day must follow, such as 24 dec")
        }
        var clock = early
        if clock == nil { clock = try ClockTime.read(&reader) }
        return (try day.local(today, isPastToday: false, reader, from: first), clock)
    }
}
