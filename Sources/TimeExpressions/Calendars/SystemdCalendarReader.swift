// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// Parser of calendar expressions of systemd.time(7).
struct SystemdCalendarReader {
    private var reader: ByteReader
    private var calendar = SystemdCalendar()

    /// Maximum number of bytes in an expression.
    static let longestText = 1024

    /// Parses an expression; a ``TimeExpressionError`` points at the wrong part.
    static func read(_ text: String) throws(TimeExpressionError) -> SystemdCalendar {
        var reader = try SystemdCalendarReader(text)
        try reader.read()
        return reader.calendar
    }

    /// Returns whether a text contains characters that only a calendar expression has.
    static func recognizes(_ text: String) -> Bool {
        let text = text.utf8.prefix(longestText + 1)
        var previous: UInt8 = 32
        var (hasColon, hasStep) = (false, false)
        for byte in text {
            if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "~") { return true }
            if byte == UInt8(ascii: "."), previous == UInt8(ascii: ".") { return true }
            if byte == UInt8(ascii: ":") { hasColon = true }
            // In a word with a colon, a slash after a digit is a repetition; `01/02` alone is ambiguous.
            if byte == UInt8(ascii: "/"), (48...57).contains(previous) { hasStep = true }
            if byte == 32 { if hasColon && hasStep { return true }; (hasColon, hasStep) = (false, false) }
            previous = byte
        }
        let head = String(decoding: text.prefix(11), as: UTF8.self).lowercased()
        return (hasColon && hasStep) || head == "oncalendar="
    }

    private init(_ text: String) throws(TimeExpressionError) {
        reader = try ByteReader(text, limit: Self.longestText)
        reader.skipSpace()
        reader.cutSpace()
        if reader.take("oncalendar=") { reader.skipSpace() }
    }

    private mutating func read() throws(TimeExpressionError) {
        try readZone()
        for (name, text) in SystemdCalendar.named {
            let start = reader.position
            if reader.take(name), reader.isAtEnd {
                let zone = calendar.timeZone
                calendar = try Self.read(text)
                calendar.timeZone = zone
                return
            }
            reader.rewind(to: start)
        }
        guard !reader.isAtEnd else {
            throw reader.error(.unknown, "there is no calendar expression; write e.g. Mon..Fri 09:00")
        }
        try readWeekdays()
        try readDateAndTime()
        guard reader.isAtEnd else { throw unexpected() }
        try check()
    }

    /// Removes `UTC` or a zone of the tz database from the end of the expression.
    private mutating func readZone() throws(TimeExpressionError) {
        guard let range = reader.lastWord else { return }
        let word = reader.text(range)
        guard let first = word.utf8.first, (65...90).contains(first) || (97...122).contains(first) else { return }
        if word.uppercased() == "UTC" {
            calendar.timeZone = .gmt
        } else if word.utf8.count > 2, CalendarWords.weekday(word.lowercased()) == nil,
            !word.contains(where: { ",.~*:".contains($0) })
        {
            guard let zone = Zone(named: word) else {
                throw reader.error(
                    .unknown, "\"\(word)\" is not a time zone that is known here; write e.g. Europe/Berlin or UTC",
                    at: range)
            }
            calendar.timeZone = zone
        } else {
            return
        }
        reader.cut(at: range.lowerBound)
        reader.cutSpace()
    }

    private mutating func weekday() throws(TimeExpressionError) -> Int? {
        let start = reader.position
        for (index, name) in CalendarWords.fullWeekdays.enumerated()
        where reader.take(name) || reader.take(CalendarWords.weekdays[index]) {
            guard let next = reader.peek(), !"-., ".contains(next) else { return index + 1 }
            throw reader.error(.unknown, "the days are Mon to Sun, or Monday to Sunday", at: start..<reader.wordEnd)
        }
        return nil
    }

    private mutating func readWeekdays() throws(TimeExpressionError) {
        let start = reader.position
        while let first = try weekday() {
            var last = first
            if reader.take("..") || reader.take("-") {
                guard let day = try weekday() else {
                    throw reader.error(
                        .unknown, "a day of the week must follow, as in Mon..Fri", at: start..<reader.wordEnd)
                }
                last = day
            }
            for offset in 0...(last - first + 7) % 7 { calendar.weekdays.insert((first - 1 + offset) % 7 + 1) }
            guard reader.take(",") else { break }
            // A comma may also end the list of weekdays.
            if reader.isAtEnd || reader.peek() == " " { break }
        }
        guard reader.position > start else { return }
        if calendar.weekdays.count == 7 { calendar.weekdays = [] }
        guard reader.isAtEnd || reader.peek() == " " else {
            throw reader.error(.unknown, "the days are Mon to Sun, or Monday to Sunday")
        }
        reader.skipSpace()
    }

    private mutating func readDateAndTime() throws(TimeExpressionError) {
        guard !reader.isAtEnd else { return }
        let start = reader.position
        if reader.take("@") {
            guard let seconds = reader.number(digits: 11), reader.isAtEnd else {
                throw reader.error(.impossible, "@ takes the seconds since 1970", at: start..<reader.wordEnd)
            }
            calendar.moment = Date(timeIntervalSince1970: Double(seconds))
            return
        }
        let first = try field()
        if reader.isAtEnd || reader.peek() == ":" {
            reader.rewind(to: start)
            return try readTime()
        }
        func separator() throws(TimeExpressionError) {
            if reader.take("~") { calendar.isFromMonthEnd = true } else if !reader.take("-") { throw unexpected() }
        }
        try separator()
        let second = try field()
        if reader.isAtEnd || reader.peek() == " " {
            (calendar.months, calendar.days) = (first, second)
        } else {
            guard !calendar.isFromMonthEnd else { throw unexpected() }
            try separator()
            (calendar.years, calendar.months, calendar.days) = (first, second, try field())
        }
        guard reader.isAtEnd || reader.peek() == " " else { throw unexpected() }
        reader.skipSpace()
        if !reader.isAtEnd { try readTime() }
    }

    private mutating func readTime() throws(TimeExpressionError) {
        calendar.hours = try field()
        guard reader.take(":") else {
            if reader.isAtEnd { throw reader.error(.unknown, "the minutes are missing; write e.g. 09:00") }
            throw unexpected()
        }
        calendar.minutes = try field()
        if reader.take(":") { calendar.seconds = try field(isSecond: true) }
    }

    /// Parses `*`, or a list of numbers, ranges and repetitions, separated by commas.
    private mutating func field(isSecond: Bool = false) throws(TimeExpressionError) -> CalendarField {
        if reader.take("*") {
            if reader.peek() == "/" {
                throw reader.error(
                    .unknown, "systemd repeats from a number on: write \(isSecond ? "0" : "0 or 1")/… in place of */…",
                    at: reader.position - 1..<reader.wordEnd)
            }
            return .any
        }
        var items: [CalendarField.Item] = []
        repeat {
            let start = reader.position
            let first = try number(isSecond)
            let stop = try reader.take("..") ? number(isSecond) : nil
            let step = try reader.take("/") ? number(isSecond) : nil
            guard step != 0 else {
                throw reader.error(.impossible, "a repetition must be 1 or more", at: start..<reader.position)
            }
            items.append(.init(start: first, stop: stop, step: step, range: start..<reader.position))
        } while reader.take(",")
        return CalendarField(items: items)
    }

    private mutating func number(_ isSecond: Bool) throws(TimeExpressionError) -> Int {
        let start = reader.position
        guard let number = reader.number() else { throw unexpected() }
        guard isSecond, reader.peek() == ".", reader.peek(1) != "." else { return number }
        reader.skip()
        let digits = reader.position
        while reader.peek()?.isNumber == true { reader.skip() }
        guard reader.position > digits else { throw unexpected() }
        guard reader.text(digits..<reader.position).allSatisfy({ $0 == "0" }) else {
            throw reader.error(
                .impossible, "Belfry fires on whole seconds; leave the fraction out", at: start..<reader.position)
        }
        return number
    }

    private func unexpected() -> TimeExpressionError {
        if reader.isAtEnd {
            return reader.error(.unknown, "something is missing at the end; write e.g. Mon..Fri *-*-* 09:00")
        }
        return reader.error(
            .unknown, "\"\(reader.text(reader.position..<reader.wordEnd))\" is not understood in a calendar expression")
    }

    private mutating func check() throws(TimeExpressionError) {
        func full(_ number: Int) -> Int { number < 70 ? number + 2000 : number < 100 ? number + 1900 : number }
        calendar.years.items = calendar.years.items.map {
            .init(start: full($0.start), stop: $0.stop.map(full), step: $0.step, range: $0.range)
        }
        if calendar.days.isAny { calendar.isFromMonthEnd = false }
        calendar.years = try calendar.years.checked("year", SystemdCalendar.firstYear...SystemdCalendar.lastYear)
        calendar.months = try calendar.months.checked("month", 1...12)
        calendar.days = try checkedDays()
        calendar.hours = try calendar.hours.checked("hour", 0...23)
        calendar.minutes = try calendar.minutes.checked("minute", 0...59)
        let written = calendar.seconds.items.map(\.range)
        calendar.seconds = try calendar.seconds.checked("second", 0...59)
        guard calendar.seconds.values(upTo: 59).count == 1 else {
            let range =
                written.isEmpty ? reader.position - 1..<reader.position : written[0].lowerBound..<reader.position
            throw .impossible("an expression can't fire more than once in 60 seconds", at: range)
        }
    }

    private func checkedDays() throws(TimeExpressionError) -> CalendarField {
        guard calendar.isFromMonthEnd else { return try calendar.days.checked("day", 1...31) }
        for item in calendar.days.items where item.isOpen {
            guard let step = item.step, item.start - step < 1, item.start <= 28 else { continue }
            throw .impossible(
                "~\(item.start)/\(step) never comes a second time; the month ends before it", at: item.range)
        }
        let field = CalendarField(
            items: calendar.days.items.map {
                // Steps were checked above. After `~`, steps count towards the month's end, not up as in other fields.
                .init(start: $0.start, stop: $0.isOpen ? $0.start : $0.stop, step: $0.step, range: $0.range)
            })
        _ = try field.checked("day from the month's end", 1...28)
        let ranges = CalendarField(items: calendar.days.items.filter { !$0.isOpen })
        let checked = try ranges.checked("day from the month's end", 1...28).items
        return CalendarField(items: checked + calendar.days.items.filter(\.isOpen)).ordered
    }
}
