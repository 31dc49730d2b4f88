// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The words for a part of a day: `tonight`, `this evening`, `in the morning`, `at night`, `end of day`.
struct PartOfDayWords {
    let part: PartsOfDay.Part
    /// Tells whether the words mean today.
    let isToday: Bool

    /// Parses words for a part of a day; consumes nothing if there are no such words.
    ///
    /// A part of a day without `this`, `in the` or `at` is read only behind another word: `tomorrow morning`. A plural
    /// is read in a repeating expression: `mornings`.
    static func read(_ reader: inout WordReader) -> PartOfDayWords? {
        guard let (part, isToday, count) = words(reader) else { return nil }
        reader.skip(count)
        return PartOfDayWords(part: part, isToday: isToday)
    }

    private static func words(_ reader: WordReader) -> (PartsOfDay.Part, isToday: Bool, count: Int)? {
        typealias Part = PartsOfDay.Part
        switch reader.next {
        case "tonight": return (.night, true, 1)
        case "this":
            guard let part = Part(word: reader[1]), part != .endOfDay else { return nil }
            return (part, true, 2)
        case "in" where reader[1] == "the":
            let part = Part(word: reader[2]) ?? (reader.isRepeating ? Part(plural: reader[2]) : nil)
            guard let part, part != .endOfDay, part != .night else { return nil }
            return (part, false, 3)
        case "at" where reader[1] == "night": return (.night, false, 2)
        case "at", "by", "the", "end": return endOfDay(reader).map { (.endOfDay, false, $0) }
        case "eod", "cob": return (.endOfDay, false, 1)
        default:
            let word = reader.next
            if reader.position > 0 || reader.isRepeating, let part = Part(word: word) { return (part, false, 1) }
            return reader.isRepeating ? Part(plural: word).map { ($0, false, 1) } : nil
        }
    }

    /// Returns the number of words of `at the end of the day`, `by eod`; nil for other words.
    private static func endOfDay(_ reader: WordReader) -> Int? {
        let announced = ["at", "by"].contains(reader.next) ? 1 : 0
        if ["eod", "cob"].contains(reader[announced]) { return announced + 1 }
        let end = announced + (reader[announced] == "the" ? 1 : 0)
        guard reader[end] == "end", reader[end + 1] == "of" else { return nil }
        let article = end + (["the", "this"].contains(reader[end + 2]) ? 3 : 2)
        return ["day", "business"].contains(reader[article]) ? article + 1 : nil
    }
}

/// A time of a twelve-hour clock in words: `nine`, `half past nine`, `ten to six`, `9 o'clock`.
struct TwelveHours {
    /// Minutes since midnight or noon, 0 to 719.
    let minutes: Int
    /// Tells whether the words can only be a time of day; a number such as `9` needs a part of the day beside it.
    let isSpoken: Bool
    /// Minutes that `am` or `pm` after the hour adds, 0 or 720; nil without `am` or `pm`.
    var half: Int?

    /// Parses a time of day such as `half past 9`, with or without `at`; consumes nothing if there is no time.
    static func read(_ reader: inout WordReader) -> TwelveHours? {
        let announced = ["at", "@"].contains(reader.next) ? 1 : 0
        let article = announced + (reader[announced] == "a" && reader[announced + 1] == "quarter" ? 1 : 0)
        if let (past, count) = minutesPast(reader, at: article),
            let hour = CalendarWords.hour(reader[article + count])
        {
            reader.skip(article + count + 1)
            return TwelveHours(minutes: (hour * 60 + past + 720) % 720, isSpoken: true, half: readHalf(&reader))
        }
        let word = reader[announced]
        guard let hour = CalendarWords.hour(word) else { return nil }
        let isDigits = Int(word) != nil
        let minutes = hour * 60 % 720
        if ["o'clock", "o’clock", "oclock"].contains(reader[announced + 1]) {
            reader.skip(announced + 2)
            return TwelveHours(minutes: minutes, isSpoken: true, half: readHalf(&reader))
        }
        reader.skip(announced + 1)
        let half = isDigits ? nil : readHalf(&reader)
        // "At nine" is a time; "nine" alone needs am, pm or a part of the day beside it.
        return TwelveHours(minutes: minutes, isSpoken: !isDigits && (announced > 0 || half != nil), half: half)
    }

    private static func readHalf(_ reader: inout WordReader) -> Int? {
        guard let half = ["am": 0, "a.m.": 0, "pm": 720, "p.m.": 720][reader.next] else { return nil }
        reader.skip()
        return half
    }

    /// Returns the minutes of `half past` or `twenty-five to`, and the number of words.
    private static func minutesPast(_ reader: WordReader, at first: Int) -> (minutes: Int, count: Int)? {
        let word = reader[first]
        var (minutes, count) = (0, 1)
        switch word {
        case "half": minutes = 30
        case "quarter": minutes = 15
        default:
            guard let number = NumberWords.read(reader, at: first), number.value < 30 else { return nil }
            (minutes, count) = number
        }
        if ["minute", "minutes"].contains(reader[first + count]) { count += 1 }
        switch reader[first + count] {
        case "past": return (minutes, count + 1)
        case "to" where word != "half": return (-minutes, count + 1)
        default: return nil
        }
    }
}
