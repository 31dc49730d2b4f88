// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import TimeExpressions

@Suite struct CorpusTests {
    @Test func `the corpus has at least 600 lines in six zones`() {
        #expect(Corpus.lines.count >= 600)
        #expect(Set(Corpus.lines.map(\.zone)).count >= 6)
    }

    @Test(arguments: Corpus.lines) func `a line of the corpus is read as it says`(_ line: Corpus.Line) throws {
        let zone = try #require(Zone(identifier: line.zone))
        let context = TimeExpression.Context(now: try #require(Date(rfc3339: line.now)), timeZone: zone)

        switch Result(catching: { () throws(TimeExpressionError) in try read(line, context) }) {
        case .success((let expression, let rest)):
            let dates = dates(of: expression, count: line.result.split(separator: ",").count, context)
            #expect(dates.map { $0.rfc3339(in: zone) }.joined(separator: ", ") == line.result)
            #expect(expression.nextDate == dates.first)
            #expect(rest == line.rest)
            try checkStaysTheSame(expression, context)
        case .failure(let error):
            let words = String(decoding: Array(line.text.utf8)[error.range], as: UTF8.self).lowercased()
            #expect("!\(error.kind)\(words.isEmpty ? "" : " ")\(words)" == line.result, "\(error.message)")
        }
    }

    /// Checks that the plain form is read as the same trigger, and that the agent accepts the trigger.
    private func checkStaysTheSame(_ expression: TimeExpression, _ context: TimeExpression.Context) throws {
        let again = try TimeExpression.parse(expression.normalized, context)
        #expect(again.trigger == expression.trigger, "\(expression.normalized)")
        #expect(again.normalized == expression.normalized)
        #expect(again.nextDate == expression.nextDate)
        #expect(try expression.trigger.firstDate(after: context.now, in: context.timeZone) == expression.nextDate)
        let stored = try JSONEncoder().encode(expression.trigger)
        #expect(try JSONDecoder().decode(Trigger.self, from: stored) == expression.trigger)
    }

    private func read(
        _ line: Corpus.Line, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> (TimeExpression, String) {
        switch line.front {
        case "in": (try TimeExpression.parseIn(line.text, context), "")
        case "at", "snooze": (try TimeExpression.parseAt(line.text, context), "")
        case "every": (try TimeExpression.parseEvery(line.text, context), "")
        case "calendar": (try TimeExpression.parseOnCalendar(line.text, context), "")
        case "cron": (try TimeExpression.parseCron(line.text, context), "")
        case "rrule": (try TimeExpression.parseRule(line.text, context), "")
        case "say": try TimeExpression.parseSentence(line.text, context)
        default: (try TimeExpression.parse(line.text, context), "")
        }
    }

    private func dates(of expression: TimeExpression, count: Int, _ context: TimeExpression.Context) -> [Date] {
        Explanation(expression, count: count, context).occurrences.map(\.date)
    }
}
