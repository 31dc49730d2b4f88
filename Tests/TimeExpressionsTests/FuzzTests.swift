// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport
import Triggers

@testable import TimeExpressions

@Suite struct FuzzTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "America/New_York"))
        context = .init(now: try #require(Date(rfc3339: "2026-10-31T20:00:00-04:00")), timeZone: zone)
    }

    /// Parses a text with every parser; each result must be consistent.
    private func read(_ text: String) {
        check(Result { () throws(TimeExpressionError) in try TimeExpression.parse(text, context) }, text)
        check(Result { () throws(TimeExpressionError) in try TimeExpression.parseIn(text, context) }, text)
        check(Result { () throws(TimeExpressionError) in try TimeExpression.parseAt(text, context) }, text)
        check(Result { () throws(TimeExpressionError) in try TimeExpression.parseEvery(text, context) }, text)
        check(Result { () throws(TimeExpressionError) in try TimeExpression.parseOnCalendar(text, context) }, text)
        check(Result { () throws(TimeExpressionError) in try TimeExpression.parseCron(text, context) }, text)
        check(Result { () throws(TimeExpressionError) in try TimeExpression.parseRule(text, context) }, text)
        _ = try? TimeExpression.parseStart(text, context)
        _ = try? TimeExpression.parse("every 15m", context).limited(until: text, count: nil, context)
        _ = try? TimeExpression.parseSentence(text, context)
        _ = LocalTime(text)
        _ = Date(rfc3339: text)
        _ = try? RecurrenceRule(parsing: text)
    }

    private func check(_ result: Result<TimeExpression, TimeExpressionError>, _ text: String) {
        switch result {
        case .success(let expression): #expect(expression.nextDate > context.now, "\(text)")
        case .failure(let error):
            #expect(error.range.upperBound <= text.utf8.count, "\(text)")
            #expect(!error.rendered(in: text).isEmpty)
        }
    }

    @Test func `no bytes trap`() {
        var random = SeededGenerator()
        for _ in 0..<1000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            read(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func `no order of words traps`() {
        let words = [
            "in", "at", "on", "every", "and", ",", "next", "the", "of", "now", "+", "-", "@", "@5", "10", "0", "1.5",
            "99999",
            "10m", "1h30m", "2", "days", "mo", "years", "a", "an", "PT10M", "P1M", "9am", "pm", "25:00", "09:00",
            "noon",
            "midnight", "today", "tomorrow", "fri", "mondays", "dec", "24", "31st", "feb", "2026-12-24",
            "2026-12-24T09:00",
            "09:00Z", "month", "week", "year", "day", "weekday", "last", "first", "5th", "--", "é", "👩‍👩‍👧", "\u{0}",
            "\u{202E}", "FREQ=DAILY", "*", "*/5", "1-5", "..", "~", "*-*-*", "Mon..Fri", "*:0/15", "@daily",
            "RRULE:FREQ=DAILY",
            "DTSTART:20261121T090000", "EXDATE:", ";TZID=", "until", "times", "except", "from", "other", "UTC",
            "Europe/Berlin",
        ]
        var random = SeededGenerator()
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<8, using: &random)
            read((0..<count).compactMap { _ in words.randomElement(using: &random) }.joined(separator: " "))
        }
    }

    @Test func `mutilated valid texts don't trap`() {
        var random = SeededGenerator()
        for line in Corpus.lines {
            var bytes = Array(line.text.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = UInt8.random(in: 32...126, using: &random)
            }
            read(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func `the longest texts are read at once`() {
        let texts = [
            "*/1,", "1..2,", "0-59,", "*", "~", "FREQ=", "RDATE:2026,", "every mon,", "9:00,", "except 1 dec,", "1h",
            "mon,", "every ", "10 ", "a ", "1", ":", "9am ", "P1M", "\u{301}", "and , ",
        ].map {
            String(String(repeating: $0, count: 256).utf8.prefix(256)) ?? ""
        }
        let start = ContinuousClock.now
        for text in texts { read(text) }

        #expect(ContinuousClock.now - start < .seconds(20 * deadlineFactor))
    }
}
