// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TimeExpressions
import Triggers

/// Measures parsing of times in words and computing of next fire dates, over the tests' whole corpus.
///
/// Each line's figure is the median of several runs, so that "slowest" is a property of the line.
struct TimePart {
    private let runs: Int

    init(runs: Int) { self.runs = runs }

    func measure() throws -> [TableRow] {
        let corpus = try TimeCorpus()
        var (parses, dates, seldom) = (Samples(), Samples(), Samples())
        var slowest = (parse: ("", 0.0), date: ("", 0.0))
        for line in corpus.lines {
            let seconds = median { _ = line.parse() }
            parses.add(seconds)
            if seconds > slowest.parse.1 { slowest.parse = (line.text, seconds) }
            guard let expression = line.parse() else { continue }
            let now = line.context.now
            let next = median {
                _ = expression.trigger.nextDate(after: now, anchoredAt: now, in: line.context.timeZone)
            }
            dates.add(next)
            if next > slowest.date.1 { slowest.date = (line.text, next) }
        }
        guard let first = corpus.lines.first else { throw MeasurementError("the corpus is empty") }
        let (now, zone) = (first.context.now, first.context.timeZone)
        for trigger in try TimeCorpus.seldom() {
            seldom.add(median { _ = trigger.nextDate(after: now, anchoredAt: now, in: zone) })
        }
        let empty = median { _ = try? TimeExpression.parse("", first.context) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone.identifier) ?? .gmt
        let foundation = median {
            _ = calendar.nextDate(after: now, matching: DateComponents(hour: 9), matchingPolicy: .nextTime)
        }
        let peer = "Foundation's Calendar.nextDate, hour 9"
        return [
            TableRow(
                "parse, \(parses.count) lines", parses.median, against: "an empty text", empty, aim: "100 us or less",
                format: Self.microseconds),
            TableRow(
                "parse, slowest line", parses.maximum, against: "an empty text; \(slowest.parse.0.prefix(40))", empty,
                aim: "1000 us or less", format: Self.microseconds),
            TableRow(
                "next date, \(dates.count) lines", dates.median, against: peer, foundation, aim: "50 us or less",
                format: Self.microseconds),
            TableRow(
                "next date, slowest line", dates.maximum, against: "\(peer); \(slowest.date.0.prefix(40))", foundation,
                aim: "1000 us or less", format: Self.microseconds),
            TableRow(
                "next date, slowest of \(seldom.count) that seldom or never match", seldom.maximum, against: peer,
                foundation, aim: "1000 us or less", format: Self.microseconds),
        ]
    }

    /// Returns the median duration of several runs in seconds.
    private func median(_ work: () -> Void) -> Double {
        var samples = Samples()
        for _ in 0..<runs { samples.add(Stopwatch.time(work)) }
        return samples.median
    }

    private static func microseconds(_ seconds: Double) -> String { String(format: "%.1f us", seconds * 1_000_000) }
}
