// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Triggers

@testable import TimeExpressions

/// Spoken times that the grammar lacks: each message says what to write, and that has the meant date.
@Suite struct SpokenTimeTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    /// Texts, the text that the message tells to write, and its next date.
    private static let rows = [
        ("half past nine", ["09:30", "21:30"], "2026-11-22 09:30"),
        ("quarter to nine", ["08:45", "20:45"], "2026-11-22 08:45"),
        ("tomorrow at nine", ["09:00", "21:00"], "2026-11-22 09:00"),
        ("9 o'clock", ["09:00", "21:00"], "2026-11-22 09:00"), ("five pm", ["5pm"], "2026-11-21 17:00"),
        ("an hour and a half", ["1h30m"], "2026-11-21 13:30"), ("2h and a half", ["2h30m"], "2026-11-21 14:30"),
        ("one and a half hours", ["1h30m"], "2026-11-21 13:30"),
        ("in a couple of days", ["2 days"], "2026-11-23 12:00"),
        ("every hour and a half", ["1h30m"], "2026-11-21 13:30"), ("in a fortnight", ["2 weeks"], "2026-12-05 12:00"),
        ("every fortnight", ["2 weeks"], "2026-12-05 12:00"), ("tonight", ["20:00"], "2026-11-21 20:00"),
        ("this evening", ["18:00"], "2026-11-21 18:00"), ("every morning", ["every day 08:00"], "2026-11-22 08:00"),
        ("every night", ["every day 20:00"], "2026-11-21 20:00"), ("tomorrow morning", ["08:00"], "2026-11-22 08:00"),
        ("every weekday morning", ["08:00"], "2026-11-23 08:00"),
        ("next week", ["next mon", "in 1 week"], "2026-11-23 09:00"),
        ("next month", ["1 dec", "in 1 month"], "2026-12-01 09:00"), ("this weekend", ["sat"], "2026-11-28 09:00"),
        ("end of month", ["last day of nov"], "2026-11-30 09:00"),
        ("at the end of the year", ["31 dec"], "2026-12-31 09:00"),
        ("end of next month", ["last day of dec"], "2026-12-31 09:00"),
        ("every 3 months", ["every 3 months on 1 10:00"], "2026-12-01 10:00"),
        ("every quarter", ["every 3 months on 1 10:00"], "2026-12-01 10:00"),
        ("every month", ["every month 1 10:00"], "2026-12-01 10:00"),
        ("every day at 9, 12, 18", ["09:00,12:00,18:00"], "2026-11-21 18:00"),
        ("every day 9am, 12 and 18", ["9am,12:00,18:00"], "2026-11-21 18:00"),
        ("every weekday 9 and 17", ["09:00,17:00"], "2026-11-23 09:00"),
        ("every 2h between 9 and 17", ["every day 09:00,11:00,13:00,15:00,17:00"], "2026-11-21 13:00"),
        (
            "every hour from 9am to 5pm", ["every day 09:00,10:00,11:00,12:00,13:00,14:00,15:00,16:00,17:00"],
            "2026-11-21 13:00"
        ),
        ("every 15m between 9 and 17", ["*-*-* 09..16:00/15"], "2026-11-21 12:15"),
        ("tomorrow noon in Tokyo", ["tomorrow noon Asia/Tokyo"], "2026-11-22 04:00"),
        ("every day 9am in new york", ["every day 9am America/New_York"], "2026-11-21 15:00"),
        ("tomorrow 9am CET", ["tomorrow 9am Europe/Berlin"], "2026-11-22 09:00"),
        ("friday 13th", ["friday 13 aug 2027"], "2027-08-13 09:00"), ("on the 3rd", ["3 dec"], "2026-12-03 09:00"),
        ("mon wed", ["every mon,wed"], "2026-11-23 09:00"),
        ("mon, wed and fri", ["every mon,wed,fri"], "2026-11-23 09:00"),
        ("daily 9am for 2 weeks", ["until 2026-12-04"], "2026-11-22 09:00"),
        ("at 9h30", ["09:30", "in 9h30m"], "2026-11-22 09:30"),
    ]

    @Test(arguments: rows)
    func `T10: the message for a spoken time says what to write, with the meant date`(
        text: String, hints: [String], date: String
    ) throws {
        let error = try #require(throws: TimeExpressionError.self) { try TimeExpression.parse(text, context) }

        #expect(Hints.texts(in: error.message) == hints, "\(error.message)")
        for hint in hints { #expect(Hints.isRead(hint, insteadOf: error.range, in: text, context), "\(hint)") }
        let bytes = Array(text.utf8)
        let replaced = String(
            decoding: bytes[..<error.range.lowerBound] + Array(hints[0].utf8) + bytes[error.range.upperBound...],
            as: UTF8.self)
        let expression = try (try? TimeExpression.parse(replaced, context)) ?? TimeExpression.parse(hints[0], context)
        #expect(LocalTime(expression.nextDate, in: context.timeZone).text == date, "\(replaced)")
    }

    /// The same texts with words after them, as `remind` reads them.
    @Test(arguments: rows.map(\.0))
    func `T12: such a time does not become part of the text`(time: String) throws {
        let error = try #require(throws: TimeExpressionError.self) {
            try TimeExpression.parseSentence("\(time) call Ann", context)
        }
        // After "or" comes the sentence with the words in its text.
        let hints = Hints.texts(in: error.message.components(separatedBy: ", or \(time.prefix(3))")[0])
        #expect(!hints.isEmpty, "\(error.message)")
        for hint in hints {
            #expect(
                Hints.isRead(hint, insteadOf: error.range, in: "\(time) call Ann", context), "\(hint): \(error.message)"
            )
        }
    }

    @Test(arguments: [
        ("buy milk tomorrow 9am", "tomorrow 9am -- buy milk"), ("call mom in 10 minutes", "in 10 minutes -- call mom"),
        ("buy milk tonight", "20:00 -- buy milk"), ("plan the trip next week", "next mon -- plan the trip"),
        ("standup every weekday 09:55", "every weekday 09:55 -- standup"),
        ("stretch mondays 9am", "mondays 9am -- stretch"),
    ])
    func `T12: a text before its time is refused with both in order`(text: String, turned: String) throws {
        let error = try #require(throws: TimeExpressionError.self) { try TimeExpression.parseSentence(text, context) }
        #expect(error.message.hasSuffix("; where it is the text, write \(turned)"), "\(error.message)")
        let (expression, rest) = try TimeExpression.parseSentence(turned, context)
        #expect(turned.hasSuffix("-- \(rest)") && expression.textNotes.isEmpty)
    }

    /// Hints stay correct: the text that they tell to write is read in other years, too.
    @Test(arguments: ["2026-11-21T12:00:00Z", "2027-12-31T23:30:00Z", "2028-02-29T00:30:00Z", "2035-06-01T20:00:00Z"])
    func `T10: hints are correct at any time`(now: String) throws {
        let later = TimeExpression.Context(now: try #require(Date(rfc3339: now)), timeZone: context.timeZone)
        let others = [
            "20261224-", "2026-13-01", "every day until", "12345/6/7", "2026-02-30T09:00", "every 2 years", "9", "-",
        ]
        for text in Self.rows.map(\.0) + others {
            let error = try #require(throws: TimeExpressionError.self, "\(text)") {
                try TimeExpression.parse(text, later)
            }
            for hint in Hints.texts(in: error.message) {
                #expect(Hints.isRead(hint, insteadOf: error.range, in: text, later), "\(text): \(error.message)")
            }
        }
    }
}
