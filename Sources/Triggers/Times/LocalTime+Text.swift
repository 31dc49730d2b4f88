// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension LocalTime: CustomStringConvertible, LosslessStringConvertible {
    /// The local date and time in ISO 8601, without a zone: `2026-11-21T18:00:00`.
    package var description: String { text("-", ":") }

    /// The local date and time in the form of RFC 5545: `20261121T180000`.
    package var basicDescription: String { text("", "") }

    private func text(_ dash: String, _ colon: String) -> String {
        let (year, month, day) = civil
        var text = year.padded(to: 4)
        let parts = [dash, month.padded(), dash, day.padded(), "T", hour.padded(), colon, minute.padded()]
        for part in parts { text += part }
        return text + colon + second.padded()
    }

    /// Parses `2026-11-21T18:00:00`, `2026-11-21 18:00`, `2026-11-21` or their RFC 5545 forms.
    ///
    /// Missing seconds, or a missing time of day, are 0. The result is nil for other texts.
    package init?(_ text: String) {
        var rest = Substring(text)
        let isBasic = !text.contains("-")
        func number(_ count: Int, after separator: Character? = nil) -> Int? {
            if let separator {
                guard rest.first == separator else { return nil }
                rest.removeFirst()
            }
            let digits = rest.prefix(count)
            guard digits.utf8.count == count, digits.isDigits else { return nil }
            rest = rest.dropFirst(count)
            return Int(digits)
        }
        guard let year = number(4), let month = number(2, after: isBasic ? nil : "-"),
            let day = number(2, after: isBasic ? nil : "-")
        else { return nil }
        var time = (hour: 0, minute: 0, second: 0)
        if let separator = rest.first {
            guard separator == "T" || separator == "t" || (separator == " " && !isBasic) else { return nil }
            rest.removeFirst()
            guard let hour = number(2), let minute = number(2, after: isBasic ? nil : ":") else { return nil }
            time = (hour, minute, 0)
            if !rest.isEmpty {
                guard let second = number(2, after: isBasic ? nil : ":"), rest.isEmpty else { return nil }
                // A leap second is read as the last second that the system's clock can show.
                time.second = second == 60 ? 59 : second
            }
        }
        self.init(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }
}

extension Int {
    /// Returns the number with leading zeros.
    package func padded(to count: Int = 2) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }
}

extension StringProtocol {
    /// Tells whether all characters are the digits 0 to 9; also true for an empty text.
    package var isDigits: Bool { utf8.allSatisfy { (48...57).contains($0) } }
}
