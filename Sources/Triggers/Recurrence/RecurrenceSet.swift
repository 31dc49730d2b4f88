// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What a rule trigger fires at: the occurrences of rules and some dates, without exceptions (RFC 5545, 3.8.5).
///
/// A day that doesn't exist is skipped; a time that DST skips fires after the gap. A moment that two rules have
/// is one occurrence.
package struct RecurrenceSet: Hashable, Sendable {
    /// What is left out.
    package enum Exception: Hashable, Sendable {
        /// The occurrence at this moment.
        case moment(RecurrenceRule.Moment)
        /// All of a day, given by its number since 1970-01-01.
        case day(Int)
    }

    /// The rules, at most ``longestRules``.
    package var rules: [RecurrenceRule]
    /// Moments besides the rules' (`RDATE`), at most ``longestDates``.
    package var dates: [RecurrenceRule.Moment] = []
    /// What is left out (`EXDATE`), at most ``longestDates``.
    package var exceptions: [Exception] = []
    /// The first moment that may count; parts that a rule leaves open come from it.
    ///
    /// Nil is the moment at which the request was added, which doesn't fire and is none of `COUNT`. Else `COUNT` counts
    /// from it; it is itself an occurrence only where a rule has it.
    package var start: RecurrenceRule.Moment?
    /// The zone of the rules' clock; nil floats with the zone that the person is in.
    package var timeZone: Zone?

    /// The most rules that a set may have.
    package static let longestRules = 8
    /// The most dates, and the most exceptions, that a set may have.
    package static let longestDates = 500

    package init(_ rules: [RecurrenceRule], start: RecurrenceRule.Moment? = nil, timeZone: Zone? = nil) {
        self.rules = rules
        self.start = start
        self.timeZone = timeZone
    }

    /// Whether it may have more than one occurrence.
    var repeats: Bool {
        if rules.isEmpty { return dates.count > 1 }
        return rules.count > 1 || !dates.isEmpty || rules[0].end != .count(1)
    }

    /// Checks every rule, and how many of everything there are.
    ///
    /// - Throws: ``Refusal`` that names the part, the value and the limit.
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
