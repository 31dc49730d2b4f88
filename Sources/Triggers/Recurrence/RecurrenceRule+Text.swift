// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension RecurrenceRule: CustomStringConvertible {
    /// Two-letter names of the weekdays, Sunday first.
    static let dayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// A part of the text whose value is a list of numbers.
    struct ListPart: Sendable {
        let name: String
        let property: any WritableKeyPath<RecurrenceRule, [Int]> & Sendable
        let range: ClosedRange<Int>
        /// Tells whether negative numbers are valid too: they count from the end of the year, the month or the list.
        var isSigned = false
    }

    /// The parts whose values are lists, in the order of the text; `BYDAY` precedes `BYHOUR`.
    static let listParts = [
        ListPart(name: "X-BYYEAR", property: \.years, range: 1...9999),
        ListPart(name: "BYMONTH", property: \.months, range: 1...12),
        ListPart(name: "BYWEEKNO", property: \.weeks, range: 1...53, isSigned: true),
        ListPart(name: "BYYEARDAY", property: \.daysOfYear, range: 1...366, isSigned: true),
        ListPart(name: "BYMONTHDAY", property: \.daysOfMonth, range: 1...31, isSigned: true),
        ListPart(name: "BYHOUR", property: \.hours, range: 0...23),
        ListPart(name: "BYMINUTE", property: \.minutes, range: 0...59),
        ListPart(name: "BYSECOND", property: \.seconds, range: 0...59),
        ListPart(name: "BYSETPOS", property: \.setPositions, range: 1...366, isSigned: true),
    ]

    /// The rule in canonical order: `FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=18;BYMINUTE=0;BYSECOND=0`.
    package var description: String {
        var parts = ["FREQ=\(frequency.name)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        switch end {
        case .never: break
        case .count(let count): parts.append("COUNT=\(count)")
        case .until(.local(let local)): parts.append("UNTIL=\(local.basicDescription)")
        case .until(.instant(let date)): parts.append("UNTIL=\(LocalTime(date, in: .gmt).basicDescription)Z")
        }
        for part in Self.listParts {
            if part.name == "BYHOUR", !weekdays.isEmpty {
                let days = weekdays.map { ($0.ordinal == 0 ? "" : "\($0.ordinal)") + Self.dayNames[$0.weekday - 1] }
                parts.append("BYDAY=\(days.joined(separator: ","))")
            }
            let values = self[keyPath: part.property]
            if !values.isEmpty { parts.append("\(part.name)=\(values.map(String.init).joined(separator: ","))") }
        }
        if weekStart != 2 { parts.append("WKST=\(Self.dayNames[weekStart - 1])") }
        return parts.joined(separator: ";")
    }

    /// Maximum number of bytes in the text of a rule.
    package static let longestText = 4096

    /// Parses the text of a rule, with or without the prefix `RRULE:`, in upper or lower case.
    ///
    /// Lists are sorted and repetitions removed, so that equal rules have the same text.
    package init(parsing text: String) throws(Refusal) {
        guard text.utf8.count <= Self.longestText else {
            throw .invalidTrigger("rule is \(text.utf8.count) bytes; the limit is \(Self.longestText)")
        }
        var body = Substring(text.uppercased())
        if body.hasPrefix("RRULE:") { body = body.dropFirst(6) }
        var parts: [Substring: Substring] = [:]
        for part in body.split(separator: ";", omittingEmptySubsequences: false) {
            guard let equals = part.firstIndex(of: "=") else {
                throw .invalidTrigger("rule has \"\(part)\"; a part must be NAME=VALUE")
            }
            let name = part[..<equals]
            guard parts.updateValue(part[part.index(after: equals)...], forKey: name) == nil else {
                throw .invalidTrigger("rule has \(name) twice")
            }
        }
        guard let unit = parts.removeValue(forKey: "FREQ") else {
            throw .invalidTrigger("rule has no FREQ; it must have one, such as FREQ=DAILY")
        }
        guard let frequency = Frequency.allCases.first(where: { $0.name == unit }) else {
            let names = Frequency.allCases.map(\.name).joined(separator: ", ")
            throw .invalidTrigger("rule has FREQ=\(unit); it must be one of \(names)")
        }
        self.init(frequency)
        for (name, value) in parts.sorted(by: { $0.key < $1.key }) { try read(name, value) }
        if parts["COUNT"] != nil, parts["UNTIL"] != nil {
            throw .invalidTrigger("rule has both COUNT and UNTIL; it may have one of them")
        }
        try validate()
    }

    private mutating func read(_ name: Substring, _ value: Substring) throws(Refusal) {
        switch name {
        case "INTERVAL": interval = try Self.number(value, name)
        case "COUNT": end = .count(try Self.number(value, name))
        case "UNTIL": end = .until(try Self.until(value))
        case "BYDAY": weekdays = try Self.days(value)
        case "WKST":
            guard let index = Self.dayNames.firstIndex(of: String(value)) else {
                throw .invalidTrigger(
                    "rule has WKST=\(value); it must be one of \(Self.dayNames.joined(separator: ", "))")
            }
            weekStart = index + 1
        case "RSCALE", "SKIP":
            throw .invalidTrigger(
                "rule has \(name), which is RFC 7529's; Belfry's rules are Gregorian and skip days that don't exist")
        default:
            if let part = Self.listParts.first(where: { $0.name == name }) {
                self[keyPath: part.property] = try Self.numbers(value, name)
                return
            }
            throw .invalidTrigger(
                "rule has \(name); the parts are FREQ, INTERVAL, COUNT, UNTIL, WKST, BYMONTH, BYWEEKNO, BYYEARDAY, "
                    + "BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSECOND, BYSETPOS and X-BYYEAR")
        }
    }

    private static func number(_ text: Substring, _ name: Substring) throws(Refusal) -> Int {
        guard text.utf8.count <= 10, let number = Int(text) else {
            throw .invalidTrigger("rule has \(name)=\(text); it must be a whole number")
        }
        return number
    }

    private static func numbers(_ text: Substring, _ name: Substring) throws(Refusal) -> [Int] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return Set(try parts.map { part throws(Refusal) in try number(part, name) }).sorted()
    }

    private static func days(_ text: Substring) throws(Refusal) -> [Day] {
        var days: Set<Day> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let index = dayNames.firstIndex(of: String(part.suffix(2))) else {
                throw .invalidTrigger("rule has BYDAY=\(part); a day is two letters such as MO or -1FR")
            }
            let ordinal = part.dropLast(2)
            days.insert(Day(index + 1, ordinal: ordinal.isEmpty ? 0 : try number(ordinal, "BYDAY")))
            if ordinal == "0" { throw .invalidTrigger("rule has BYDAY=\(part); its number must not be 0") }
        }
        // Weeks are written from Monday on.
        return days.sorted { ($0.ordinal, ($0.weekday + 5) % 7) < ($1.ordinal, ($1.weekday + 5) % 7) }
    }

    private static func until(_ text: Substring) throws(Refusal) -> Moment {
        let isUTC = text.hasSuffix("Z")
        guard let local = LocalTime(String(isUTC ? text.dropLast() : text)), !text.contains("-") else {
            throw .invalidTrigger("rule has UNTIL=\(text); it must be a date such as 20261231 or 20261231T180000Z")
        }
        if isUTC { return .instant(local.instant(in: .gmt)) }
        // A date without a time means the end of its day.
        return .local(text.utf8.count == 8 ? local.at(hour: 23, minute: 59, second: 59) : local)
    }
}
