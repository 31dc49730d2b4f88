// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import Triggers

extension TimeExpression {
    /// Parses the value of `--on-calendar`: an expression of systemd.time(7), such as `Mon..Fri *-*-* 09:00`.
    package static func parseOnCalendar(
        _ text: String, _ context: Context
    ) throws(TimeExpressionError) -> TimeExpression {
        let calendar = try SystemdCalendarReader.read(text)
        let whole = 0..<text.utf8.count
        if let moment = calendar.moment {
            let local = LocalTime(moment, in: .gmt)
            return try once(local, in: .gmt, "\(local)Z", context, whole)
        }
        let zone = calendar.timeZone ?? context.fixedZone
        if let (year, month, day, time) = calendar.single {
            guard let local = LocalTime(year: year, month: month, day: day)?.at(time) else {
                throw .impossible("there is no such day: it can never match", at: whole)
            }
            let suffix = calendar.timeZone.map { $0 == .gmt ? " UTC" : " \($0.identifier)" } ?? ""
            return try once(local, in: zone, local.text + suffix, context, whole)
        }
        let set = RecurrenceSet([calendar.rule], timeZone: zone)
        let plain = SystemdCalendarReader.recognizes(calendar.text) ? calendar.text : "OnCalendar=\(calendar.text)"
        return try recurring(set, normalized: plain, context, whole, named: text)
    }

    /// Parses the value of `--cron`: the five fields of a crontab line, or a name such as `@daily`.
    package static func parseCron(_ text: String, _ context: Context) throws(TimeExpressionError) -> TimeExpression {
        let line = try CronReader.read(text)
        let set = RecurrenceSet(line.rules, timeZone: context.fixedZone)
        var expression = try recurring(set, normalized: line.text, context, 0..<text.utf8.count, named: text)
        if set.rules.count > 1 {
            expression.notes.append(
                "As in cron, each day counts that matches the day of the month or the day of the week.")
        }
        return expression
    }

    /// Parses the value of `--rrule`: a rule of RFC 5545, or the lines `DTSTART`, `RRULE`, `RDATE` and `EXDATE`.
    ///
    /// Spaces may separate the lines. `start` is from ``parseStart(_:_:)``; nil stands for `DTSTART`, or for now if the
    /// text has no `DTSTART`. A ``TimeExpressionError`` points at the wrong property.
    package static func parseRule(
        _ text: String, start: RecurrenceRule.Moment? = nil, _ context: Context
    ) throws(TimeExpressionError) -> TimeExpression {
        var set = try RecurrenceText.read(text)
        let whole = 0..<text.utf8.count
        if let start {
            guard set.start == nil else {
                throw .unknown("the rule already has a DTSTART; leave the other start out", at: whole)
            }
            set.start = start
        }
        if set.timeZone == nil { set.timeZone = context.fixedZone }
        var notes: [String] = []
        if set.start == nil, !set.rules.isEmpty {
            set.start = .local(LocalTime(context.now, in: set.timeZone ?? context.timeZone))
            notes.append("No start was given; using now.")
            if countPresent(of: &set, context) {
                notes.append("COUNT does not count the start, so the rule fires COUNT times from now on.")
            }
        }
        var expression = try recurring(set, normalized: set.properties, context, whole)
        expression.notes = notes + expression.notes
        return expression
    }

    /// Adds 1 to `COUNT` if the start, which is now and doesn't fire, is an occurrence; returns whether a rule changed.
    private static func countPresent(of set: inout RecurrenceSet, _ context: Context) -> Bool {
        var hasCounted = false
        for index in set.rules.indices {
            guard case .count(let count) = set.rules[index].end else { continue }
            let rule = Trigger.rule(RecurrenceSet([set.rules[index]], start: set.start, timeZone: set.timeZone))
            guard rule.occurs(inSecondOf: context) else { continue }
            set.rules[index].end = .count(min(count + 1, 100_000))
            hasCounted = true
        }
        return hasCounted
    }

    /// Parses the value of `--start`: a time that ``parseAt(_:_:)`` accepts, or a time in the past.
    package static func parseStart(
        _ text: String, _ context: Context
    ) throws(TimeExpressionError) -> RecurrenceRule.Moment {
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let local = LocalTime(trimmed), trimmed.contains(":") || trimmed.contains("T") { return .local(local) }
        if let instant = Date(rfc3339: trimmed) { return .instant(instant) }
        let expression = try parseAt(text, context)
        guard case .calendar(let components, _) = expression.trigger, components.timeZone == context.fixedZone else {
            return .instant(expression.nextDate)
        }
        return .local(LocalTime(expression.nextDate, in: context.timeZone))
    }

    /// Returns the expression for a recurrence set that has a future occurrence.
    ///
    /// `text` is the person's input, for the error message, if it was not a rule of RFC 5545.
    private static func recurring(
        _ set: RecurrenceSet, normalized: String, _ context: Context, _ range: Range<Int>, named text: String? = nil
    ) throws(TimeExpressionError) -> TimeExpression {
        let trigger = Trigger.rule(set)
        do {
            let next = try trigger.firstDate(after: context.now, in: context.timeZone, by: context.calendar)
            return TimeExpression(trigger: trigger, nextDate: next, normalized: normalized, notes: [])
        } catch {
            let isPast = error.message.contains("past")
            if let text, !isPast, error.message.contains("never") {
                throw .impossible("\"\(text)\" can never match: none of its months has such a day", at: range)
            }
            throw TimeExpressionError(
                isPast ? .past : .impossible,
                isPast ? "the rule has ended: it has no further occurrence" : error.message,
                at: range)
        }
    }
}

extension RecurrenceSet {
    /// The recurrence set as RFC 5545 properties separated by spaces, in the shortest form that gives the same set.
    var properties: String {
        var parts: [String] = []
        func property(_ name: String, _ values: [String], isDay: Bool = false, isUTC: Bool = false) {
            guard !values.isEmpty else { return }
            let zone = isUTC || isDay ? "" : timeZone.map { $0 == .gmt ? "" : ";TZID=\($0.identifier)" } ?? ""
            parts.append("\(name)\(isDay ? ";VALUE=DATE" : zone):\(values.joined(separator: ","))")
        }
        func written(_ moments: [RecurrenceRule.Moment], _ name: String) {
            let suffix = timeZone == .gmt ? "Z" : ""
            property(
                name,
                moments.compactMap { if case .local(let local) = $0 { local.basicDescription + suffix } else { nil } })
            property(
                name,
                moments.compactMap {
                    if case .instant(let date) = $0 { LocalTime(date, in: .gmt).basicDescription + "Z" } else { nil }
                }, isUTC: true)
        }
        if let start { written([start], "DTSTART") }
        for rule in rules { parts.append("RRULE:\(rule)") }
        written(dates, "RDATE")
        var days: [String] = []
        var moments: [RecurrenceRule.Moment] = []
        for exception in exceptions {
            switch exception {
            case .day(let day): days.append(String(LocalTime(seconds: day * 86_400).basicDescription.prefix(8)))
            case .moment(let moment): moments.append(moment)
            }
        }
        property("EXDATE", days, isDay: true)
        written(moments, "EXDATE")
        return parts.joined(separator: " ")
    }
}
