// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Reader of the words after `REM`: the date, the clauses, and the text after `MSG` or `RUN`.
struct RemindLine {
    private(set) var date = RemindDate()
    /// Time of day after `AT`, in seconds since midnight; nil without `AT`.
    private(set) var time: Int?
    /// Early warnings, in seconds before the reminder.
    private(set) var leads: [Int] = []
    private(set) var body = ""
    /// Tells whether the text is a command (`RUN`).
    private(set) var isCommand = false

    private var rest: Substring
    private let number: Int

    init(_ text: Substring, _ number: Int) { (rest, self.number) = (text, number) }

    private func refusal(_ message: String) -> FileLine { FileLine(line: number, message) }

    /// Removes and returns the next word of the line; nil at the end.
    private mutating func word() -> String? {
        rest = rest.drop(while: \.isWhitespace)
        guard !rest.isEmpty else { return nil }
        let word = rest.prefix { !$0.isWhitespace }
        rest = rest[word.endIndex...]
        return String(word)
    }

    /// - Throws: ``FileLine`` for a clause that isn't carried over.
    mutating func read() throws(FileLine) {
        while let word = word() {
            switch word.uppercased() {
            case "MSG", "MSF": return body = try Self.text(rest, number)
            case "RUN":
                isCommand = true
                return body = try Self.command(rest, number)
            case "CAL", "PS", "PSFILE", "SPECIAL", "SATISFY":
                throw refusal("\(word.uppercased()) is no message")
            case "AT": try readTime()
            case "UNTIL": date.end = try day(after: word)
            case "THROUGH":
                date.end = try day(after: word)
                date.interval = 1
            case "FROM": date.start = try day(after: word)
            case "ONCE", "NOQUEUE": continue
            case "PRIORITY", "DURATION", "TAG", "COLOR", "COLOUR":
                _ = self.word()
            case "SKIP", "BEFORE", "AFTER", "OMIT", "OMITFUNC", "SCHED", "WARN", "SCANFROM", "ADDOMIT", "IN":
                throw refusal("\(word.uppercased()) isn't carried over")
            default: try read(word)
            }
        }
        throw refusal("there is no MSG")
    }

    /// Reads a word that is part of the date, or refuses it.
    private mutating func read(_ word: String) throws(FileLine) {
        let sign = word.first
        if let sign, "+*-".contains(sign) {
            let digits = word.drop { $0 == sign }
            guard digits.isDigits, !digits.isEmpty, digits.utf8.count <= 4, let count = Int(digits),
                word.count - digits.count <= (sign == "*" ? 1 : 2)
            else { throw refusal("\"\(word.prefix(40))\" isn't read") }
            switch sign {
            case "+": if count > 0 { leads.append(count * 86_400) }
            case "*": date.interval = count
            default: date.back = count
            }
            return
        }
        if word.contains("["), word.contains("]") || rest.contains("]") {
            throw refusal("expressions in brackets aren't computed")
        }
        // A date may carry its time: 2027-12-24@18:00.
        let parts = word.split(separator: "@", maxSplits: 1)
        if parts.count == 2 {
            time = try Self.time(String(parts[1]), number)
        }
        guard let part = parts.first, date.take(String(part)) else {
            throw refusal("\"\(word.prefix(40))\" isn't read")
        }
    }

    /// Reads a clause such as `AT 18:00 +15 *5`: the time, the minutes between the first warning and the time, and the
    /// minutes between warnings.
    private mutating func readTime() throws(FileLine) {
        guard let text = word() else { throw refusal("AT has no time") }
        time = try Self.time(text, number)
        var (lead, step): (Int?, Int?) = (nil, nil)
        while true {
            let before = rest
            guard let next = word(), let sign = next.first, sign == "+" || sign == "*",
                let minutes = Int(next.dropFirst()), (0...100_000).contains(minutes)
            else {
                rest = before
                break
            }
            if sign == "+" { lead = minutes } else { step = minutes }
        }
        guard let lead, lead > 0 else { return }
        // As remind does, the reminder gives the first warning, then a further warning after each step until its time.
        let all = step.map { $0 > 0 ? Array(stride(from: lead, to: 0, by: -$0).prefix(1000)) : [lead] } ?? [lead]
        leads += all.map { $0 * 60 }
    }

    private mutating func day(after name: String) throws(FileLine) -> Int {
        var end = RemindDate()
        while !end.isDay {
            guard let word = word(), end.take(word) else {
                throw refusal("\(name.uppercased()) needs a whole date, such as 24 Dec 2027 or 2027-12-24")
            }
        }
        guard let day = end.dayNumber else { throw refusal("\(name.uppercased()) has a day that doesn't exist") }
        return day
    }

    private static func time(_ text: String, _ number: Int) throws(FileLine) -> Int {
        var digits = text.lowercased()[...]
        let isAfternoon = digits.hasSuffix("pm")
        let hasHalf = isAfternoon || digits.hasSuffix("am")
        if hasHalf { digits = digits.dropLast(2) }
        let parts = digits.split { $0 == ":" || $0 == "." }.map { $0.isDigits ? Int($0) ?? -1 : -1 }
        guard parts.count == 2 || hasHalf && parts.count == 1, var hour = parts.first, (0...23).contains(hour) else {
            throw FileLine(line: number, "\"\(text.prefix(40))\" is not a time such as 18:00")
        }
        let minute = parts.count == 2 ? parts[1] : 0
        guard (0...59).contains(minute), !hasHalf || (1...12).contains(hour) else {
            throw FileLine(line: number, "\"\(text.prefix(40))\" is not a time such as 18:00")
        }
        if hasHalf { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        return hour * 3600 + minute * 60
    }

    /// Returns the text of a command, in which every character counts: only `%%` and `%_`, a line end, are resolved.
    private static func command(_ text: Substring, _ number: Int) throws(FileLine) -> String {
        var result = ""
        var isSubstitution = false
        for character in text.drop(while: \.isWhitespace) {
            switch (isSubstitution, character) {
            case (false, "%"):
                isSubstitution = true
                continue
            case (true, "%"): result.append("%")
            case (true, "_"): result.append("\n")
            case (true, _): throw FileLine(line: number, "%\(character) in a command isn't computed")
            case (false, "["): throw FileLine(line: number, "expressions in brackets aren't computed")
            case (false, _): result.append(character)
            }
            isSubstitution = false
        }
        if isSubstitution { throw FileLine(line: number, "a command ends with a single %") }
        if result.isEmpty { throw FileLine(line: number, "there is no command after RUN") }
        return result
    }

    /// Returns the text of a message: without its calendar marks (`%"`), and without date substitutions.
    private static func text(_ text: Substring, _ number: Int) throws(FileLine) -> String {
        var result = ""
        var isSubstitution = false
        for character in text {
            if isSubstitution {
                isSubstitution = false
                switch character {
                case "%": result.append("%")
                case "_": result.append(" ")
                case "*": isSubstitution = true
                default: continue
                }
            } else if character == "%" {
                isSubstitution = true
            } else if character == "[" {
                throw FileLine(line: number, "expressions in brackets aren't computed")
            } else {
                result.append(character)
            }
        }
        // Without the substitution, a text such as "Party %b." has a space before its full stop.
        let words = result.split(whereSeparator: \.isWhitespace).map(String.init)
        var parts: [String] = []
        for word in words {
            if let last = parts.indices.last, [".", ",", "!", ":", ";", "?"].contains(word) {
                parts[last] += word
            } else {
                parts.append(word)
            }
        }
        return parts.joined(separator: " ")
    }
}
