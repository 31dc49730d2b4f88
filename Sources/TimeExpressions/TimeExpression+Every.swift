// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

extension TimeExpression {
    /// Reads a whole expression as what repeats; the time of day may stand before or after the days.
    static func every(_ reader: inout WordReader, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        var time = try reader.clockTime()
        if reader.take("every", "each"), time == nil { time = try reader.clockTime() }
        let beforeSpan = reader.position
        if let span = try reader.repeatedSpan() {
            if reader.isAtEnd, time == nil { return try interval(span, context, reader, from: beforeSpan) }
            reader.rewind(to: beforeSpan)
        }
        guard let days = try reader.repeatedDays() else {
            if time != nil, reader.isAtEnd {
                throw reader.error(
                    .unknown, "every what? write such as every day 09:00 or every mon,wed 18:00", from: 0)
            }
            throw reader.errorAboutNextWord()
        }
        if time == nil, !reader.isAtEnd {
            _ = reader.take(",")
            time = try reader.clockTime()
        }
        guard reader.isAtEnd else { throw reader.errorAboutNextWord() }
        return try rule(days, time, context, reader)
    }

    /// A length of time that repeats from now on.
    private static func interval(
        _ span: Span, _ context: Context, _ reader: WordReader, from first: Int
    ) throws(TimeExpressionError) -> TimeExpression {
        guard span.months == 0 else {
            throw reader.error(.unknown, "months have no fixed length; write such as every month 1 10:00", from: first)
        }
        guard span.seconds >= Trigger.shortestRepeatingInterval.timeInterval else {
            throw reader.error(
                .impossible, "every \(span.text) is too often; the limit is every 60 seconds", from: first)
        }
        return TimeExpression(
            trigger: .timeInterval(.seconds(span.seconds), repeats: true), nextDate: context.now + span.seconds,
            normalized: "every \(span.text)", notes: [])
    }

    /// Days at a time of day, as a rule that starts today.
    private static func rule(
        _ days: RepeatedDays, _ time: ClockTime?, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        var notes = days.notes
        if time == nil { notes.append("No time was given: 09:00.") }
        let clock = time ?? ClockTime(hour: defaultHour)
        var rule = days.rule
        rule.hours = [clock.hour]
        rule.minutes = [clock.minute]
        rule.seconds = [clock.second]
        var start = context.local
        // Counting every second day begins with the first one that is still to come.
        if rule.frequency == .daily, rule.interval > 1 {
            let first = start.at(hour: clock.hour, minute: clock.minute, second: clock.second)
            start = first.instant(in: context.timeZone) > context.now ? first : first.adding(days: 1)
        }
        let trigger = Trigger.rule(RecurrenceSet([rule], start: .local(start), timeZone: context.fixedZone))
        guard let next = trigger.nextDate(after: context.now, anchoredAt: context.now, in: context.timeZone) else {
            throw reader.error(.impossible, "there is no such day", from: 0)
        }
        return TimeExpression(
            trigger: trigger, nextDate: next, normalized: "every \(days.text) \(clock.text)", notes: notes)
    }
}
