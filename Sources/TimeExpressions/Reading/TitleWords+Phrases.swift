// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension TitleWords {
    /// Kind of time that a word in the text expresses.
    enum Meaning: Equatable {
        case clock, day, ordinal, repetition, end, number
        /// A word that continues a time directly before it, such as a unit; elsewhere ordinary text.
        case extending
    }

    private static let partsOfDay: Set = ["morning", "afternoon", "evening", "night", "tonight"]
    private static let halves: Set = ["am", "pm", "o'clock", "o’clock"]
    private static let units: Set = ["hour", "day", "week", "weekend", "fortnight", "month", "quarter", "year"]
    private static let adverbs: Set = ["hourly", "daily", "nightly", "weekly", "fortnightly", "monthly", "yearly"]
    private static let minutes: Set = ["half", "quarter", "five", "ten", "twenty"]

    /// Consumes a phrase of time that the grammar doesn't support; nil if there is none.
    static func phrase(_ reader: inout WordReader) -> Meaning? {
        if ["at", "@"].contains(reader.next), let (meaning, count) = phrase(reader[1], reader[2], reader[3]),
            meaning == .clock || partsOfDay.contains(reader[1])
        {
            reader.skip(count + 1)
            return .clock
        }
        let place = reader.next == "in" ? SpokenTime.place(reader, at: 1) : nil
        let found = phrase(reader.next, reader[1], reader[2]) ?? place.map { (.extending, $0.count + 1) }
        guard let (meaning, count) = found else { return length(&reader) }
        for _ in 0..<count where !reader.isAtEnd { reader.skip() }
        return meaning
    }

    /// Returns the meaning of up to three words, and the number of words in the phrase.
    private static func phrase(_ word: String, _ next: String, _ third: String) -> (Meaning, Int)? {
        switch (word, next) {
        case (_, "past"), (_, "to"): if minutes.contains(word), CalendarWords.hour(third) != nil { return (.clock, 3) }
        case ("and", "a") where ["half", "quarter"].contains(third): return (.extending, 3)
        case ("in", "the") where partsOfDay.contains(third): return (.clock, 3)
        case ("this", _) where partsOfDay.contains(next): return (.clock, 2)
        case ("every", _), ("each", _): if units.contains(next) || partsOfDay.contains(next) { return (.repetition, 2) }
        case ("next", _), ("this", _): if units.contains(next) { return (.day, 2) }
        case ("end", "of"):
            let isDetermined = ["the", "this", "next"].contains(third)
            return (.extending, isDetermined ? 4 : units.contains(third) || CalendarWords.month(third) != nil ? 3 : 2)
        case ("between", _), ("from", _):
            if isNumber(next.prefix(1)), ["and", "to", "until", "-"].contains(third) { return (.end, 4) }
        case ("at", _): if CalendarWords.hour(next) != nil, Int(next) == nil { return (.clock, 2) }
        case (_, _) where CalendarWords.hour(word) != nil && halves.contains(next):
            if Int(word) == nil { return (.clock, 2) }
        default: break
        }
        // In "friday pizza night", the night belongs to the text; in "friday dinner tonight" there are two times.
        if partsOfDay.contains(word) { return (word == "tonight" ? .clock : .extending, 1) }
        // "standup daily" repeats; in "the daily standup" the word belongs to the text.
        if adverbs.contains(word) { return (next.isEmpty ? .repetition : .extending, 1) }
        let isZone = SpokenTime.zoneNames[word] != nil || ["utc", "gmt"].contains(word)
        let isMonth = CalendarWords.month(word) != nil && CalendarWords.dayNumber(next) == nil
        if isMonth || isZone || ["weekday", "weekend"].contains(word) { return (.extending, 1) }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.allSatisfy(isNumber) ? (.day, 1) : nil
    }

    /// Consumes `for 2 weeks`, which ends a repetition, and `in 10 minutes`.
    private static func length(_ reader: inout WordReader) -> Meaning? {
        let first = reader.position
        let isEnd = reader.take("for")
        _ = reader.take("in", "after")
        if reader.position > first, let span = try? Span.read(&reader), span != Span() {
            return isEnd ? .end : .extending
        }
        reader.rewind(to: first)
        return nil
    }

    private static func isNumber(_ text: Substring) -> Bool { !text.isEmpty && text.isDigits }
}
