// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Parser of an iCalendar component's recurrence properties (RFC 5545): `DTSTART`, `RRULE`, `RDATE` and `EXDATE`.
///
/// The properties are separated by line ends or spaces; a single rule needs no name.
struct RecurrenceText {
    private var set = RecurrenceSet([])
    /// The `RDATE` dates as written: these are converted once the recurrence set's zone is known.
    private var dates: [Moment] = []
    private var exceptions: [Moment] = []
    private var start: Moment?
    private let text: String

    private struct Moment {
        let text: String
        var zone: Zone?
        let isDay: Bool
        let range: Range<Int>
    }

    /// Maximum number of bytes in the properties.
    static let longestText = 4096

    /// Returns whether a text begins with a recurrence property or a rule without its name.
    static func recognizes(_ text: String) -> Bool {
        let head = text.drop(while: \.isWhitespace).prefix(8).uppercased()
        return [
            "RRULE:", "RRULE;", "FREQ=", "DTSTART:", "DTSTART;", "RDATE:", "RDATE;", "EXDATE:", "EXDATE;", "EXRULE:",
        ].contains { head.hasPrefix($0) }
    }

    /// Parses the properties; a ``TimeExpressionError`` points at the property that is wrong.
    static func read(_ text: String) throws(TimeExpressionError) -> RecurrenceSet {
        var properties = try RecurrenceText(text)
        return try properties.read()
    }

    private init(_ text: String) throws(TimeExpressionError) {
        self.text = Self.unfolded(text)
        guard text.utf8.count <= Self.longestText else {
            throw TimeExpressionError(
                .tooLong, "the rule is \(text.utf8.count) bytes long; the limit is \(Self.longestText)",
                at: Self.longestText..<text.utf8.count)
        }
    }

