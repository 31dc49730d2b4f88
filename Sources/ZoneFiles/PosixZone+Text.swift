// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension PosixZone {
    /// Parses a zone's POSIX form, with the hours from -167 to 167 of RFC 9636; nil for other texts.
    ///
    /// Summer time without rules has those of the United States, as in glibc: `,M3.2.0,M11.1.0`.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var reader = Reader(rest: Array(text.utf8)[...])
        guard let name = reader.name(), let west = reader.time(hours: 0...24) else { return nil }
        standard = Time(offset: -west, name: name)
        guard !reader.rest.isEmpty else {
            summer = nil
            return
        }
        guard let name = reader.name() else { return nil }
        var offset = standard.offset + 3600
        if let first = reader.rest.first, first != UInt8(ascii: ",") {
            guard let west = reader.time(hours: 0...24) else { return nil }
            offset = -west
        }
        if reader.rest.isEmpty || reader.rest.elementsEqual([UInt8(ascii: ",")]) {
            reader.rest = Array(",M3.2.0,M11.1.0".utf8)[...]
        }
        guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else { return nil }
        summer = Summer(time: Time(offset: offset, name: name), start: start, end: end)
    }

    /// Maximum number of bytes in a text of the POSIX form.
    package static let longestText = 256

    /// Reader of the parts of a zone's POSIX form.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Reads an abbreviation: three letters or more, or letters, digits and signs between `<` and `>`.
        mutating func name() -> String? {
            let isQuoted = take("<")
            let name = rest.prefix { byte in
                let isLetter = (65...90).contains(byte) || (97...122).contains(byte)
                let isOther = (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                return isLetter || isQuoted && isOther
            }
            rest = rest.dropFirst(name.count)
            guard name.count >= 3, !isQuoted || take(">") else { return nil }
            return String(decoding: name, as: UTF8.self)
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix(4).prefix { (48...57).contains($0) }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
            return range.contains(number) ? number : nil
        }

        /// Reads a time `[+-]hh[:mm[:ss]]`, and returns it in seconds.
        mutating func time(hours: ClosedRange<Int>) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hour = number(hours) else { return nil }
            var seconds = hour * 3600
            for unit in [60, 1] {
                guard take(":") else { break }
                guard let number = number(0...59) else { return nil }
                seconds += number * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// Reads a yearly change such as `,M3.5.0/2`, `,J60` or `,59`; the time after the slash is 02:00 by default.
        mutating func change() -> Change? {
            guard take(",") else { return nil }
            var day: Change.Day
            if take("J") {
                guard let number = number(1...365) else { return nil }
                day = .withoutLeapDay(number)
            } else if take("M") {
                guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                    let weekday = number(0...6)
                else { return nil }
                day = .week(month: month, week: week, day: weekday)
            } else {
                guard let number = number(0...365) else { return nil }
                day = .dayOfYear(number)
            }
            guard take("/") else { return Change(day: day, second: 7200) }
            guard let second = time(hours: 0...167) else { return nil }
            return Change(day: day, second: second)
        }
    }
}
