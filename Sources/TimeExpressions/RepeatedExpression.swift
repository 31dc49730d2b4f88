// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Parser of expressions that repeat: `every weekday 09:55`, `every 2h between 9 and 17`, `every 3 months`.
enum RepeatedExpression {
    typealias Context = TimeExpression.Context

    /// Parses a whole expression as a recurrence; the times of day may precede or follow the days.
    static func read(_ reader: inout WordReader, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        if SunWords.isAhead(reader) { return try SunWords.read(&reader, context) }
        reader.isRepeating = true
        var times = try RepeatedTimes.read(&reader)
        if reader.take("every", "each"), times.isEmpty { times = try RepeatedTimes.read(&reader) }
        let beforeSpan = reader.position
        if times.isEmpty, let span = try Span.readRepeated(&reader) {
            if let range = try StepRange.read(&reader, step: span) { return try steps(range, span, context, &reader) }
            if reader.isAtEnd || reader.isAtClause { return try lengths(span, context, &reader, from: beforeSpan) }
            reader.rewind(to: beforeSpan)
        }
        var days: RepeatedDays?
        if !times.hasPart || !(reader.isAtEnd || reader.isAtClause) { days = try RepeatedDays.read(&reader) }
        if days == nil, times.hasPart, reader.isAtEnd || reader.isAtClause { days = .daily(1) }
        guard let days else {
            if !times.isEmpty, reader.isAtEnd {
                throw reader.error(.unknown, "every what? write e.g. every day 09:00 or every mon,wed 18:00", from: 0)
            }
            throw reader.errorAboutNextWord()
        }
        if times.isEmpty, !reader.isAtEnd {
            _ = reader.take(",")
            times = try RepeatedTimes.read(&reader)
        }
        let clauses = try RepeatedClauses(&reader, context)
        var expression = try rule(days, times.clocks, clauses, context, reader)
        expression.notes = times.notes + expression.notes
        return expression
    }

    /// Returns a recurrence at times of day at equal distances: `every 2h between 9 and 17 on weekdays`.
    private static func steps(
        _ range: StepRange, _ step: Span, _ context: Context, _ reader: inout WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        var days = RepeatedDays.daily(1)
        if !reader.isAtEnd, !reader.isAtClause {
            guard reader.next == "on" || reader.take("every", "each"), let named = try RepeatedDays.read(&reader) else {
                throw reader.errorAboutNextWord()
            }
            days = named
        }
        let clauses = try RepeatedClauses(&reader, context)
        guard rules(days.rule, at: range.clocks, clauses).count <= RecurrenceSet.longestRules else {
            throw reader.error(
                .impossible, "the minutes of these times differ in each hour; write e.g. every 10m \(range.text)",
                from: 0)
        }
        var expression = try rule(days, range.clocks, clauses, context, reader)
        if range.clocks.count > 12 {
            let list = " \(days.text) " + range.clocks.map(\.text).joined(separator: ",")
            let text = " \(step.text) \(range.text)" + (days.text == "day" ? "" : " every \(days.text)")
            expression.normalized = expression.normalized.replacing(list, with: text, maxReplacements: 1)
        }
        expression.notes = range.notes + expression.notes
        return expression
    }

    /// Returns a recurrence that counts from now: an interval, or days and months at the current time of day.
    private static func lengths(
        _ span: Span, _ context: Context, _ reader: inout WordReader, from first: Int
    ) throws(TimeExpressionError) -> TimeExpression {
        if span.seconds == 0, span.months == 0 { return try wholeDays(span.days, context, &reader) }
        if span.seconds == 0, span.days == 0, span.months == span.months.rounded() {
            return try wholeMonths(Int(min(span.months, 100_000)), context, &reader)
        }
        return try interval(span, context, &reader, from: first)
    }

