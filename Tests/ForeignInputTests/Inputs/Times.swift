// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
@testable import Triggers

@testable import TimeExpressions

/// Times in words: read as a trigger that fires after now and can be explained, or refused with a place in the text.
enum Times {
    private static let context = TimeExpression.Context(now: Requests.now, timeZone: Requests.zone)

    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        for parse in fronts {
            do {
                try check(try parse(text), text)
            } catch let error as TimeExpressionError {
                try check(error, text)
            }
        }
        do {
            let (expression, rest) = try TimeExpression.parseSentence(text, context)
            try check(expression, text)
            try Finding.unless(text.contains(rest), "\(rest) is not in \(text)")
        } catch let error as TimeExpressionError {
            try check(error, text)
        }
        _ = try? TimeExpression.parseStart(text, context)
        _ = try? TimeExpression.parse("every 15m", context).limited(until: text, count: nil, context)
        _ = LocalTime(text)
        if let date = Date(rfc3339: text) {
            try Finding.unless(
                Date(rfc3339: date.rfc3339(in: .gmt))
                    == Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)),
                "\(text) is \(date.rfc3339(in: .gmt))")
        }
        _ = try? RecurrenceRule(parsing: text)
    }

    private static let fronts: [@Sendable (String) throws -> TimeExpression] = [
        { try TimeExpression.parse($0, context) }, { try TimeExpression.parseIn($0, context) },
        { try TimeExpression.parseAt($0, context) }, { try TimeExpression.parseEvery($0, context) },
        { try TimeExpression.parseOnCalendar($0, context) }, { try TimeExpression.parseCron($0, context) },
        { try TimeExpression.parseRule($0, context) },
    ]

    private static func check(_ error: TimeExpressionError, _ text: String) throws {
        try Finding.unless(
            error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count, "\(error) lies outside of \(text)"
        )
        try Finding.unless(!error.rendered(in: text).isEmpty, "no words for \(text)")
    }

    private static func check(_ expression: TimeExpression, _ text: String) throws {
        try Finding.unless(expression.nextDate > context.now, "\(text) is past")
        let trigger = expression.trigger
        let stored = try JSONDecoder().decode(Trigger.self, from: JSONEncoder().encode(trigger))
        try Finding.unless(stored == trigger, "\(text): \(trigger) became \(stored)")
        guard !trigger.isCostly else { return }
        let explanation = Explanation(expression, count: 2, context)
        try Finding.unless(!explanation.occurrences.isEmpty, "\(text) never fires, as it is explained")
        try Finding.unless(!explanation.normalized.isEmpty, "\(text) has no plain form")
    }
}
