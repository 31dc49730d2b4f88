// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The five fields of a crontab line, as in crontab(5) (Vixie's cron, used by Debian and all BSDs).
struct CronLine {
    /// The numbers that one field matches, in order.
    struct Field: Hashable {
        var values: [Int]
        /// Tells whether the field begins with `*`, as `*/2` does: then a day must match both day fields.
        var isStar: Bool
        /// The field's text as the person wrote it, with names replaced by numbers.
        var text: String
    }

    var minutes: Field
    var hours: Field
    var daysOfMonth: Field
    var months: Field
    /// Days of the week; 0 is Sunday.
    var weekdays: Field

    /// Crontab lines that have a name, such as `daily`; the names lack the `@`.
    static let named: KeyValuePairs<String, String> = [
        "yearly": "0 0 1 1 *", "annually": "0 0 1 1 *", "monthly": "0 0 1 * *", "weekly": "0 0 * * 0",
        "daily": "0 0 * * *", "midnight": "0 0 * * *", "hourly": "0 * * * *",
    ]

    /// The fields, separated by one space.
    var text: String { [minutes, hours, daysOfMonth, months, weekdays].map(\.text).joined(separator: " ") }

    /// Rules for the line: two if a day may match either day field.
    ///
    /// A day may match either field if both are restricted. A field that begins with `*`, even `*/2`, counts as
    /// unrestricted, and then a day must match both. This is cron's behaviour; crontab(5) describes it differently.
    var rules: [RecurrenceRule] {
        var rule = RecurrenceRule(.daily)
        if hours.values.count == 24 { rule.frequency = minutes.values.count == 60 ? .minutely : .hourly }
        if rule.frequency == .daily { rule.hours = hours.values }
        if rule.frequency != .minutely { rule.minutes = minutes.values }
        rule.seconds = [0]
        if months.values.count < 12 { rule.months = months.values }
        var (byMonth, byWeek) = (rule, rule)
        let hasMonthDays = daysOfMonth.values.count < 31
        let hasWeekdays = weekdays.values.count < 7
        byMonth.daysOfMonth = hasMonthDays ? daysOfMonth.values : []
        byWeek.weekdays = hasWeekdays ? CalendarWords.ordered(weekdays.values.map { $0 + 1 }).map { .init($0) } : []
        if daysOfMonth.isStar || weekdays.isStar {
            byMonth.weekdays = byWeek.weekdays
            return [byMonth]
        }
        return hasMonthDays && hasWeekdays ? [byMonth, byWeek] : [rule]
    }
}

/// Parser of a crontab line without its command.
struct CronReader {
    /// Valid values of a field.
    private struct Limits {
        let name: String
        let range: ClosedRange<Int>
        var names: [String] = []
    }

    private var reader: ByteReader

    /// Maximum number of bytes in a line.
    static let longestText = 1024

    private static let limits = [
        Limits(name: "minute", range: 0...59), Limits(name: "hour", range: 0...23),
        Limits(name: "day of the month", range: 1...31),
        Limits(name: "month", range: 1...12, names: [""] + CalendarWords.months),
        Limits(name: "day of the week", range: 0...7, names: CalendarWords.weekdays),
    ]

    /// Parses a line; a ``TimeExpressionError`` points at the wrong field.
    static func read(_ text: String) throws(TimeExpressionError) -> CronLine {
        var reader = try CronReader(reader: ByteReader(text, limit: longestText))
        return try reader.line()
    }

    /// Returns whether a text has the form of a crontab line, valid or not: only such a line begins with three fields.
    static func recognizes(_ text: String) -> Bool {
        let words = text.prefix(longestText).split(maxSplits: 6, whereSeparator: \.isWhitespace)
        if words.count == 1 {
            return words[0].utf8.first == UInt8(ascii: "@") && words[0].dropFirst().first?.isLetter == true
        }
        guard (5...6).contains(words.count) else { return false }
        let isPlain = { (word: Substring) in word.utf8.allSatisfy { (48...57).contains($0) || "*,-/".utf8.contains($0) }
        }
        // "*-*-* 1:00", a calendar expression, has other characters; in "10 5 dec 2026 9am" the third field is a word.
        return words.prefix(3).allSatisfy { isPlain($0) || $0 == "?" || $0 == "L" } && !words[0].contains("-*")
    }

    private mutating func line() throws(TimeExpressionError) -> CronLine {
        reader.skipSpace()
        reader.cutSpace()
        if reader.peek() == "@" { return try named() }
        var fields: [CronLine.Field] = []
        for limits in Self.limits {
            guard !reader.isAtEnd else {
                throw reader.error(
                    .unknown,
                    "a cron expression has five fields: minute, hour, day of the month, month, day of the week; "
                        + "this has \(fields.count)")
            }
            fields.append(try field(limits))
            reader.skipSpace()
        }
        guard reader.isAtEnd else {
            throw reader.error(
                .unknown, "a cron expression has only five fields, without seconds, year or command")
        }
        return CronLine(
            minutes: fields[0], hours: fields[1], daysOfMonth: fields[2], months: fields[3], weekdays: fields[4])
    }

