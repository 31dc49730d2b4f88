// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing
import Triggers

@testable import TimeExpressions

/// belfry-time(7) is correct, row by row.
@Suite struct ManualPageTests {
    private static func berlin(_ now: String) throws -> TimeExpression.Context {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        return .init(now: try #require(Date(rfc3339: now)), timeZone: zone)
    }

    private let november: TimeExpression.Context
    private let october: TimeExpression.Context

    init() throws {
        november = try Self.berlin("2026-11-21T12:00:00+01:00")
        october = try Self.berlin("2026-10-24T12:00:00+02:00")
    }

    /// The zone of a row's date: Tokyo's, if the text names it.
    private func zone(of row: ManualPage.Row, _ context: TimeExpression.Context) throws -> Zone {
        try row.text.contains("Tokyo") ? #require(Zone(identifier: "Asia/Tokyo")) : context.timeZone
    }

    private func check(_ row: ManualPage.Row, _ context: TimeExpression.Context) throws {
        let expression = try TimeExpression.parse(row.text, context)
        #expect(LocalTime(expression.nextDate, in: try zone(of: row, context)).text == row.columns[1])
        #expect(expression.normalized == row.columns[2])
        let again = try TimeExpression.parse(row.columns[2], context)
        #expect(again.trigger == expression.trigger && again.nextDate == expression.nextDate)
    }

    @Test func `the page has its lists`() {
        #expect(ManualPage.rows(of: "WHAT IS READ").count >= 40)
        #expect(ManualPage.rows(of: "SUMMER TIME").count >= 8)
        #expect(ManualPage.rows(of: "SENTENCES").count >= 8)
        #expect(ManualPage.rows(of: "WHAT IS REFUSED").count >= 20)
        #expect(ManualPage.rows(of: "SENTENCES THAT ARE REFUSED").count >= 8)
        #expect(ManualPage.rows(of: "WHAT HAS CHANGED").count >= 14)
    }

    @Test(arguments: ManualPage.rows(of: "WHAT IS READ"))
    func `T4, T5, T7, T10: a text means what the page says`(_ row: ManualPage.Row) throws {
        try check(row, november)
    }

    @Test(arguments: ManualPage.rows(of: "SUMMER TIME"))
    func `T6, T8: days keep the clock, hours count time, and the second of two times can be given`(
        _ row: ManualPage.Row
    ) throws {
        try check(row, october)
    }

    @Test(arguments: ManualPage.rows(of: "SENTENCES"))
    func `T5, T12: a sentence is split into a time and a text`(_ row: ManualPage.Row) throws {
        let (expression, rest) = try TimeExpression.parseSentence(row.text, november)
        #expect(LocalTime(expression.nextDate, in: try zone(of: row, november)).text == row.columns[1])
        #expect(rest == row.columns[2])
    }

    @Test(arguments: ManualPage.rows(of: "WHAT IS REFUSED"))
    func `T10: an error message contains the page's words`(_ row: ManualPage.Row) throws {
        check(row, try #require(throws: TimeExpressionError.self) { try TimeExpression.parse(row.text, november) })
    }

    @Test(arguments: ManualPage.rows(of: "SENTENCES THAT ARE REFUSED"))
    func `T12: the error message of a sentence contains the page's words`(_ row: ManualPage.Row) throws {
        check(
            row, try #require(throws: TimeExpressionError.self) { try TimeExpression.parseSentence(row.text, november) }
        )
    }

    private func check(_ row: ManualPage.Row, _ error: TimeExpressionError) {
        #expect(error.message.contains(row.columns[1]), "\(error.message)")
        for hint in Hints.texts(in: error.message) {
            #expect(Hints.isRead(hint, insteadOf: error.range, in: row.text, november), "\(hint): \(error.message)")
        }
    }

    @Test(arguments: ManualPage.rows(of: "WHAT HAS CHANGED"))
    func `each changed text is in another list, too`(_ row: ManualPage.Row) {
        let texts = ["WHAT IS READ", "WHAT IS REFUSED", "SENTENCES THAT ARE REFUSED"].flatMap {
            ManualPage.rows(of: $0).map(\.text)
        }
        #expect(texts.contains(row.text))
    }

    @Test func `T10: every text that a hint tells to write can be read`() throws {
        let words = [
            "5", "17", "0930", "1730", "9.30", "9.", "24.", "0", "1h3", "at", "on", "in", "every", "next", "week",
            "month", "fri",
            "mondays", "24/12/2026", "01/02/2027", "2026-13-01", "25:00", "9:5", "24:00", "13am", "tomorrow", "noon",
            "tonight",
            "yesterday", "31", "feb", "dec", "until", "except", "2", "months", "weeks", "second", "last", "day", "+",
            "-", "1.5", "half", "past", "and", "a", "fortnight", "in", "tokyo", "between", "9", ",", "cet", "9h30",
            "end",
            "of", "nine", "to", "hour",
            "10", "times", "from", "now", "morning", "year", "30s", "@", "2027",
        ]
        var generator = SeededGenerator(seed: 16)
        var seen: Set<String> = []
        for _ in 0..<4000 {
            let text = (0..<Int.random(in: 1...3, using: &generator))
                .map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            guard seen.insert(text).inserted else { continue }
            do throws(TimeExpressionError) {
                _ = try TimeExpression.parse(text, november)
            } catch {
                for hint in Hints.texts(in: error.message) {
                    #expect(Hints.isRead(hint, insteadOf: error.range, in: text, november), "\(text): \(error.message)")
                }
            }
        }
    }

    @Test(arguments: [
        ("in 2 weeks", "keep the time of day"), ("every 7 days", "keep the time of day"),
        ("in 48 hours", "The clock changes on 2026-10-25: it shows 11:00 then."), ("every 2h", "count real time"),
        ("tomorrow 02:30", "02:30 comes twice on 2026-10-25"),
    ])
    func `T6: explain prints the effect of summer time`(text: String, note: String) throws {
        let explanation = Explanation(try TimeExpression.parse(text, october), count: 3, october)
        #expect(explanation.notes.contains { $0.contains(note) }, "\(explanation.notes)")
    }

    @Test func `T12: a note names a word of time that stays in the text`() throws {
        let (expression, _) = try TimeExpression.parseSentence("tomorrow 9am call Bob about friday", november)
        #expect(expression.notes == ["\"friday\" stays in the text."])
    }
}
