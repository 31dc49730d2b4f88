// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A server's version, compared number by number: 0.16.1 is before 0.17, and 48 equals 48.0.
struct ServerVersion: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    private let numbers: [Int]

    /// Parses the numbers at the start of `text`, such as 51 of "51.beta" and 4.3 of "v4.3"; nil if there are none.
    init?(_ text: String) {
        var rest = text[...]
        if rest.first == "v" { rest.removeFirst() }
        numbers = Self.numbers(at: rest)
        if numbers.isEmpty { return nil }
    }

    init(stringLiteral text: String) { numbers = Self.numbers(at: text[...]) }

    /// Parses the numbers of a version, and drops zeros at the end.
    private static func numbers(at text: Substring) -> [Int] {
        var numbers: [Int] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let digits = part.prefix { ("0"..."9").contains($0) }
            guard let number = Int(digits) else { break }
            numbers.append(number)
            if digits.count < part.count { break }
        }
        let zeros = numbers.reversed().prefix { $0 == 0 }.count
        return numbers.isEmpty ? [] : Array(numbers.dropLast(min(zeros, numbers.count - 1)))
    }

    static func < (one: Self, other: Self) -> Bool { one.numbers.lexicographicallyPrecedes(other.numbers) }
}
