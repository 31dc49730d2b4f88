// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Triggers

@testable import TimeExpressions

/// Time words after a time: refused or named in a note, never silently part of the text.
@Suite struct SwallowedTimeTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    /// Sentences, and the words that would have become part of the text.
    @Test(arguments: [
        ("friday meeting half past nine", "half past nine"),
        ("tomorrow 9am CET call", "CET"), ("fri 01/02 party", "01/02"),
        ("tomorrow 9am standup every morning", "every morning"),
        ("tomorrow 9am standup daily", "daily"), ("daily 9am pills for 2 weeks", "for 2 weeks"),
        ("9am report next week", "next week"), ("friday dinner this evening", "this evening"),
        ("friday dinner tonight", "tonight"), ("9am in 2 days call", "in 2 days"),
        ("tomorrow december report", "december"), ("tomorrow end of month report", "end of month"),
        ("friday at nine call Ann", "at nine"), ("friday at half past nine tea", "at half past nine"),
        ("friday ten to six call", "ten to six"),
    ])
    func `T12: a time phrase after the time is refused, and its hint can be read`(text: String, words: String) throws {
        let error = try #require(throws: TimeExpressionError.self) {
            _ = try TimeExpression.parseSentence(text, context)
        }
        #expect(error.message.contains("\"\(words)\" may belong to the time or to the text"), "\(error.message)")
        let hint = try #require(error.message.components(separatedBy: ", or ").last)
        let (_, rest) = try TimeExpression.parseSentence(hint, context)
        #expect(text.hasSuffix(rest) && rest.contains(words), "-- keeps the words in the text")
    }

    @Test func `T12: a zone after the time belongs to the time`() throws {
        let (expression, rest) = try TimeExpression.parseSentence("tomorrow 9am UTC call", context)
        #expect(rest == "call" && expression.notes.isEmpty)
        #expect(expression.nextDate == Date(rfc3339: "2026-11-22T10:00:00+01:00"))
    }

    /// Words that nobody would read as part of the time stay in the text, and a note names them.
    @Test(arguments: [
        ("tomorrow 9am plan the december party", "december"), ("10m call Bob about next week", "next week"),
        ("tomorrow 9am the daily standup", "daily"), ("10m say good night", "night"), ("friday pizza night", "night"),
    ])
    func `T12: a note names a time phrase inside the text`(text: String, words: String) throws {
        let (expression, rest) = try TimeExpression.parseSentence(text, context)
        #expect(rest.contains(words))
        #expect(expression.notes.contains { $0.contains("\"\(words)\"") }, "\(expression.notes)")
    }

    @Test func `T12: no time word becomes part of a text without a note, whatever stands around it`() throws {
        let words = [
            "monday", "fri", "today", "tomorrow", "tonight", "noon", "5pm", "17:30", "9 am", "december", "24 dec",
            "mondays",
            "until friday", "every day", "next week", "this evening", "2026-12-24", "half past nine", "every morning",
        ]
        let others = ["call", "Ann", "the", "plan", "about", "eggs", "buy"]
        let times = [
            "10m", "tomorrow 9am", "friday", "mondays 9am", "every day 09:00", "9am", "in 2 days", "24 dec 18:00",
        ]
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<3000 {
            let word = words.randomElement(using: &generator) ?? ""
            var title = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                others.randomElement(using: &generator) ?? ""
            }
            title.insert(word, at: Int.random(in: 0...title.count, using: &generator))
            let time = times.randomElement(using: &generator) ?? ""
            let text = ([time] + title).joined(separator: " ")
            if let (expression, rest) = try? TimeExpression.parseSentence(text, context), rest.contains(word) {
                let isSaid = expression.notes.contains { $0.hasSuffix(" in the text.") }
                #expect(isSaid, "\(text): \(expression.normalized), \(expression.notes)")
            }
            let (_, kept) = try TimeExpression.parseSentence(
                ([time, "--"] + title).joined(separator: " "), context)
            #expect(kept == title.joined(separator: " "), "-- forces the border")
        }
    }
}

/// Exceptions in UTC for local times that summer time skips.
@Suite struct SkippedExceptionTests {
    /// On 28 March 2027, 02:30 does not exist in Berlin: with the offset from before the gap it is 01:30 UTC.
    @Test(arguments: [
        ("T023000", "20270328T013000Z", ["2027-03-27 02:30", "2027-03-29 02:30"]),
        ("T023000", "20270328T010000Z", ["2027-03-27 02:30", "2027-03-29 02:30"]),
        // 03:30 is another occurrence than 02:30.
        ("T030000", "20270328T013000Z", ["2027-03-27 03:00", "2027-03-28 03:00", "2027-03-29 03:00"]),
        ("T023000", "20270328T014500Z", ["2027-03-27 02:30", "2027-03-28 03:00", "2027-03-29 02:30"]),
    ])
    func `T9: an EXDATE in UTC leaves out a local time that the clock skips`(
        time: String, exception: String, dates: [String]
    ) throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        let context = TimeExpression.Context(
            now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
        let text = "DTSTART;TZID=Europe/Berlin:20270327\(time) RRULE:FREQ=DAILY;COUNT=3 EXDATE:\(exception)"
        let shown = Explanation(try TimeExpression.parse(text, context), count: 5, context).occurrences
            .map { LocalTime($0.date, in: zone).text }
        #expect(shown == dates)
    }
}
