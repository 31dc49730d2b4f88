// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

extension TimeExpression {
    /// Parses a whole expression as a recurrence; the times of day may precede or follow the days.
    static func every(_ reader: inout WordReader, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        var times = try ClockTime.readList(&reader)
        if reader.take("every", "each"), times.isEmpty { times = try ClockTime.readList(&reader) }
        let beforeSpan = reader.position
        if let span = try Span.readRepeated(&reader) {
            if !reader.isAtEnd, let error = SpokenTime.errorBehindLength(reader) { throw error }
            if times.isEmpty, reader.isAtEnd || reader.isAtClause {
                if span.seconds == 0, span.months == 0 { return try wholeDays(span.days, context, &reader) }
                return try interval(span, context, &reader, from: beforeSpan)
            }
            reader.rewind(to: beforeSpan)
        }
        guard let days = try RepeatedDays.read(&reader) else {
            if !times.isEmpty, reader.isAtEnd {
                throw reader.error(.unknown, "every what? write e.g. every day 09:00 or every mon,wed 18:00", from: 0)
            }
            throw reader.errorAboutNextWord()
        }
        if times.isEmpty, !reader.isAtEnd {
            _ = reader.take(",")
            times = try ClockTime.readList(&reader)
        }
        let clauses = try RepeatedClauses(&reader, context)
        return try rule(days, times, clauses, context, reader)
    }

    /// Returns a recurrence every `number` days at the current time of day, from `number` days from now on.
    private static func wholeDays(
        _ number: Int, _ context: Context, _ reader: inout WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        guard number <= 10_000 else {
            throw reader.error(.impossible, "every \(number) days is over the limit of 10000", from: 0)
        }
        let now = context.local
        var clauses = try RepeatedClauses(&reader, context)
        if number > 1 { clauses.begin(on: now.adding(days: number).at(hour: 0)) }
        var expression = try rule(.daily(number), [now.clock], clauses, context, reader)
        expression.clockNote = "Days and weeks keep the time of day, whatever summer time does."
        return expression
    }

    /// Returns a repeating interval that starts now.
    private static func interval(
        _ span: Span, _ context: Context, _ reader: inout WordReader, from first: Int
    ) throws(TimeExpressionError) -> TimeExpression {
        guard span.months == 0 else {
            let number = Int(min(span.months, 1000))
            let days = number == 1 ? "month" : "\(number) months on"
            throw reader.error(.unknown, "months have no fixed length; write e.g. every \(days) 1 10:00", from: first)
        }
        guard span.length >= Trigger.shortestRepeatingInterval.timeInterval else {
            throw reader.error(
                .impossible, "every \(span.text) is too often; the limit is every 60 seconds", from: first)
        }
        let plain = TimeExpression(
            trigger: .timeInterval(.seconds(span.length), repeats: true), nextDate: context.now + span.length,
            normalized: "every \(span.text)", notes: [])
        let clauses = try RepeatedClauses(&reader, context)
        guard clauses.exceptions.isEmpty, clauses.exceptedWeekdays.isEmpty, clauses.start == nil else {
            throw reader.error(.unknown, "a repeating duration accepts only until and times", from: 0)
        }
        guard clauses.until != nil || clauses.count != nil else { return plain }
        return try plain.limited(
            until: clauses.until?.instant(in: context.timeZone), count: clauses.count, text: clauses.text, context)
    }

    /// Returns the expression for days at times of day; its rules start today unless a clause sets the start.
    private static func rule(
        _ days: RepeatedDays, _ times: [ClockTime], _ clauses: RepeatedClauses, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        var days = days
        try days.leaveOut(clauses.exceptedWeekdays, reader)
        var notes = days.notes
        if times.isEmpty { notes.append("No time of day was given; using 09:00.") }
        let clocks = times.isEmpty ? [ClockTime(hour: defaultHour)] : times
        guard clauses.count == nil || Set(clocks.map { [$0.minute, $0.second] }).count == 1 else {
            throw reader.error(.unknown, "several times of day can't be counted; write until and a day", from: 0)
        }
        // An occurrence at the present moment doesn't fire and must not be counted.
        var start = clauses.start ?? context.local.adding(seconds: clauses.count == nil ? 0 : 1)
        if days.rule.interval > 1, clauses.start == nil, let first = clocks.min(by: { $0.text < $1.text }) {
            // With an interval of several days, weeks or months, counting begins with the first future occurrence.
            var once = days.rule
            once.interval = 1
            (once.hours, once.minutes, once.seconds) = ([first.hour], [first.minute], [first.second])
            let set = RecurrenceSet([once], start: .local(start), timeZone: context.timeZone)
            let coming = Trigger.rule(set).nextDate(after: context.now, anchoredAt: context.now, in: context.timeZone)
            if let coming {
                start = LocalTime(coming, in: context.timeZone).at(
                    hour: first.hour, minute: first.minute, second: first.second)
            }
        }
        var set = RecurrenceSet(
            rules(days.rule, at: clocks, clauses), start: .local(start), timeZone: context.fixedZone)
        set.exceptions = clauses.exceptions.map { .day($0) }
        let trigger = Trigger.rule(set)
        do {
            try trigger.validate()
        } catch {
            throw reader.error(.impossible, error.message, from: 0)
        }
        guard let next = trigger.nextDate(after: context.now, anchoredAt: context.now, in: context.timeZone) else {
            throw clauses.until == nil
                ? reader.error(.impossible, "there is no such day", from: 0)
                : reader.error(.past, "the end is before the first date", from: 0)
        }
        // The normalized form must contain a start that decides which occurrence is the first.
        let begins =
            days.rule.interval > 1 && clauses.start == nil
            && start.dayNumber != LocalTime(next, in: context.timeZone).dayNumber
        let clock = clocks.map(\.text).joined(separator: ",")
        return TimeExpression(
            trigger: trigger, nextDate: next,
            normalized: "every \(days.text) \(clock)" + (begins ? " from \(start.dateText)" : "") + clauses.text,
            notes: notes)
    }

    /// Returns one rule for all times of day with the same minute and second.
    private static func rules(
        _ days: RecurrenceRule, at clocks: [ClockTime], _ clauses: RepeatedClauses
    ) -> [RecurrenceRule] {
        var rules: [RecurrenceRule] = []
        for clock in clocks {
            if let index = rules.firstIndex(where: { $0.minutes == [clock.minute] && $0.seconds == [clock.second] }) {
                rules[index].hours = Set(rules[index].hours + [clock.hour]).sorted()
                continue
            }
            var rule = days
            (rule.hours, rule.minutes, rule.seconds) = ([clock.hour], [clock.minute], [clock.second])
            if let count = clauses.count { rule.end = .count(count) }
            if let until = clauses.until { rule.end = .until(.local(until)) }
            rules.append(rule)
        }
        return rules
    }
}
