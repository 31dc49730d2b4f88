// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A duration in words: `an hour and a half`, `two and a half hours`, `a couple of days`, `twenty five minutes`.
enum SpokenSpan {
    private static let articles: Set = ["a", "an"]
    private static let fractions = ["half": 0.5, "quarter": 0.25]

    /// Parses a number in words with its unit; consumes nothing if there is none.
    ///
    /// Words other than numbers are read only if they are the first of the duration.
    static func read(_ reader: inout WordReader, isFirst: Bool) -> Span? {
        if isFirst, let span = readAmount(&reader) { return span }
        guard let (number, count) = NumberWords.read(reader) else { return nil }
        if let span = readMixed(&reader, Double(number), count) { return span }
        let unit = reader[count]
        guard unit.utf8.count > 2, let span = Span(Double(number), Substring(unit)) else { return nil }
        reader.skip(count + 1)
        return span + readFraction(&reader, of: Substring(unit))
    }

    /// Parses the rest of `two and a half hours` after a number of `count` words.
    static func readMixed(_ reader: inout WordReader, _ number: Double, _ count: Int) -> Span? {
        guard reader[count] == "and", reader[count + 1] == "a", let part = fractions[reader[count + 2]],
            let span = Span(number + part, Substring(reader[count + 3]))
        else { return nil }
        reader.skip(count + 4)
        return span
    }

    /// Parses `and a half` after a unit, and returns that fraction of the unit; a duration of 0 for other words.
    static func readFraction(_ reader: inout WordReader, of unit: Substring) -> Span {
        guard reader.next == "and" else { return Span() }
        let article = articles.contains(reader[1]) ? 2 : 1
        guard let part = fractions[reader[article]], let span = Span(part, unit) else { return Span() }
        // In "an hour and half a minute", the half belongs to another unit.
        let behind = reader[article + 1]
        guard !articles.contains(behind), behind != "of", Span(1, Substring(behind)) == nil else { return Span() }
        reader.skip(article + 1)
        return span
    }

    /// Parses `an hour`, `a couple of days`, `a dozen minutes`, `half an hour`, `three quarters of an hour`.
    private static func readAmount(_ reader: inout WordReader) -> Span? {
        let first = articles.contains(reader.next) ? 1 : 0
        let word = reader[first]
        func unit(_ distance: Int) -> Substring { Substring(reader[distance]) }
        switch word {
        case "couple", "dozen":
            let distance = first + (reader[first + 1] == "of" ? 2 : 1)
            guard let span = Span(word == "couple" ? 2 : 12, unit(distance)) else { return nil }
            reader.skip(distance + 1)
            return span
        case "half":
            let distance = first + (articles.contains(reader[first + 1]) ? 2 : 1)
            guard ["minute", "hour", "day"].contains(reader[distance]), let one = Span(1, unit(distance)) else {
                return nil
            }
            reader.skip(distance + 1)
            return Span(seconds: one.length / 2)
        case "quarter", "three":
            let distance = word == "three" ? 1 : first
            guard reader[distance] == (word == "three" ? "quarters" : "quarter"), reader[distance + 1] == "of",
                articles.contains(reader[distance + 2]), reader[distance + 3] == "hour"
            else { return nil }
            reader.skip(distance + 4)
            return Span(seconds: word == "three" ? 2700 : 900)
        default:
            guard first == 1, word.utf8.count > 2, let span = Span(1, Substring(word)) else { return nil }
            reader.skip(2)
            return span + readFraction(&reader, of: Substring(word))
        }
    }
}
