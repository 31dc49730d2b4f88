// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import TimeExpressions

/// Times that people say: the assumptions that are told, and the person's own times of day.
@Suite struct SpokenFormTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    @Test(arguments: [
        ("tonight", ["\"tonight\" is read as 20:00."]), ("tomorrow morning", ["\"morning\" is read as 08:00."]),
        ("every evening", ["\"evening\" is read as 18:00."]),
        ("half past nine", ["\"half past nine\" is read as 21:30."]),
        ("next week 9am", ["\"next week\" is read as its Monday, 2026-11-23."]),
        ("next month 9am", ["\"next month\" is read as its first day, 2026-12-01."]),
        ("every day at 9, 12 and 18", ["\"at 9, 12 and 18\" is read as 09:00,12:00,18:00."]),
        ("every 2h between 9 and 17", ["\"between 9 and 17\" is read as between 09:00 and 17:00."]),
        ("every 3 months", ["No day was given; using the 21st, 12:00."]),
        ("every year", ["No day was given; using 21 November, 12:00."]),
        ("daily 9am for 2 weeks", ["The last day is 2026-12-05."]),
        ("tomorrow noon in Tokyo", ["The time is meant in Asia/Tokyo."]),
    ]) func `T13: the reading of such a time is told`(text: String, notes: [String]) throws {
        #expect(try TimeExpression.parse(text, context).notes == notes)
    }

    @Test(arguments: [
        "tonight at 8", "tomorrow morning at 9", "nine pm", "an hour and a half", "in a fortnight",
        "monday next week 9am",
        "every 2h between 09:00 and 17:00", "every morning at 8", "every month 30 or last day 10:00",
    ]) func `T13: a time with a single reading has no note`(text: String) throws {
        #expect(try TimeExpression.parse(text, context).notes == [])
    }

    @Test func `T13: the parts of the day have the person's own times`() throws {
        var own = context
        own.partsOfDay[.evening] = 19 * 3600 + 30 * 60
        own.partsOfDay[.night] = 22 * 3600

        #expect(try TimeExpression.parse("this evening", own).normalized == "2026-11-21 19:30")
        #expect(try TimeExpression.parse("every evening", own).normalized == "every day 19:30")
        #expect(try TimeExpression.parseSentence("call Ann tonight", own).expression.normalized == "2026-11-21 22:00")
        #expect(try TimeExpression.parse("tonight Asia/Tokyo", own).normalized == "2026-11-21 22:00 Asia/Tokyo")
        #expect(try TimeExpression.parse("tomorrow eod", own).normalized == "2026-11-22 17:00", "has no own time")
    }

    @Test(arguments: [
        ("every 5m between 9 and 17 on weekdays", "every 5m between 09:00 and 17:00 every weekday", 97),
        ("every 30 minutes from 9 to 17", "every 30m between 09:00 and 17:00", 17),
        ("every 2h between 9 and 17", "every day 09:00,11:00,13:00,15:00,17:00", 5),
        ("every 7m between 9 and 9:55 on mon", "every mon 09:00,09:07,09:14,09:21,09:28,09:35,09:42,09:49", 8),
    ]) func `T13: a range with a step fires at each step, and no other time`(
        text: String, normalized: String, count: Int
    ) throws {
        let expression = try TimeExpression.parse(text, context)
        #expect(expression.normalized == normalized)
        let dates = Explanation(expression, count: 1000, context).occurrences.map { LocalTime($0.date, in: .gmt) }
        let days = Dictionary(grouping: dates.map { $0.adding(seconds: 3600) }, by: \.dayNumber)
        let monday = try #require(LocalTime(year: 2026, month: 11, day: 23)).dayNumber
        #expect(days[monday]?.count == count)
    }

    @Test func `T13: a day that some months lack becomes their last day`() throws {
        var winter = context
        winter.now = try #require(Date(rfc3339: "2027-12-30T12:00:00+01:00"))
        let expression = try TimeExpression.parse("every month", winter)
        let dates = Explanation(expression, count: 4, winter).occurrences.map { LocalTime($0.date, in: .gmt).dateText }
        #expect(dates == ["2028-01-30", "2028-02-29", "2028-03-30", "2028-04-30"])
        #expect(expression.normalized == "every month 30 or last day 12:00")
        guard case .rule(let set) = expression.trigger else { throw Refusal.invalidTrigger("not a rule") }
        #expect(set.rules[0].daysOfMonth == [28, 29, 30] && set.rules[0].setPositions == [-1])
    }

    @Test func `T13: for 2 weeks counts from the first date`() throws {
        let daily = try TimeExpression.parse("daily 9am for 2 weeks", context)
        #expect(Explanation(daily, count: 100, context).occurrences.count == 14)
        let quarters = try TimeExpression.parse("every 15m for 2 hours", context)
        #expect(Explanation(quarters, count: 100, context).occurrences.count == 8)
    }

    @Test func `T13: every number from one to ninety-nine is read in words`() throws {
        let small = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
        let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
        for number in 1...99 {
            let rest = number % 10 == 0 ? "" : "-" + small[number % 10 - 1]
            let word = number < 20 ? small[number - 1] : tens[number / 10 - 2] + rest
            for text in [word, word.replacing("-", with: " ")] {
                let trigger = try TimeExpression.parseIn("\(text) minutes", context).trigger
                #expect(trigger == .timeInterval(.seconds(number * 60), repeats: false), "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("tokyo", ["Asia/Tokyo"]), ("new york", ["America/New_York"]), ("port-au-prince", ["America/Port-au-Prince"]),
        ("dar es salaam", ["Africa/Dar_es_Salaam"]), ("st. john's", ["America/St_Johns"]),
        ("west", ["Brazil/West", "Australia/West"]), ("berlin town", []), ("est", []), ("10 minutes", []),
    ]) func `T13: a place has its zone, or its zones if their clocks differ`(place: String, zones: [String]) {
        let found = PlaceZone.zones(of: place.split(separator: " ").map(String.init), near: context.now)
        #expect(Set(found.map(\.identifier)) == Set(zones))
    }
}

