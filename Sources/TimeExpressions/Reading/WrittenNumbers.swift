// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A word such as `24.12.2026`, `01/02` or `2026-12`, which is probably meant as a date.
struct WrittenNumbers {
    /// Reason why the word is not a valid date.
    struct Mistake {
        let sentence: String
        /// Tells whether the word could mean two days.
        var isAmbiguous = false
    }

    private let word: String
    private let digits: [Substring]

    /// Creates the value; nil for a word without two or three numbers.
    init?(_ word: String) {
        self.word = word
        digits = word.split { !$0.isNumber }
        guard (2...3).contains(digits.count) else { return nil }
    }

    var mistake: Mistake {
        let numbers = digits.map { Int($0) ?? 0 }
        if digits[0].utf8.count > 4 { return .init(sentence: "\"\(word)\": a year has four digits, as in 2099-12-24") }
        if digits[0].utf8.count > 2 {
            guard digits.count == 3, let day = LocalTime(year: numbers[0], month: numbers[1], day: numbers[2]) else {
                return .init(sentence: "\"\(word)\" is not a day of the calendar; write such as 24 dec")
            }
            return write(day.dateText)
        }
        let year = digits.count == 3 ? numbers[2] + (digits[2].utf8.count == 2 ? 2000 : 0) : nil
        let (dayFirst, monthFirst) = (
            text(numbers[0], numbers[1], year), text(numbers[1], numbers[0], year)
        )
        switch (dayFirst, monthFirst) {
        case (let one?, let other?) where one != other:
            return .init(
                sentence: "\"\(word)\" can be read in two ways; write \(one) or \(other)", isAmbiguous: true)
        case (let text?, _), (nil, let text?): return write(text)
        case (nil, nil):
            return .init(sentence: "\"\(word)\" is not a day of the calendar; write such as 24 dec")
        }
    }

    private func write(_ text: String) -> Mistake { .init(sentence: "write \"\(word)\" as \(text)") }

    /// Returns the normalized form of a day; nil if the day doesn't exist.
    private func text(_ day: Int, _ month: Int, _ year: Int?) -> String? {
        guard let local = LocalTime(year: year ?? 2000, month: month, day: day) else { return nil }
        return year == nil ? "\(day) \(CalendarWords.months[month - 1])" : local.dateText
    }
}
