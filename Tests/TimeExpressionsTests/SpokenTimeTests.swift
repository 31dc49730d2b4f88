// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Triggers

@testable import TimeExpressions

/// Spoken times that can be read in two ways, or not at all: each message says what to write, and that has the meant date.
@Suite struct SpokenTimeTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    /// Texts, the text that the message tells to write, and its next date.
    private static let rows = [
        ("tomorrow at nine", ["09:00", "21:00"], "2026-11-22 09:00"),
        ("tomorrow half past nine", ["09:30", "21:30"], "2026-11-22 09:30"),
        ("every day at quarter to nine", ["08:45", "20:45"], "2026-11-22 08:45"),
        ("in 2 days at ten past six", ["06:10", "18:10"], "2026-11-23 06:10"),
        ("tonight at 1am", ["01:00"], "2026-11-22 01:00"), ("15:00 in the morning", ["15:00"], "2026-11-21 15:00"),
        ("friday this evening", ["18:00"], "2026-11-27 18:00"),
        ("morning", ["in the morning"], "2026-11-22 08:00"), ("night", ["at night"], "2026-11-21 20:00"),
        ("this weekend", ["sat"], "2026-11-28 09:00"), ("next weekend", ["sat"], "2026-11-28 09:00"),
        ("this week", ["fri", "in 2 days"], "2026-11-27 09:00"),
        ("end of the week", ["fri", "sun"], "2026-11-27 09:00"),
        ("this month", ["last day of nov", "in 1 week"], "2026-11-30 09:00"),
        ("every day at 9 and 11", ["09:00,11:00", "21:00,23:00"], "2026-11-22 09:00"),
        ("every day 9am, 12", ["09:00,12:00", "09:00,00:00"], "2026-11-22 09:00"),
        (
            "every hour between 9 and 11", ["between 09:00 and 11:00", "between 21:00 and 23:00"],
            "2026-11-22 09:00"
        ),
        ("every weekday this evening", ["evening"], "2026-11-23 18:00"),
        ("tomorrow 9am in West", ["Australia/West", "Brazil/West"], "2026-11-22 02:00"),
        ("tomorrow 9am CET", ["tomorrow 9am Europe/Berlin"], "2026-11-22 09:00"),
        ("friday 13th", ["friday 13 aug 2027"], "2027-08-13 09:00"), ("on the 3rd", ["3 dec"], "2026-12-03 09:00"),
        ("mon wed", ["every mon,wed"], "2026-11-23 09:00"),
        ("mon, wed and fri", ["every mon,wed,fri"], "2026-11-23 09:00"),
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

    /// Hints stay correct: the text that they tell to write is read in other years, too.
    @Test(arguments: ["2026-11-21T12:00:00Z", "2027-12-31T23:30:00Z", "2028-02-29T00:30:00Z", "2035-06-01T20:00:00Z"])
    func `T10: hints are correct at any time`(now: String) throws {
        let later = TimeExpression.Context(now: try #require(Date(rfc3339: now)), timeZone: context.timeZone)
        let others = [
            "20261224-", "2026-13-01", "every day until", "12345/6/7", "2026-02-30T09:00", "every 1201 months", "9",
            "-",
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