/// Sentences whose text comes before the time.
@Suite struct TailTimeTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    @Test(arguments: [
        ("buy milk tomorrow 9am", "buy milk", "2026-11-22 09:00"), ("call mom in 10 minutes", "call mom", "in 10m"),
        ("call  mom, tomorrow 9am", "call  mom", "2026-11-22 09:00"),
        ("buy milk tonight", "buy milk", "2026-11-21 20:00"),
        ("standup every weekday 09:55", "standup", "every weekday 09:55"),
        ("stretch mondays 9am", "stretch", "every mon 09:00"),
        (
            "water the plants every 3 days for 2 weeks", "water the plants",
            "every 3 days 12:00 from 2026-11-24 until 2026-12-07"
        ),
        ("look at the stars tonight at 11", "look at the stars", "2026-11-21 23:00"),
        ("call Kenji tomorrow noon in Tokyo", "call Kenji", "2026-11-22 12:00 Asia/Tokyo"),
    ]) func `T13: a text may come before its time`(text: String, title: String, normalized: String) throws {
        let (expression, rest) = try TimeExpression.parseSentence(text, context)
        #expect(rest == title)
        #expect(expression.normalized == normalized)
        #expect(expression.textNotes == [])
    }

    /// Sentences, and the sentence with the time first that the message tells to write.
    @Test(arguments: [
        ("pay rent by friday", "friday -- pay rent"), ("report until friday 9am", "friday 9am -- report"),
        ("tea 10m", "10m -- tea"), ("plank 2 minutes", "2 minutes -- plank"), ("wait a minute", "a minute -- wait"),
        ("meeting 5 tomorrow", "tomorrow -- meeting 5"), ("meet at 5 tomorrow", "tomorrow -- meet at 5"),
        ("standup daily tomorrow 9am", "tomorrow 9am -- standup daily"),
        ("lunch in Rome tomorrow noon", "tomorrow noon -- lunch in Rome"),
        ("buy milk tomorow 9am", "9am -- buy milk tomorow"), ("dinner wendsday 9am", "9am -- dinner wendsday"),
        ("Fryday movie 8pm", "8pm -- Fryday movie"), ("nxt friday", "friday -- nxt"),
        ("evry friday", "friday -- evry"),
    ]) func `T13: words of the text that may belong to the time are refused`(text: String, turned: String) throws {
        let error = try #require(throws: TimeExpressionError.self) { try TimeExpression.parseSentence(text, context) }
        #expect(error.message.hasSuffix("; if the word belongs to the text, write \(turned)"), "\(error.message)")
        let (_, rest) = try TimeExpression.parseSentence(turned, context)
        #expect(turned.hasSuffix("-- \(rest)"))
    }

    @Test(arguments: [
        ("call ann tomorrow at nine", "at nine"), ("call ann monday 25:00", "25:00"),
        ("see bob 1 jan 2020", "1 jan 2020"),
    ]) func `T13: a wrong time behind the text is pointed at`(text: String, words: String) throws {
        let error = try #require(throws: TimeExpressionError.self) { try TimeExpression.parseSentence(text, context) }
        #expect(String(decoding: Array(text.utf8)[error.range], as: UTF8.self) == words, "\(error.message)")
    }

    @Test(arguments: ["text Ann tomorrow 9am", "watch the match tomorrow 9am", "plan summer tomorrow 9am"])
    func `T13: common words are no misspelt time`(text: String) throws {
        #expect(try TimeExpression.parseSentence(text, context).expression.normalized == "2026-11-22 09:00")
    }

    @Test func `T13: a time inside the text stays there with a note`() throws {
        let (expression, rest) = try TimeExpression.parseSentence("plan the december party tomorrow 9am", context)
        #expect(rest == "plan the december party")
        #expect(expression.notes == ["\"december\" stays in the text."])
    }
}