    /// Returns a recurrence every `number` months at the current day of the month and time of day.
    private static func wholeMonths(
        _ number: Int, _ context: Context, _ reader: inout WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        guard (1...1200).contains(number) else {
            throw reader.error(.impossible, "every \(number) months is over the limit of 1200", from: 0)
        }
        let now = context.local
        var clauses = try RepeatedClauses(&reader, context)
        let today = clauses.start ?? now
        if number > 1, number != 12 || now.civil.day > 28 {
            clauses.begin(on: now.adding(Span(months: Double(number)), in: context.timeZone).at(hour: 0))
        }
        var expression = try rule(.monthly(number, like: today), [now.clock], clauses, context, reader)
        let (_, month, day) = today.civil
        let name = number % 12 == 0 ? "\(day) \(CalendarWords.fullMonths[month - 1].capitalized)" : "the \(day.ordinal)"
        expression.notes.insert("No day was given; using \(name), \(now.clock.text).", at: 0)
        return expression
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
            throw reader.error(.unknown, "months have no fixed length; write e.g. every month 1 10:00", from: first)
        }
        guard span.length >= Trigger.shortestRepeatingInterval.timeInterval else {
            throw reader.error(
                .impossible, "every \(span.text) is too often; the limit is every 60 seconds", from: first)
        }
        let plain = TimeExpression(
            trigger: .timeInterval(.seconds(span.length), repeats: true), nextDate: context.now + span.length,
            normalized: "every \(span.text)", notes: [])
        let clauses = try RepeatedClauses(&reader, context)
        guard clauses.exceptions.isEmpty, clauses.exceptedWeekdays.isEmpty, !clauses.exceptsHolidays,
            clauses.start == nil
        else {
            throw reader.error(.unknown, "a repeating duration accepts only until and times", from: 0)
        }
        let length = clauses.length.map { context.local.adding($0, in: context.timeZone) }
        guard let last = clauses.until ?? length else {
            guard let count = clauses.count else { return plain }
            return try plain.limited(until: nil, count: count, text: clauses.text, context)
        }
        return try plain.limited(until: last.instant(in: context.timeZone), count: nil, text: clauses.text, context)
    }

    /// Returns the expression for days at times of day; its rules start today unless a clause sets the start.
    private static func rule(
        _ days: RepeatedDays, _ times: [ClockTime], _ clauses: RepeatedClauses, _ context: Context, _ reader: WordReader
    ) throws(TimeExpressionError) -> TimeExpression {
        let asGiven = days
        var days = days
        try days.leaveOut(clauses.exceptedWeekdays, reader)
        var notes = days.notes
        if times.isEmpty { notes.append("No time of day was given; using 09:00.") }
        let clocks = times.isEmpty ? [ClockTime(hour: TimeExpression.defaultHour)] : times
        guard clauses.count == nil || Set(clocks.map { [$0.minute, $0.second] }).count == 1 else {
            throw reader.error(.unknown, "several times of day can't be counted; write until and a day", from: 0)
        }
        let start = start(of: days.rule, clocks, clauses, context)
        var set = RecurrenceSet(
            rules(days.rule, at: clocks, clauses), start: .local(start), timeZone: context.fixedZone)
        set.exceptions = clauses.exceptions.map { .day($0) }
        set.calendar = days.filter ?? (clauses.exceptsHolidays ? .exceptHolidays : nil)
        let trigger = Trigger.rule(set)
        do {
            try trigger.validate()
        } catch {
            throw reader.error(.impossible, error.message, from: 0)
        }
        guard
            let next = trigger.nextDate(
                after: context.now, anchoredAt: context.now, in: context.timeZone, by: context.calendar)
        else {
            throw clauses.until == nil
                ? reader.error(.impossible, "there is no such day" + (set.calendar?.reason ?? ""), from: 0)
                : reader.error(.past, "the end is before the first date", from: 0)
        }
        if let length = clauses.length {
            guard length.length >= 86_400 || length.months > 0 else {
                throw reader.error(
                    .unknown, "\"for\" is shorter than a day, so nothing would repeat; write e.g. for 2 weeks",
                    from: clauses.lengthPlace)
            }
            let ended = clauses.ended(from: LocalTime(next, in: context.timeZone), in: context.timeZone)
            var expression = try rule(asGiven, times, ended, context, reader)
            expression.notes.append("The last day is \(ended.until?.dateText ?? "").")
            return expression
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

    /// Returns the start of a rule, from which its intervals and occurrences are counted.
    private static func start(
        of rule: RecurrenceRule, _ clocks: [ClockTime], _ clauses: RepeatedClauses, _ context: Context
    ) -> LocalTime {
        // An occurrence at the present moment doesn't fire and must not be counted.
        let start = clauses.start ?? context.local.adding(seconds: clauses.count == nil ? 0 : 1)
        guard rule.interval > 1, clauses.start == nil, let first = clocks.min(by: { $0.text < $1.text }) else {
            return start
        }
        // An interval of several days, weeks or months is counted from the first future occurrence.
        var once = rule
        once.interval = 1
        (once.hours, once.minutes, once.seconds) = ([first.hour], [first.minute], [first.second])
        let set = RecurrenceSet([once], start: .local(start), timeZone: context.timeZone)
        let coming = Trigger.rule(set).nextDate(
            after: context.now, anchoredAt: context.now, in: context.timeZone, by: context.calendar)
        guard let coming else { return start }
        return LocalTime(coming, in: context.timeZone).at(first)
    }

    /// Returns a rule per group of times of day with the same minute, or else per group of hours with the same minutes.
    ///
    /// Rules of the second kind are used only if a recurrence set can't hold all rules of the first kind.
    private static func rules(
        _ days: RecurrenceRule, at clocks: [ClockTime], _ clauses: RepeatedClauses
    ) -> [RecurrenceRule] {
        let rules = rulesOfMinutes(days, at: clocks, clauses)
        guard rules.count > RecurrenceSet.longestRules, days.setPositions.isEmpty,
            clocks.allSatisfy({ $0.second == 0 }), var rule = rules.first
        else { return rules }
        let minutes = Dictionary(grouping: clocks, by: \.hour).mapValues { $0.map(\.minute).sorted() }
        return Dictionary(grouping: minutes.keys.sorted(), by: { minutes[$0] ?? [] })
            .sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }.map {
                (rule.hours, rule.minutes) = ($0.value, $0.key)
                return rule
            }
    }

    private static func rulesOfMinutes(
        _ days: RecurrenceRule, at clocks: [ClockTime], _ clauses: RepeatedClauses
    ) -> [RecurrenceRule] {
        var rules: [RecurrenceRule] = []
        for clock in clocks {
            // In one rule for several times, a position (`BYSETPOS`) would select one of the times.
            if days.setPositions.isEmpty,
                let index = rules.firstIndex(where: { $0.minutes == [clock.minute] && $0.seconds == [clock.second] })
            {
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
