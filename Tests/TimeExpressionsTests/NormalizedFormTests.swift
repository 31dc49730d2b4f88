// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing
import Triggers

@testable import TimeExpressions

/// The plain form that `belfry explain` prints after `means` can always be typed.
@Suite struct NormalizedFormTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    /// Reads texts of one syntax and, for each valid one, its plain form as a person would type it.
    private func check(
        count: Int, atLeast fewest: Int, seed: UInt64, _ text: (inout SeededGenerator) -> String,
        read: (String, TimeExpression.Context) throws(TimeExpressionError) -> TimeExpression
    ) {
        var generator = SeededGenerator(seed: seed)
        var seen: Set<String> = []
        var taken = 0
        for _ in 0..<count {
            let text = text(&generator)
            guard seen.insert(text).inserted, let expression = try? read(text, context) else { continue }
            taken += 1
            do throws(TimeExpressionError) {
                let again = try TimeExpression.parse(expression.normalized, context)
                #expect(again.trigger == expression.trigger, "\(text) means \(expression.normalized)")
                #expect(again.nextDate == expression.nextDate, "\(text) means \(expression.normalized)")
                #expect(again.normalized == expression.normalized, "\(text)")
            } catch {
                Issue.record("\(text) means \(expression.normalized): \(error.message)")
            }
        }
        #expect(taken >= fewest, "so many of the texts are times")
    }

    @Test func `T7: the plain form of crontab lines is read back`() {
        check(count: 1800, atLeast: 1700, seed: 7, Self.crontabLine, read: TimeExpression.parseCron)
    }

    @Test func `T7: the plain form of calendar expressions is read back`() {
        check(count: 1900, atLeast: 1400, seed: 77, Self.calendarExpression, read: TimeExpression.parseOnCalendar)
    }

    @Test func `T7: the plain form of rules is read back`() {
        check(count: 900, atLeast: 650, seed: 777, Self.rule) { text, context throws(TimeExpressionError) in
            try TimeExpression.parseRule(text, context)
        }
    }

    @Test func `T7: the plain form of words is read back`() {
        check(count: 1400, atLeast: 500, seed: 7777, Self.words, read: TimeExpression.parse)
    }

    @Test(arguments: ["0,*/15 9 * * *", "*,5 9 * * *", "0-30/10,*/7 */2 1,15 jan-mar mon", "5 0,*/6 * * 7"])
    func `T7: a crontab line is recognised without --cron, too`(line: String) throws {
        let named = try TimeExpression.parseCron(line, context)
        #expect(try TimeExpression.parse(line, context).trigger == named.trigger)
        #expect(try TimeExpression.parse(named.normalized, context).trigger == named.trigger)
    }

    // MARK: - Texts

    private static func list(
        _ range: ClosedRange<Int>, _ generator: inout SeededGenerator, _ item: (Int, Int, Int) -> [String]
    ) -> String {
        let count = [1, 1, 1, 2, 3].randomElement(using: &generator) ?? 1
        return (0..<count).map { _ in
            let low = Int.random(in: range, using: &generator)
            let high = Int.random(in: low...range.upperBound, using: &generator)
            let step = Int.random(in: 1...max(1, (range.upperBound - range.lowerBound) / 2), using: &generator)
            return item(low, high, step).randomElement(using: &generator) ?? "*"
        }.joined(separator: ",")
    }

    private static func crontabLine(_ generator: inout SeededGenerator) -> String {
        let names = [3: CalendarWords.months.map(\.capitalized), 4: CalendarWords.weekdays]
        let fields = [0...59, 0...23, 1...31, 1...12, 0...7].enumerated().map { index, range in
            if Int.random(in: 0..<3, using: &generator) == 0 { return "*" }
            return list(range, &generator) { low, high, step in
                let forms = ["*", "*/\(step)", "\(low)", "\(low)-\(high)", "\(low)-\(high)/\(step)"]
                guard let names = names[index], names.indices.contains(low - range.lowerBound) else { return forms }
                return forms + [names[low - range.lowerBound]]
            }
        }
        let separator = ["  ", " ", "\t"].randomElement(using: &generator) ?? " "
        let named = ["@yearly", "@monthly", "@weekly", "@daily", "@midnight", "@hourly", "@annually"]
        return Int.random(in: 0..<100, using: &generator) == 0
            ? named.randomElement(using: &generator) ?? "" : fields.joined(separator: separator)
    }

    private static func calendarExpression(_ generator: inout SeededGenerator) -> String {
        func field(_ range: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
            if Int.random(in: 0..<3, using: &generator) == 0 { return "*" }
            return list(range, &generator) { low, high, step in
                ["\(low)", "\(low)..\(high)", "\(low)/\(step)", "\(low)..\(high)/\(step)"]
            }
        }
        let days = ["", "", "Mon", "Mon..Fri", "Sat,Sun", "fri..mon", "Mon,Wed..Thu", "Sunday", "Tue,"]
        var parts = [days.randomElement(using: &generator) ?? ""]
        let separator = ["-", "-", "-", "~"].randomElement(using: &generator) ?? "-"
        let date = field(1...12, &generator) + separator + field(1...28, &generator)
        let year = ["", "*-", "2027-", "2027..2031-", "2028/2-"].randomElement(using: &generator) ?? ""
        if Int.random(in: 0..<3, using: &generator) > 0 { parts.append(year + date) }
        let time = field(0...23, &generator) + ":" + field(0...59, &generator)
        let second = ["", ":0", ":30", ":00.000"].randomElement(using: &generator) ?? ""
        if Int.random(in: 0..<4, using: &generator) > 0 { parts.append(time + second) }
        parts.append(["", "", "", "UTC", "Asia/Tokyo", "America/New_York"].randomElement(using: &generator) ?? "")
        let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
        let named = ["daily", "weekly", "monthly", "quarterly", "semiannually", "hourly", "yearly", "minutely"]
        return text.isEmpty ? named.randomElement(using: &generator) ?? "" : text
    }

    private static func rule(_ generator: inout SeededGenerator) -> String {
        func numbers(_ range: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in "\(Int.random(in: range, using: &generator))" }
                .joined(separator: ",")
        }
        func isIn(_ generator: inout SeededGenerator) -> Bool { Int.random(in: 0..<4, using: &generator) == 0 }
        let frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"]
        let days = ["MO", "TU,TH", "SA,SU", "-1FR", "2TU", "MO,WE,FR"]
        var parts = ["FREQ=\(frequencies.randomElement(using: &generator) ?? "DAILY")"]
        if isIn(&generator) { parts.append("INTERVAL=\(Int.random(in: 1...40, using: &generator))") }
        if isIn(&generator) { parts.append("BYMONTH=\(numbers(1...12, &generator))") }
        if isIn(&generator) { parts.append("BYMONTHDAY=\(numbers(1...31, &generator))") }
        if isIn(&generator) { parts.append("BYDAY=\(days.randomElement(using: &generator) ?? "MO")") }
        if isIn(&generator) { parts.append("BYHOUR=\(numbers(0...23, &generator))") }
        if isIn(&generator) { parts.append("BYMINUTE=\(numbers(0...59, &generator))") }
        if isIn(&generator) { parts.append("BYSETPOS=\(["1", "-1", "1,2"].randomElement(using: &generator) ?? "1")") }
        if isIn(&generator) { parts.append("WKST=SU") }
        let ends = ["", "", "COUNT=5", "COUNT=400", "UNTIL=20280101T000000Z"]
        parts.append(ends.randomElement(using: &generator) ?? "")
        let rule = parts.filter { !$0.isEmpty }.joined(separator: ";")
        let starts = [
            "", "DTSTART:20261122T093000\n", "DTSTART;TZID=Asia/Tokyo:20270101T000000\n", "DTSTART:20251122T093000Z\n",
            "DTSTART;TZID=W. Europe Standard Time:20261130T080000\n",
        ]
        let others = ["", "", "\nEXDATE:20261201T093000", "\nRDATE:20270303T101500", "\nEXDATE;VALUE=DATE:20261123"]
        return (starts.randomElement(using: &generator) ?? "") + "RRULE:" + rule
            + (others.randomElement(using: &generator) ?? "")
    }

    private static func words(_ generator: inout SeededGenerator) -> String {
        let times = ["", " 9am", " 09:00", " at 17:30", " 02:30", " noon", " 9am,5pm", " 08:15:30"]
        let clauses = ["", " until 24 dec", " from 1 dec", " except sun", " except 6 dec", " 10 times", " UTC"]
        let families = [
            [
                ["every "],
                [
                    "day", "weekday", "weekend", "mon,wed", "2 weeks on fri", "month 1", "month last fri", "24 dec",
                    "3 months on the 15th", "3 days", "other day", "month last day", "29 feb", "month 5th mon",
                    "2 days",
                ], times, clauses,
            ],
            [["", "on "], ["mondays", "weekdays", "weekends", "fridays"], times, clauses],
            [["every "], ["15m", "2h", "90s", "1h30m", "7 days", "2 weeks"], clauses],
            [
                ["tomorrow", "fri", "next tue", "2027-03-28", "24 dec", "last fri of nov", "2026-12-24"], times,
                ["", " + 2 days", " + 90 minutes", " UTC", " Asia/Tokyo"],
            ],
            [
                ["in ", ""],
                ["15m", "1.5h", "90 minutes", "2 days", "3 weeks", "1 month", "2 days at 9am", "1h30", "36h"],
            ],
        ]
        let family = families[[0, 0, 0, 1, 2, 3, 3, 4].randomElement(using: &generator) ?? 0]
        return family.map { $0.randomElement(using: &generator) ?? "" }.joined()
    }
}
