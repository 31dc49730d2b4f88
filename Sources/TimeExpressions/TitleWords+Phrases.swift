// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

extension TitleWords {
    /// What a word of time in the text says.
    enum Meaning: Equatable {
        case clock, day, ordinal, repetition, end, number
        /// More of the time where it stands right behind it, and a word of the text anywhere else.
        case extending
    }

    private static let partsOfDay: Set = ["morning", "afternoon", "evening", "night", "tonight"]
    private static let units: Set = ["hour", "day", "week", "weekend", "fortnight", "month", "quarter", "year"]
    private static let adverbs: Set = ["hourly", "daily", "nightly", "weekly", "fortnightly", "monthly", "yearly"]
    /// Short names of zones that are no words of other meanings.
    private static let zones: Set = [
        "utc", "gmt", "cet", "cest", "eet", "eest", "bst", "msk", "est", "edt", "cst", "cdt", "mst", "mdt", "pst",
        "pdt", "jst", "aest", "aedt",
    ]
    private static let areas = [
        "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
    ]

    /// Takes a phrase of time that the grammar has no form for; nil where there is none.
    static func phrase(_ reader: inout WordReader) -> Meaning? {
        guard let (meaning, count) = phrase(reader.peek(), reader.peek(1), reader.peek(2)) else {
            return length(&reader)
        }
        for _ in 0..<count where !reader.isAtEnd { reader.skip() }
        return meaning
    }

    /// What three words say, and how many of them say it.
    private static func phrase(_ word: String, _ next: String, _ third: String) -> (Meaning, Int)? {
        switch (word, next) {
        case ("half", "past"), ("half", "to"), ("quarter", "past"), ("quarter", "to"): return (.clock, 3)
        case ("and", "a") where ["half", "quarter"].contains(third): return (.extending, 3)
        case ("in", "the") where partsOfDay.contains(third): return (.clock, 3)
        case ("this", _) where partsOfDay.contains(next): return (.clock, 2)
        case ("every", _), ("each", _): if units.contains(next) || partsOfDay.contains(next) { return (.repetition, 2) }
        case ("next", _), ("this", _): if units.contains(next) { return (.day, 2) }
        case ("end", "of"): return (.extending, 2)
        case ("between", _), ("from", _):
            if isNumber(next.prefix(1)), ["and", "to", "until", "-"].contains(third) { return (.end, 4) }
        case ("in", _): if isPlace(next) { return (.extending, 2) }
        default: break
        }
        if partsOfDay.contains(word) { return (.clock, 1) }
        // "standup daily" repeats; "the daily standup" is a text.
        if adverbs.contains(word) { return (next.isEmpty ? .repetition : .extending, 1) }
        let isMonth = WordReader.month(word) != nil && WordReader.dayNumber(next) == nil
        if isMonth || zones.contains(word) || ["weekday", "weekend"].contains(word) { return (.extending, 1) }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.allSatisfy(isNumber) ? (.day, 1) : nil
    }

    /// Takes `for 2 weeks`, which ends what repeats, and `in 10 minutes`.
    private static func length(_ reader: inout WordReader) -> Meaning? {
        let first = reader.position
        let isEnd = reader.take("for")
        _ = reader.take("in", "after")
        if reader.position > first, let span = try? reader.span(), span != Span() { return isEnd ? .end : .extending }
        reader.rewind(to: first)
        return nil
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Whether a zone has the name of a city: `tokyo`.
    private static func isPlace(_ word: String) -> Bool {
        guard !word.isEmpty, word.utf8.allSatisfy({ (97...122).contains($0) }) else { return false }
        return areas.contains { Zone(identifier: "\($0)/\(word.capitalized)") != nil }
    }
}
