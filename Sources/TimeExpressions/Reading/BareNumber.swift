// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A number without a unit, such as `5`, `1730` or `9.30`, and suggestions to replace it.
struct BareNumber {
    private let word: String
    /// The time of day that the number could mean: `17:30` for `1730`.
    private let clock: String?

    /// Creates a number; nil if the word is no number. 24.12. and 24.12.2026 are dates in some countries, not numbers.
    init?(_ word: String) {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty || parts.count == 2 }),
            parts.contains(where: { !$0.isEmpty }), parts.allSatisfy({ $0.isDigits })
        else { return nil }
        self.word = word
        clock = Self.clock(parts)
    }

    /// Tells whether the number could be a time of day, with or without minutes.
    var isClock: Bool { clock != nil }

    /// Returns a hint whose suggestions can all be parsed, such as `write 5m, 5h, 05:00, 5am or 5pm`.
    ///
    /// `isLength` means that a duration is expected. A number that `isAlone` may be a duration or a time of day.
    func hint(isLength: Bool, isAlone: Bool) -> String {
        let isReadable = !word.hasPrefix(".") && !word.hasSuffix(".") && word.utf8.count < 6
        let lengths = isReadable && Double(word) != 0 ? ["\(word)m", "\(word)h"] : []
        if isLength { return Self.write(lengths.isEmpty ? ["10m", "2h"] : lengths) }
        let clocks = clock.map { [$0] + half } ?? []
        // Three or four digits are a time of day; nobody counts so many minutes.
        let isClock = clock != nil && word.utf8.count > 2
        if isAlone, !isClock { return Self.write(lengths + clocks) }
        return Self.write(clocks.isEmpty ? ["17:00", "5pm"] : clocks)
    }

    /// The number with am and with pm; empty unless the number is an hour from 1 to 12.
    private var half: [String] {
        guard word.utf8.count < 3, let hour = Int(word), (1...12).contains(hour) else { return [] }
        return ["\(hour)am", "\(hour)pm"]
    }

    private static func write(_ texts: [String]) -> String {
        let texts = texts.isEmpty ? ["10m", "17:00"] : texts
        guard let last = texts.last, texts.count > 1 else { return "write \(texts[0])" }
        return "write \(texts.dropLast().joined(separator: ", ")) or \(last)"
    }

    private static func clock(_ parts: [Substring]) -> String? {
        let (hours, minutes): (Substring, Substring)
        if parts.count == 2 {
            guard parts[1].utf8.count == 2 else { return nil }
            (hours, minutes) = (parts[0], parts[1])
        } else if parts[0].utf8.count > 2 {
            (hours, minutes) = (parts[0].dropLast(2), parts[0].suffix(2))
        } else {
            (hours, minutes) = (parts[0], "00")
        }
        guard (1...2).contains(hours.utf8.count), let hour = Int(hours), let minute = Int(minutes), hour < 24,
            minute < 60
        else { return nil }
        return ClockTime(hour: hour, minute: minute).text
    }
}

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

    /// Splits the word into its numbers; nil unless there are two or three.
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
                return .init(sentence: "\"\(word)\" is not a day of the calendar; write e.g. 24 dec")
            }
            return write(day.dateText)
        }
        let year = digits.count == 3 ? numbers[2] + (digits[2].utf8.count == 2 ? 2000 : 0) : nil
        let (dayFirst, monthFirst) = (text(numbers[0], numbers[1], year), text(numbers[1], numbers[0], year))
        switch (dayFirst, monthFirst) {
        case (let one?, let other?) where one != other:
            return .init(sentence: "\"\(word)\" can be read in two ways; write \(one) or \(other)", isAmbiguous: true)
        case (let text?, _), (nil, let text?): return write(text)
        case (nil, nil):
            return .init(sentence: "\"\(word)\" is not a day of the calendar; write e.g. 24 dec")
        }
    }

    private func write(_ text: String) -> Mistake { .init(sentence: "write \"\(word)\" as \(text)") }

    /// Returns the normalized form of a day; nil if the day doesn't exist.
    private func text(_ day: Int, _ month: Int, _ year: Int?) -> String? {
        guard let local = LocalTime(year: year ?? 2000, month: month, day: day) else { return nil }
        return year == nil ? "\(day) \(CalendarWords.months[month - 1])" : local.dateText
    }
}