    /// Returns the text with folded lines joined (RFC 5545, 3.1): a line that begins with white space continues the
    /// previous line, unless it begins a property.
    private static func unfolded(_ text: String) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let isFolded = line.first == " " || line.first == "\t"
            guard isFolded, !lines.isEmpty, !names.contains(where: { line.dropFirst().uppercased().hasPrefix($0) })
            else {
                lines.append(String(line))
                continue
            }
            lines[lines.count - 1] += line.dropFirst()
        }
        return lines.joined(separator: "\n")
    }

    /// The texts that a property can begin with.
    private static let names = ["RRULE", "FREQ=", "DTSTART", "RDATE", "EXDATE", "EXRULE"]

    /// The properties, separated by white space, except within the name of a zone, such as `W. Europe Standard Time`.
    private var properties: [Substring] {
        var properties: [Substring] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            let head = word.uppercased()
            if let last = properties.last, last.uppercased().contains(";TZID="), !last.contains(":"),
                !Self.names.contains(where: { head.hasPrefix($0) })
            {
                properties[properties.count - 1] = text[last.startIndex..<word.endIndex]
            } else {
                properties.append(word)
            }
        }
        return properties
    }

    private mutating func read() throws(TimeExpressionError) -> RecurrenceSet {
        for word in properties {
            let first = text.utf8.distance(from: text.startIndex, to: word.startIndex)
            try readProperty(word, first..<first + word.utf8.count)
        }
        try settle()
        guard !set.rules.isEmpty || !set.dates.isEmpty else {
            let end = text.utf8.count
            throw .unknown("there is no RRULE and no RDATE", at: end..<end)
        }
        do {
            try set.validate()
        } catch {
            throw .impossible(error.message, at: 0..<text.utf8.count)
        }
        return set
    }

    private mutating func readProperty(_ word: Substring, _ range: Range<Int>) throws(TimeExpressionError) {
        let head = word.prefix { $0 != ":" && $0 != "=" }.uppercased()
        let name = head.prefix { $0 != ";" }
        guard let colon = word.firstIndex(of: ":") else {
            guard name == "FREQ" || word.contains("=") else {
                throw .unknown("\"\(word)\" is no property; write e.g. RRULE:FREQ=DAILY", at: range)
            }
            return try readRule(word, range)
        }
        let value = word[word.index(after: colon)...]
        let valueRange = range.upperBound - value.utf8.count..<range.upperBound
        let parameters = word[..<colon].split(separator: ";").dropFirst()
        switch name {
        case "RRULE": try readRule(value, valueRange)
        case "DTSTART":
            let moments = try moments(value, valueRange, parameters, range)
            guard start == nil, moments.count == 1 else {
                throw .unknown("only one DTSTART is possible, with one date", at: range)
            }
            start = moments[0]
        case "RDATE": dates += try moments(value, valueRange, parameters, range)
        case "EXDATE": exceptions += try moments(value, valueRange, parameters, range)
        case "EXRULE":
            throw .unknown("EXRULE is no longer in RFC 5545; write the dates as EXDATE", at: range)
        default:
            throw .unknown("\(name) is not read here; the properties are DTSTART, RRULE, RDATE and EXDATE", at: range)
        }
    }

    private mutating func readRule(_ text: Substring, _ range: Range<Int>) throws(TimeExpressionError) {
        do {
            set.rules.append(try RecurrenceRule(parsing: String(text)))
        } catch {
            throw .impossible(error.message, at: range)
        }
    }

    private func moments(
        _ value: Substring, _ range: Range<Int>, _ parameters: some Sequence<Substring>, _ whole: Range<Int>
    ) throws(TimeExpressionError) -> [Moment] {
        var zone: Zone?
        for parameter in parameters {
            let name = parameter.prefix { $0 != "=" }.uppercased()
            let setting = parameter.dropFirst(name.utf8.count + 1)
            switch (name, setting.uppercased()) {
            case ("VALUE", "DATE"), ("VALUE", "DATE-TIME"): continue
            case ("VALUE", "PERIOD"):
                throw .unknown("periods are not supported; write the dates at which they begin", at: whole)
            case ("TZID", _):
                let identifier = setting.drop { $0 == "\"" || $0 == "/" }.prefix { $0 != "\"" }
                let name = WindowsZone.identifier(String(identifier)) ?? String(identifier)
                guard let named = Zone(identifier: name) else {
                    throw .unknown(
                        "TZID \"\(identifier)\" is not a zone that is known here; it must be one such as Europe/Berlin "
                            + "or W. Europe Standard Time", at: whole)
                }
                zone = named
            default: throw .unknown("\(parameter) is not read here; the parameters are TZID and VALUE", at: whole)
            }
        }
        var moments: [Moment] = []
        var first = range.lowerBound
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            let range = first..<first + part.utf8.count
            first = range.upperBound + 1
            let local = part.uppercased().hasSuffix("Z") ? part.dropLast() : part
            guard LocalTime(String(local)) != nil,
                !part.contains("-") || Date(rfc3339: String(part)) != nil || local == part
            else {
                throw .impossible(
                    "\"\(part)\" is not a date; write e.g. 20261224T180000 or 20261224T170000Z", at: range)
            }
            moments.append(
                Moment(
                    text: String(local), zone: local == part ? zone : .gmt,
                    isDay: !part.contains("T") && !part.contains("t"), range: range))
        }
        return moments
    }

    /// Converts the dates to moments of the recurrence set, whose zone is that of `DTSTART`, else of the first `RDATE`.
    private mutating func settle() throws(TimeExpressionError) {
        let zone = start?.zone ?? dates.first?.zone
        set.timeZone = zone
        let startTime = start.flatMap { LocalTime($0.text) }
        if let start, let local = startTime {
            guard !start.isDay || set.rules.allSatisfy({ !$0.hours.isEmpty || $0.frequency < .daily }) else {
                throw .unknown("DTSTART has no time of day; write e.g. \(start.text.prefix(8))T090000", at: start.range)
            }
            set.start = .local(local)
        }
        func moment(_ moment: Moment, _ local: LocalTime) -> RecurrenceRule.Moment {
            guard let own = moment.zone, own != zone else { return .local(local) }
            return .instant(local.instant(in: own))
        }
        for date in dates {
            guard var local = LocalTime(date.text) else { continue }
            if date.isDay {
                guard let startTime, start?.isDay == false else {
                    throw .unknown("this RDATE has no time of day, and no DTSTART gives it one", at: date.range)
                }
                local = local.at(startTime.clock)
            }
            set.dates.append(moment(date, local))
        }
        // DTSTART is the first occurrence (RFC 5545, 3.8.5.2), even without a rule.
        if set.rules.isEmpty, !dates.isEmpty, start?.isDay == false, let startTime,
            !set.dates.contains(.local(startTime))
        {
            set.dates.insert(.local(startTime), at: 0)
        }
        for exception in exceptions {
            guard let local = LocalTime(exception.text) else { continue }
            set.exceptions.append(exception.isDay ? .day(local.dayNumber) : .moment(moment(exception, local)))
        }
    }
}
