// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Numbers from one to ninety-nine in words.
enum NumberWords {
    private static let small = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
        "eighteen": 18, "nineteen": 19,
    ]
    private static let tens = [
        "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    ]

    /// Returns the number that one word stands for: `seven`, `thirty`, `twenty-five`; nil for other words.
    static func value(_ word: String) -> Int? {
        guard word.utf8.count > 2, let initial = word.utf8.first, (97...122).contains(initial) else { return nil }
        if let number = small[word] ?? tens[word] { return number }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let ten = tens[parts[0]], let one = small[parts[1]], one < 10 else { return nil }
        return ten + one
    }

    /// Returns the number that begins `distance` words ahead, and its number of words: two in `twenty five`.
    static func read(_ reader: WordReader, at distance: Int = 0) -> (value: Int, count: Int)? {
        guard let number = value(reader[distance]) else { return nil }
        if number >= 20, number % 10 == 0, let one = small[reader[distance + 1]], one < 10 { return (number + one, 2) }
        return (number, 1)
    }
}
