// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// Repetitions: an interval, or days and a time of day, with "every" before, behind or left out.
extension TimeParser {
    mutating func parseRepetition() throws(TimeExpressionError) -> TimeExpression {
        var clock: ClockTime?
        skipFillers()
        if let time = try clockTime() { clock = time }
        skipFillers()
        if word == "every" || word == "each" { index += 1 }
        if clock == nil, let interval = try interval() { return interval }
        guard let rule = try days() else { throw notUnderstood() }
        skipFillers()
        let position = index
        if let time = try clockTime() {
            guard clock == nil else { throw error(.ambiguous, "there are two times of day", at: position) }
            clock = time
        }
        guard index == words.count else { throw notUnderstood() }
        if clock == nil { notes.append("no time of day was said, so 09:00") }
        return try expression(for: rule, at: clock ?? .standard)
    }

    /// An interval that takes up all the words that are left; nil if they say something else.
    private mutating func interval() throws(TimeExpressionError) -> TimeExpression? {
        let start = index
        if index == words.count - 1, let word, ["hour", "minute"].contains(word) {
            index += 1
            return try repeating(Span(compact: word == "hour" ? "1h" : "1m") ?? Span(), at: start)
        }
        guard let span = try? span(), index == words.count else {
            if word?.allSatisfy({ $0.isASCII && $0.isNumber }) == true, words.count == start + 1 {
                index = start
                _ = try span()
            }
            index = start
            return nil
        }
        return try repeating(span, at: start)
    }

    private func repeating(_ span: Span, at position: Int) throws(TimeExpressionError) -> TimeExpression {
        guard span.months == 0 else {
            throw error(.notUnderstood, "months differ in length; say a day, as in \"month 1 10:00\"", at: position)
        }
        let shortest = Double(Trigger.shortestRepeatingInterval.components.seconds)
        let longest = Double(Trigger.longestInterval.components.seconds)
        guard (shortest...longest).contains(span.seconds) else {
            throw error(
                .outOfRange,
                "every \(span.description) is out of range; a repetition takes from 60 seconds to 100 years",
                at: position)
        }
        let trigger = Trigger.timeInterval(.milliseconds(Int64((span.seconds * 1000).rounded())), repeats: true)
        return TimeExpression(
            trigger: trigger, nextDate: now + span.seconds, normalized: "every \(span.description)", notes: notes)
    }

    /// The days of a rule and how they are called; nil if the words say none.
    private mutating func days() throws(TimeExpressionError) -> (rule: RecurrenceRule, name: String)? {
        switch word {
        case "day", "daily":
            index += 1
            return (RecurrenceRule(.daily), "day")
        case "weekday", "weekdays", "workday":
            index += 1
            return (weekly([2, 3, 4, 5, 6]), "weekday")
        case "weekend", "weekends":
            index += 1
            return (weekly([7, 1]), "weekend")
        case "month", "monthly":
            index += 1
            return try monthDay()
        default:
            return try weekdayList()
        }
    }

    /// `mon,wed`, `mon and wed`, `mon-fri`, `mon..fri`.
    private mutating func weekdayList() throws(TimeExpressionError) -> (rule: RecurrenceRule, name: String)? {
        var days: [Int] = []
        while let word {
            if let day = Self.weekday(word) {
                days.append(day)
            } else if let range = Self.weekdayRange(word) {
                days += range
            } else if word == "and", !days.isEmpty {
                index += 1
                continue
            } else {
                break
            }
            index += 1
        }
        guard !days.isEmpty else { return nil }
        let sorted = Set(days).sorted { ($0 + 5) % 7 < ($1 + 5) % 7 }
        return (weekly(sorted), sorted.map { Vocabulary.weekdayNames[$0 - 1] }.joined(separator: ","))
    }

    private static func weekday(_ word: String) -> Int? {
        Vocabulary.weekdays[word] ?? (word.hasSuffix("s") ? Vocabulary.weekdays[String(word.dropLast())] : nil)
    }

    private static func weekdayRange(_ word: String) -> [Int]? {
        let names = word.replacing("..", with: "-").split(separator: "-")
        guard names.count == 2, let first = weekday(String(names[0])), let last = weekday(String(names[1])) else {
            return nil
        }
        return (0...(last - first + 7) % 7).map { (first - 1 + $0) % 7 + 1 }
    }

    private func weekly(_ days: [Int]) -> RecurrenceRule {
        var rule = RecurrenceRule(.weekly)
        rule.weekdays = days.map { RecurrenceRule.Day($0) }
        return rule
    }

    /// `month 1`, `month last`, `month last fri`, `month second mon`.
    private mutating func monthDay() throws(TimeExpressionError) -> (rule: RecurrenceRule, name: String) {
        var rule = RecurrenceRule(.monthly)
        skipFillers()
        guard let word else {
            throw error(.notUnderstood, "a month needs a day, as in \"month 1 10:00\" or \"month last fri 16:00\"")
        }
        if let ordinal = Vocabulary.ordinals[word] {
            index += 1
            if let next = self.word, let weekday = Vocabulary.weekdays[next] {
                index += 1
                rule.weekdays = [RecurrenceRule.Day(weekday, ordinal: ordinal)]
                return (rule, "month \(word) \(Vocabulary.weekdayNames[weekday - 1])")
            }
            if self.word == "day" { index += 1 }
            rule.daysOfMonth = [ordinal]
            return (rule, "month \(word) day")
        }
        guard let day = Self.dayNumber(word) else { throw notUnderstood() }
        guard (1...31).contains(day) else {
            throw error(.impossible, "\"\(word)\" is no day of a month; they go from 1 to 31")
        }
        index += 1
        if day > 28 { notes.append("months without a day \(day) are left out") }
        rule.daysOfMonth = [day]
        return (rule, "month \(day)")
    }

    private func expression(
        for days: (rule: RecurrenceRule, name: String), at clock: ClockTime
    ) throws(TimeExpressionError) -> TimeExpression {
        var rule = days.rule
        rule.hours = [clock.hour]
        rule.minutes = [clock.minute]
        rule.seconds = [clock.second]
        let trigger = Trigger.rule(rule)
        guard let next = trigger.nextDate(after: now, anchoredAt: now, in: timeZone) else {
            throw error(.impossible, "that never comes", at: 0)
        }
        return TimeExpression(
            trigger: trigger, nextDate: next, normalized: "every \(days.name) \(clock.description)", notes: notes)
    }
}
