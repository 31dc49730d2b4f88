// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TimeExpressions
import Triggers

/// Times as other programs write them.
@Suite struct ForeignTimeTests {
    private let context = TimeExpression.Context(
        now: Date(timeIntervalSince1970: 1_795_262_400), timeZone: .gmt)

    @Test(arguments: ["<2027-12-24 Fri 18:00>", " <2027-12-24 18:00> ", "<2027-12-24 ven. 6pm>"])
    func `a timestamp of Org is a moment`(_ text: String) throws {
        #expect(try TimeExpression.parseAt(text, context).nextDate == Date(rfc3339: "2027-12-24T18:00:00Z"))
        let sentence = try TimeExpression.parseSentence(text + " party", context)
        #expect(sentence.rest == "party")
        #expect(sentence.expression.nextDate == Date(rfc3339: "2027-12-24T18:00:00Z"))
    }

    @Test(arguments: ["<2027-12-24 Fri 18:00", "<2027-13-24 Fri>", "<tea>", "<", "<>", "<2027-12-24 Fri 18:00 +1w>"])
    func `other texts in brackets are no moment, and errors lie within the text`(_ text: String) {
        let error = #expect(throws: TimeExpressionError.self) { try TimeExpression.parseAt(text, context) }
        #expect(error.map { $0.range.upperBound <= text.utf8.count } == true)
    }

    @Test(arguments: ["0 9 * * 1-5", "*/5 * * * *"]) func `a crontab line after every names --cron`(_ text: String) {
        let error = #expect(throws: TimeExpressionError.self) { try TimeExpression.parseEvery(text, context) }
        #expect(error?.message == "this is a crontab line; write it with --cron")
    }

    @Test(arguments: [(60, "1m"), (86_400, "1d"), (259_200, "3d"), (93_603, "26h3s"), (5400, "1h30m"), (1, "1s")])
    func `a length is read as it is written`(_ seconds: Int, _ text: String) throws {
        #expect(TimeExpression.lengthText(seconds: seconds) == text)
        #expect(try TimeExpression.parseLength(text, context) == Double(seconds))
    }
}
