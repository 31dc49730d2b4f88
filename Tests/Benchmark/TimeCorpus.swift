// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TimeExpressions
import Triggers

/// The lines of the tests' corpus of times in words.
struct TimeCorpus {
    struct Line {
        let front: Substring
        let text: String
        let context: TimeExpression.Context

        /// Parses the text as `Tests/TimeExpressionsTests/CorpusTests.swift` does; nil if it is refused.
        func parse() -> TimeExpression? {
            switch front {
            case "in": try? TimeExpression.parseIn(text, context)
            case "at": try? TimeExpression.parseAt(text, context)
            case "every": try? TimeExpression.parseEvery(text, context)
            case "calendar": try? TimeExpression.parseOnCalendar(text, context)
            case "cron": try? TimeExpression.parseCron(text, context)
            case "rrule": try? TimeExpression.parseRule(text, context)
            case "say": (try? TimeExpression.parseSentence(text, context))?.expression
            default: try? TimeExpression.parse(text, context)
            }
        }
    }

    let lines: [Line]

    /// - Throws: ``MeasurementError`` if the corpus isn't in this program's source tree.
    init() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Tests/TimeExpressionsTests/corpus.txt")
            .standardized
        guard let table = try? String(contentsOf: file, encoding: .utf8) else {
            throw MeasurementError("there is no \(file.path)")
        }
        // Without such a call, a static program has no time zones.
        guard Zone(identifier: "Europe/Berlin") != nil else {
            throw MeasurementError("there are no time zones")
        }
        var context = TimeExpression.Context(now: .now, timeZone: .gmt)
        var lines: [Line] = []
        for line in table.split(separator: "\n") where !line.hasPrefix("//") {
            if line.hasPrefix("# ") {
                let words = line.split(separator: " ")
                guard let now = Date(rfc3339: String(words[1])), let zone = Zone(identifier: String(words[2]))
                else {
                    throw MeasurementError("the corpus has \(line)")
                }
                context = .init(now: now, timeZone: zone)
                continue
            }
            let columns = line.split(separator: "|", omittingEmptySubsequences: false)
            guard columns.count > 2 else { throw MeasurementError("the corpus has \(line)") }
            lines.append(
                Line(
                    front: columns[0].prefix { $0 != " " }, text: columns[1].trimmingCharacters(in: .whitespaces),
                    context: context))
        }
        self.lines = lines
    }

    /// Returns rules that never or seldom match, which take the longest search.
    static func seldom() throws -> [Trigger] {
        let start = RecurrenceRule.Moment.local(LocalTime(seconds: 1_795_262_400))
        let rules = try [
            "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", "FREQ=HOURLY;BYMONTH=2;BYYEARDAY=-1",
            "FREQ=YEARLY;INTERVAL=99999;BYMONTH=2;BYMONTHDAY=29", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=300",
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
            "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
            "FREQ=DAILY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=29", "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=3;BYMINUTE=1",
            "FREQ=DAILY;COUNT=100000", "FREQ=MINUTELY;COUNT=100000",
        ].map { Trigger.rule(try RecurrenceSet(parsing: $0, start: start, timeZone: nil)) }
        let components = [
            CalendarComponents(month: 2, day: 1, weekday: 2, weekdayOrdinal: 5),
            CalendarComponents(year: 2026, month: 12, day: 24, weekday: 2),
            CalendarComponents(month: 4, day: 1, weekday: 2, weekdayOrdinal: 2),
            CalendarComponents(month: 2, day: 29, weekday: 2),
        ]
        return rules + components.map { .calendar($0, repeats: true) }
    }
}
