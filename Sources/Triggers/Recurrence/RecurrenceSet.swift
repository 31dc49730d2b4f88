// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Occurrences of a rule trigger: those of its rules and dates, without the exceptions (RFC 5545, 3.8.5).
///
/// A day that no month has is skipped; a time that DST skips fires after the gap. A moment of two rules counts once.
package struct RecurrenceSet: Hashable, Sendable {
    /// An excluded occurrence or day.
    package enum Exception: Hashable, Sendable {
        case moment(RecurrenceRule.Moment)
        /// The whole day, given by its number since 1970-01-01.
        case day(Int)
    }

    /// The rules, at most ``longestRules``.
    package var rules: [RecurrenceRule]
    /// Moments besides the rules' occurrences (`RDATE`), at most ``longestDates``.
    package var dates: [RecurrenceRule.Moment] = []
    /// Excluded moments and days (`EXDATE`), at most ``longestDates``.
    package var exceptions: [Exception] = []
    /// The first moment that may be an occurrence; it supplies the parts that a rule lacks.
    ///
    /// Nil stands for the moment at which the request is added: the request doesn't fire then, and `COUNT` doesn't
    /// include that moment. A given start is an occurrence only if a rule matches it, and `COUNT` counts from it.
    package var start: RecurrenceRule.Moment?
    /// The zone of the rules' clock; with nil, the clock follows the person's current zone.
    package var timeZone: Zone?
    /// The days of the person's calendar on which the set may have occurrences; nil for all days.
    package var calendar: DayFilter?

    /// Maximum number of rules in a set.
    package static let longestRules = 8
    /// Maximum number of dates, and of exceptions, in a set.
    package static let longestDates = 500

    package init(_ rules: [RecurrenceRule], start: RecurrenceRule.Moment? = nil, timeZone: Zone? = nil) {
        (self.rules, self.start, self.timeZone) = (rules, start, timeZone)
    }

    /// Tells whether the set can have more than one occurrence.
    var repeats: Bool {
        if rules.isEmpty { return dates.count > 1 }
        return rules.count > 1 || !dates.isEmpty || rules[0].end != .count(1)
    }

    /// Checks every rule, and the number of rules, dates and exceptions.
    package func validate() throws(Refusal) {
        guard !rules.isEmpty || !dates.isEmpty else {
            throw .invalidTrigger("rule is empty; it must have a rule such as FREQ=DAILY, or dates beside it")
        }
        guard rules.count <= Self.longestRules else {
            throw .invalidTrigger("rule has \(rules.count) rules; the limit is \(Self.longestRules)")
        }
        for (name, count) in [("dates", dates.count), ("exceptions", exceptions.count)] where count > Self.longestDates
        {
            throw .invalidTrigger("\(name) has \(count) entries; the limit is \(Self.longestDates)")
        }
        for rule in rules { try rule.validate() }
    }
}

extension RecurrenceSet {
    /// The rules' canonical texts, one per line.
    package var text: String { rules.map(\.description).joined(separator: "\n") }

    /// Parses rules, one per line, with ``RecurrenceRule/init(parsing:)``.
    package init(parsing text: String, start: RecurrenceRule.Moment? = nil, timeZone: Zone? = nil) throws(Refusal) {
        guard text.utf8.count <= RecurrenceRule.longestText else {
            throw .invalidTrigger("rule is \(text.utf8.count) bytes; the limit is \(RecurrenceRule.longestText)")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let rules = try lines.map { line throws(Refusal) in try RecurrenceRule(parsing: String(line)) }
        self.init(rules, start: start, timeZone: timeZone)
        try validate()
    }
}

extension RecurrenceRule.Moment {
    /// Parses a moment: RFC 3339 with an offset, or a local time without an offset.
    init(parsing text: String, of key: String) throws(Refusal) {
        if let local = LocalTime(text) {
            self = .local(local)
        } else if let instant = Date(rfc3339: text) {
            self = .instant(instant)
        } else {
            throw .invalidTrigger(
                "\(key) is \"\(text)\"; it must be such as 2026-11-21T18:00:00 or 2026-11-21T18:00:00+01:00")
        }
    }

    /// The text that ``init(parsing:of:)`` parses; an instant is written in UTC.
    var text: String {
        switch self {
        case .local(let local): local.description
        case .instant(let date): "\(LocalTime(date, in: .gmt))Z"
        }
    }
}

extension RecurrenceSet.Exception {
    /// Parses an exception: a moment, or a date alone, such as `2026-12-25`.
    init(parsing text: String, of key: String) throws(Refusal) {
        let moment = try RecurrenceRule.Moment(parsing: text, of: key)
        if case .local(let local) = moment, text.utf8.count <= 10, !text.utf8.contains(UInt8(ascii: ":")) {
            self = .day(local.dayNumber)
        } else {
            self = .moment(moment)
        }
    }

    /// The text that ``init(parsing:of:)`` parses.
    var text: String {
        switch self {
        case .moment(let moment): moment.text
        case .day(let day): String(LocalTime(seconds: day * 86_400).description.prefix(10))
        }
    }
}
