// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The words of the grammar for numbers, weekdays and months.
package enum CalendarWords {
    /// Weekdays in three letters, Sunday first.
    package static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    static let fullWeekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    static let fullMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Returns each of these weekdays once, from Monday on; 1 is Sunday.
    static func ordered(_ weekdays: some Sequence<Int>) -> [Int] { [2, 3, 4, 5, 6, 7, 1].filter(weekdays.contains) }

    /// Words for the position of a day in a month; -1 is the last.
    static let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]

    /// Returns whether a word means days of every week: `mondays`, `weekdays`, `weekends`, `workdays`.
    static func isPluralOfDays(_ word: String) -> Bool {
        ["weekdays", "weekends", "workdays"].contains(word) || (word.hasSuffix("days") && weekday(word) != nil)
    }

    /// Words that mean a repetition without `every`, as the first word of a time.
    static let rhythms: Set = [
        "daily", "hourly", "nightly", "weekly", "fortnightly", "monthly", "quarterly", "yearly", "annually",
    ]

    /// Returns the number of a day of the week, singular or plural, 1 for Sunday; nil for other words.
    static func weekday(_ word: String) -> Int? {
        let word = word.hasSuffix("days") ? String(word.dropLast()) : word
        if let index = weekdays.firstIndex(of: word) ?? fullWeekdays.firstIndex(of: word) { return index + 1 }
        return ["tues": 3, "weds": 4, "thur": 5, "thurs": 5][word]
    }

    /// Returns the number of a month; nil for other words.
    static func month(_ word: String) -> Int? {
        (months.firstIndex(of: word) ?? fullMonths.firstIndex(of: word) ?? (word == "sept" ? 8 : nil)).map { $0 + 1 }
    }

    /// Returns a day of the month: `24`, `1st`, `3rd`; nil for other words.
    static func dayNumber(_ word: String) -> Int? {
        let isOrdinal = ["st", "nd", "rd", "th"].contains(String(word.suffix(2)))
        // Several languages write 24. for 24th.
        let digits = isOrdinal ? word.dropLast(2) : word.last == "." ? word.dropLast() : Substring(word)
        guard (1...2).contains(digits.utf8.count), digits.isDigits else { return nil }
        return Int(digits)
    }

    /// Returns the number that a word stands for: digits, or letters up to `ninety-nine`.
    static func count(_ word: String) -> Int? { Int(word) ?? NumberWords.value(word) }

    /// Returns an hour from 1 to 12, as a word or a number: `nine`.
    static func hour(_ word: String) -> Int? { count(word).flatMap { (1...12).contains($0) ? $0 : nil } }
}

extension String {
    var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
