// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

extension TimeExpression {
    /// Returns this expression with an end, for the options `--until` and `--count`.
    ///
    /// A repeating interval becomes a rule that fires at the same moments.
    ///
    /// `until` is the last moment, as ``parseAt(_:_:)`` accepts it; a day without a time means the day's end. `count`
    /// is 1 to 100000. An expression that fires once, has an end already, or ends before it begins is refused; the
    /// error's range covers a word of `until`, or is empty.
    package func limited(
        until: String?, count: Int?, _ context: Context
    ) throws(TimeExpressionError) -> TimeExpression {
        guard until != nil || count != nil else { return self }
        var end: Date?
        var text = ""
        if let until {
            let zone = trigger.timeZone ?? context.timeZone
            end = try Self.end(until, in: zone, context)
            text += end.map { " until \(LocalTime($0, in: zone).text)" } ?? ""
        }
        if let count { text += " \(count) times" }
        return try limited(until: end, count: count, text: text, context)
    }

    /// Returns the moment until which a request waits for a place, from words that ``parseAt(_:_:)`` accepts; a day
    /// without a time means the day's end.
    package static func parseEnd(_ until: String, _ context: Context) throws(TimeExpressionError) -> Date {
        try end(until, in: context.timeZone, context)
    }

    /// Returns the last moment for the value of `until`; a day without a time means the day's end.
    static func end(_ until: String, in zone: Zone, _ context: Context) throws(TimeExpressionError) -> Date {
        let parsed = try parseAt(until, context)
        guard parsed.notes.contains("No time of day was given; using 09:00.") else { return parsed.nextDate }
        return LocalTime(parsed.nextDate, in: zone).at(hour: 23, minute: 59, second: 59).instant(in: zone)
    }

    /// Returns an expression that ends at the moment `until`, or after `count` occurrences.
    func limited(
        until: Date?, count: Int?, text: String, _ context: Context
    ) throws(TimeExpressionError) -> TimeExpression {
        func refused(_ kind: TimeExpressionError.Kind, _ message: String) -> TimeExpressionError {
            TimeExpressionError(kind, message, at: 0..<0)
        }
        guard until == nil || count == nil else { throw refused(.unknown, "until and count exclude each other") }
        guard (1...100_000).contains(count ?? 1) else { throw refused(.impossible, "count must be from 1 to 100000") }
        var expression: TimeExpression
        switch trigger {
        case .rule(var set):
            guard set.rules.count == 1 || count == nil, set.dates.isEmpty, set.rules.allSatisfy({ $0.end == .never })
            else { throw refused(.unknown, "the trigger has an end already, or dates that can't be counted") }
            for index in set.rules.indices {
                if let until {
                    set.rules[index].end = .until(.local(LocalTime(until, in: set.timeZone ?? context.timeZone)))
                }
                if let count { set.rules[index].end = .count(count) }
            }
            // A rule's COUNT counts from the set's start, which must not move when the request is replaced. An
            // occurrence at the present moment doesn't fire, so it is not counted.
            let now = LocalTime(context.now, in: set.timeZone ?? context.timeZone)
            if set.start == nil { set.start = .local(now) }
            let isInWords = normalized.hasPrefix("every ")
            if isInWords, count != nil, set.start == .local(now) {
                // The parser gives this start to the words of the result, such as "every day 9am 3 times".
                set.start = .local(now.adding(seconds: 1))
            } else if let count, set.start == .local(now), trigger.occurs(inSecondOf: context) {
                set.rules[0].end = .count(count + 1)
            }
            expression = TimeExpression(
                trigger: .rule(set), nextDate: nextDate,
                normalized: isInWords ? normalized + text : set.properties, notes: notes)
        case .timeInterval(let interval, repeats: true):
            let seconds = interval.timeInterval
            guard seconds == seconds.rounded(), seconds <= 100_000 * 60 else {
                throw refused(.unknown, "only whole seconds up to 100000 minutes can end; try every 100 days 09:00")
            }
            expression = limitedInterval(of: Int(seconds), until: until, count: count, context)
        case .sun: throw refused(.unknown, "sunrise and sunset can't have an end")
        default: throw refused(.unknown, "the trigger fires once; only a repeating one can have an end")
        }
        guard
            let next = expression.trigger.nextDate(
                after: context.now, anchoredAt: context.now, in: context.timeZone, by: context.calendar)
        else { throw refused(.past, "the end is before the first date") }
        expression.nextDate = next
        return expression
    }

    /// Returns a rule in place of a repeating interval, because an interval can't have an end.
    private func limitedInterval(of seconds: Int, until: Date?, count: Int?, _ context: Context) -> TimeExpression {
        var rule = RecurrenceRule(.secondly, interval: seconds)
        if seconds % 60 == 0 { rule = RecurrenceRule(.minutely, interval: seconds / 60) }
        let first = Date(
            timeIntervalSince1970: (context.now + TimeInterval(seconds)).timeIntervalSince1970.rounded(.down))
        if let until { rule.end = .until(.instant(until)) }
        if let count { rule.end = .count(count) }
        let start = LocalTime(first, in: .gmt)
        rule.seconds = rule.frequency == .minutely ? [start.second] : []
        let set = RecurrenceSet([rule], start: .local(start), timeZone: .gmt)
        let note = "An interval with an end follows the clock, not the time since the request was added."
        return TimeExpression(trigger: .rule(set), nextDate: first, normalized: set.properties, notes: notes + [note])
    }
}

extension Trigger {
    /// Returns whether the trigger has an occurrence in the current second.
    func occurs(inSecondOf context: TimeExpression.Context) -> Bool {
        let before = Date(timeIntervalSince1970: context.now.timeIntervalSince1970.rounded(.down)) - 1
        let next = nextDate(after: before, anchoredAt: before, in: context.timeZone)
        return next.map { $0 <= context.now } ?? false
    }
}

extension TimeExpression {
    /// Replaces the end of a trigger that was added earlier.
    ///
    /// `until` and `count` are those of ``limited(until:count:_:)``; `count` counts from the date `added`.
    package static func ending(
        _ trigger: Trigger, since added: Date, until: String?, count: Int?, _ context: Context
    ) throws(TimeExpressionError) -> Trigger {
        var endless = trigger
        if case .rule(var set) = trigger {
            for index in set.rules.indices { set.rules[index].end = .never }
            endless = .rule(set)
        }
        var end: Date?
        if let until { end = try Self.end(until, in: endless.timeZone ?? context.timeZone, context) }
        var then = context
        then.now = added
        return try TimeExpression(trigger: endless, nextDate: added, normalized: "", notes: [])
            .limited(until: end, count: count, text: "", then).trigger
    }
}
