// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// An active timestamp of Org mode: `<2027-12-24 Fri 18:00 +1w -3d>`.
struct OrgTimestamp {
    /// Keyword before a timestamp.
    enum Kind: Hashable { case plain, scheduled, deadline }

    /// Repetition: `+1w`, `++1w` or `.+1w`.
    private struct Repeater {
        let mark: Substring
        let count: Int
        let unit: Character
    }

    var kind = Kind.plain
    private var local: LocalTime
    private var hasTime = false
    private var repeater: Repeater?
    /// Seconds of a warning before a deadline, or of a delay after a scheduled date.
    private var shift: Int?
    /// Word after the date that Belfry can't read.
    private var unread: Substring?

    /// Maximum number of timestamps of a line.
    private static let most = 100

    /// Returns the active timestamps of a line, each with its keyword and its text; of a range, only the first one.
    static func all(in line: Substring) -> [(stamp: OrgTimestamp, raw: String)] {
        var found: [(OrgTimestamp, String)] = []
        var rest = line
        var isAfterRange = false
        while found.count < most, let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let inside = rest[rest.index(after: open)..<close]
            let before = rest[..<open]
            rest = rest[rest.index(after: close)...]
            guard var stamp = OrgTimestamp(inside) else {
                // An opening bracket may belong to the text, as in "a < b <2027-12-24>".
                if let inner = inside.lastIndex(of: "<") { rest = line[inner...] }
                isAfterRange = false
                continue
            }
            if isAfterRange, before == "--" {
                isAfterRange = false
                continue
            }
            let words = before.split(whereSeparator: \.isWhitespace)
            if words.last == "SCHEDULED:" { stamp.kind = .scheduled }
            if words.last == "DEADLINE:" { stamp.kind = .deadline }
            found.append((stamp, "\(stamp.kind) \(inside)"))
            isAfterRange = true
        }
        return found
    }

    /// Returns a line's text without timestamps, active or not, and without their keywords.
    static func removingAll(from line: Substring) -> String {
        var text = ""
        var rest = line
        while let open = rest.firstIndex(where: { $0 == "<" || $0 == "[" }) {
            text += rest[..<open]
            let end: Character = rest[open] == "<" ? ">" : "]"
            // Only a short part is searched for the closing bracket, because a line may have many brackets.
            guard let close = rest[open...].prefix(102).firstIndex(of: end),
                OrgTimestamp(rest[rest.index(after: open)..<close]) != nil
            else {
                text.append(rest[open])
                rest = rest[rest.index(after: open)...]
                continue
            }
            rest = rest[rest.index(after: close)...]
            if rest.hasPrefix("--") { rest = rest.dropFirst(2) }
        }
        let words = (text + rest).split(whereSeparator: \.isWhitespace)
        return words.filter { !["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains($0) }.joined(separator: " ")
    }

    /// Parses the text between the brackets; nil if the text is no timestamp.
    private init?(_ text: Substring) {
        guard text.utf8.count <= 100 else { return nil }
        let words = text.split(separator: " ")
        guard let first = words.first, first.utf8.count == 10, let day = LocalTime(String(first)) else { return nil }
        local = day
        for word in words.dropFirst() {
            guard let sign = word.first else { continue }
            if let time = Self.time(word) {
                (local, hasTime) = (day.at(hour: time / 60, minute: time % 60), true)
            } else if sign == "+" || sign == "." {
                // A habit has a second interval, which is ignored: .+2d/3d.
                let part = Self.part(word.prefix { $0 != "/" })
                if part == nil { unread = word }
                repeater = part?.count == 0 ? nil : part
            } else if sign == "-" {
                let length = Self.part(word).flatMap(Self.seconds)
                if length == nil { unread = word }
                shift = length == 0 ? nil : length
            } else if sign.isNumber {
                unread = word
            }
        }
    }

    /// Parses the beginning of `18:00` or `18:00-19:00`; returns the first time in minutes since midnight.
    private static func time(_ word: Substring) -> Int? {
        let parts = word.prefix { $0 != "-" }.split(separator: ":").map {
            $0.isDigits && $0.count <= 2 ? Int($0) ?? -1 : -1
        }
        guard parts.count == 2, (0...23).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
        return parts[0] * 60 + parts[1]
    }

    private static func part(_ word: Substring) -> Repeater? {
        let mark = word.prefix { "+-.".contains($0) }
        let digits = word.dropFirst(mark.count).prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(mark.count), (1...4).contains(digits.count), let count = Int(digits),
            let unit = word.last, "hdwmy".contains(unit), word.count == mark.count + digits.count + 1
        else { return nil }
        return Repeater(mark: mark, count: count, unit: unit)
    }

    private static func seconds(_ part: Repeater) -> Int? {
        let units: [Character: Int] = ["h": 3600, "d": 86_400, "w": 604_800, "m": 30 * 86_400, "y": 365 * 86_400]
        return units[part.unit].map { $0 * part.count }
    }

    /// Returns the timestamp's trigger, and the early warnings of a deadline in seconds.
    ///
    /// - Throws: ``FileLine`` for a repetition that no trigger has, and for an unknown word.
    func trigger(hour: Int, line: Int) throws(FileLine) -> (Trigger, leads: [Int]) {
        if let unread { throw FileLine(line: line, "\"\(unread.prefix(40))\" in a timestamp isn't read") }
        var start = hasTime ? local : local.at(hour: hour)
        if kind == .scheduled, let shift {
            guard repeater == nil else {
                throw FileLine(line: line, "a delay (-) of a repeating SCHEDULED isn't carried over")
            }
            start = start.adding(seconds: shift)
        }
        let leads = kind == .deadline ? [shift].compactMap(\.self) : []
        guard let repeater else { return (CalendarReminders.once(start, nil), leads) }
        guard repeater.mark != ".+" else {
            throw FileLine(
                line: line, ".+ counts from the day on which the task is marked as done, which Belfry can't see")
        }
        let frequencies: [Character: RecurrenceRule.Frequency] = [
            "h": .hourly, "d": .daily, "w": .weekly, "m": .monthly, "y": .yearly,
        ]
        guard let frequency = frequencies[repeater.unit] else {
            throw FileLine(line: line, "\(repeater.unit) is no unit of a repetition")
        }
        let rule = RecurrenceRule(frequency, interval: repeater.count)
        return (.rule(RecurrenceSet([rule], start: .local(start))), leads)
    }
}
