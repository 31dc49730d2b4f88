// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension RecurrenceSet {
    /// The rules' canonical texts, one per line.
    package var text: String { rules.map(\.description).joined(separator: "\n") }

    /// Parses rules, one per line, with ``RecurrenceRule/init(parsing:)``.
    ///
    /// - Throws: ``Refusal``, which names the part and the value.
    package init(
        parsing text: String, start: RecurrenceRule.Moment? = nil, timeZone: Zone? = nil
    ) throws(Refusal) {
        guard text.utf8.count <= RecurrenceRule.longestText else {
            throw .invalidTrigger("rule is \(text.utf8.count) bytes; the limit is \(RecurrenceRule.longestText)")
        }
        var rules: [RecurrenceRule] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            rules.append(try RecurrenceRule(parsing: String(line)))
        }
        self.init(rules, start: start, timeZone: timeZone)
        try validate()
    }
}

extension RecurrenceRule.Moment {
    /// Parses RFC 3339 with an offset, or a local time without one.
    ///
    /// - Throws: ``Refusal``, which names the key.
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

    /// The text that ``init(parsing:of:)`` parses; an instant is in UTC.
    var text: String {
        switch self {
        case .local(let local): local.description
        case .instant(let date): "\(LocalTime(date, in: .gmt))Z"
        }
    }
}

extension RecurrenceSet.Exception {
    /// Parses a moment, or a date alone: `2026-12-25`.
    ///
    /// - Throws: ``Refusal``, which names the key.
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