    private mutating func named() throws(TimeExpressionError) -> CronLine {
        let range = reader.position..<reader.wordEnd
        let name = reader.text(range).lowercased()
        if name == "@reboot" {
            throw reader.error(
                .impossible, "@reboot is no time: cron runs it at its own start, and Belfry's requests outlive reboots",
                at: range)
        }
        guard let text = CronLine.named.first(where: { "@" + $0.key == name })?.value else {
            let names = CronLine.named.map { "@\($0.key)" }.joined(separator: ", ")
            throw reader.error(.unknown, "\"\(name)\" is not one of \(names)", at: range)
        }
        reader.skip(range.count)
        reader.skipSpace()
        guard reader.isAtEnd else { throw reader.error(.unknown, "nothing may follow \(name)") }
        return try Self.read(text)
    }

    private mutating func field(_ limits: Limits) throws(TimeExpressionError) -> CronLine.Field {
        let isStar = reader.peek() == "*"
        var values: Set<Int> = []
        var texts: [String] = []
        repeat {
            let start = reader.position
            var (low, high) = (limits.range.lowerBound, limits.range.upperBound)
            var text = "*"
            var isRange = true
            if !reader.take("*") {
                low = try value(limits)
                high = low
                text = "\(low)"
                isRange = reader.take("-")
                if isRange {
                    high = try value(limits, isEnd: true)
                    text = "\(low)-\(high)"
                    guard high >= low else {
                        throw reader.error(
                            .impossible,
                            "the range goes backwards; write \(low)-\(limits.range.upperBound),\(limits.range.lowerBound)-\(high)",
                            at: start..<reader.position)
                    }
                }
            }
            var step = 1
            if reader.take("/") {
                guard let number = reader.number(), (1...100).contains(number) else {
                    throw reader.error(.impossible, "a step is a number from 1 to 100", at: start..<reader.wordEnd)
                }
                guard isRange else {
                    throw reader.error(
                        .impossible, "cron's steps need a range: write \(low)-\(limits.range.upperBound)/\(number)",
                        at: start..<reader.position)
                }
                step = number
                text += "/\(step)"
            }
            for number in stride(from: low, through: high, by: step) {
                // Both 0 and 7 mean Sunday.
                values.insert(limits.range.upperBound == 7 ? number % 7 : number)
            }
            texts.append(text)
        } while reader.take(",")
        guard reader.isAtEnd || reader.peek()?.isWhitespace == true else { throw unexpected(limits) }
        return .init(values: values.sorted(), isStar: isStar, text: texts.joined(separator: ","))
    }

    private mutating func value(_ limits: Limits, isEnd: Bool = false) throws(TimeExpressionError) -> Int {
        let start = reader.position
        if let number = reader.number() {
            guard limits.range.contains(number) else {
                throw reader.error(
                    .impossible,
                    "\(number) is no \(limits.name); it is from \(limits.range.lowerBound) to \(limits.range.upperBound)",
                    at: start..<reader.position)
            }
            return number
        }
        for (number, name) in limits.names.enumerated() where !name.isEmpty && reader.take(name) {
            guard reader.peek()?.isLetter != true else { break }
            return isEnd && number == 0 && limits.range.lowerBound == 0 ? 7 : number
        }
        reader.rewind(to: start)
        throw unexpected(limits)
    }

    private func unexpected(_ limits: Limits) -> TimeExpressionError {
        let word = reader.text(reader.position..<reader.wordEnd)
        if reader.isAtEnd { return reader.error(.unknown, "something is missing at the end of the cron expression") }
        let hints: [Character: String] = [
            "l": "cron has no last day; write --every \"month last day 09:00\" or *-*~01 in a calendar expression",
            "w": "cron has no nearest weekday", "#": "cron has no n-th weekday; write --every \"month 2nd tue 09:00\"",
            "?": "cron has no \"?\"; write *", "h": "cron has no hashed values; write a number",
            "%": "cron has no commands here",
        ]
        if let next = reader.peek(), let hint = hints[next], reader.peek(1)?.isLetter != true {
            return reader.error(.unknown, hint)
        }
        return reader.error(
            .unknown,
            "\"\(word)\" is no \(limits.name) of a cron expression; it is * or \(limits.range.lowerBound) to \(limits.range.upperBound)"
                + (limits.names.isEmpty ? "" : ", or a name such as \(limits.names[1])"))
    }
}
