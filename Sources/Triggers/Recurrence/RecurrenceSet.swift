// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Occurrences of a rule trigger: those of its rules and dates, without the exceptions (RFC 5545, 3.8.5).
///
/// A day that doesn't exist is skipped; a time that DST skips fires after the gap. A moment that two rules share is one
/// occurrence.
package struct RecurrenceSet: Hashable, Sendable {
    /// An excluded occurrence or day.
    package enum Exception: Hashable, Sendable {
        /// The occurrence at this moment.
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
    /// The first moment that may count; it supplies the parts that a rule lacks.
    ///
    /// Nil stands for the moment of adding the request, which doesn't fire and is not part of `COUNT`. A given start is
    /// an occurrence only if a rule matches it, and `COUNT` begins there.
    package var start: RecurrenceRule.Moment?
    /// The zone of the rules' clock; nil floats with the person's current zone.
    package var timeZone: Zone?

    /// Maximum number of rules in a set.
    package static let longestRules = 8
    /// Maximum number of dates, and of exceptions, in a set.
    package static let longestDates = 500

    package init(_ rules: [RecurrenceRule], start: RecurrenceRule.Moment? = nil, timeZone: Zone? = nil) {
        self.rules = rules
        self.start = start
        self.timeZone = timeZone
    }

    /// Tells whether the set can have more than one occurrence.
    var repeats: Bool {
        if rules.isEmpty { return dates.count > 1 }
        return rules.count > 1 || !dates.isEmpty || rules[0].end != .count(1)
    }

    /// Checks every rule, and the number of rules, dates and exceptions.
    ///
    /// - Throws: ``Refusal``, which names the part, the value and the limit.
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
