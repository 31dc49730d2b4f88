// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import Triggers

@testable import TimeExpressions

@Suite struct RuleOracleTests {
    private static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private static func list(_ values: [Int]) -> String { values.map(String.init).joined(separator: ",") }

    /// Numbers, half of which are negative.
    private static func signed(_ range: ClosedRange<Int>, _ count: Int, _ random: inout SeededGenerator) -> String {
        list(random.numbers(range, upTo: count).map { random.once(in: 3) ? -$0 : $0 })
    }

    /// The parts of a rule that may match, after its FREQ and INTERVAL.
    private static func parts(_ frequency: String, _ random: inout SeededGenerator) -> [String] {
        var parts: [String] = []
        var plainDays: String { random.numbers(0...6, upTo: 3).map { days[$0] }.joined(separator: ",") }
        switch frequency {
        case "YEARLY":
            switch random.number(1...6) {
            case 1: parts.append("BYMONTH=\(list(random.numbers(1...12, upTo: 3)))")
            case 2: parts.append("BYYEARDAY=\(signed(1...366, 4, &random))")
            case 3:
                // dateutil 2.8 has the wrong number for last year's last week if that week continues in January.
                parts.append("BYWEEKNO=\(signed(1...51, 4, &random))")
                // Without BYDAY, dateutil takes the whole week; RFC 5545 takes the missing part from DTSTART.
                parts.append("BYDAY=\(plainDays)")
            case 4: parts.append("BYDAY=\(signed(1...53, 1, &random))\(random.element(of: days))")
            case 5:
                parts.append("BYMONTH=\(list(random.numbers(1...12, upTo: 3)))")
                parts.append("BYDAY=\(signed(1...5, 1, &random))\(random.element(of: days))")
            default:
                parts.append("BYMONTH=\(list(random.numbers(1...12, upTo: 3)))")
                parts.append("BYMONTHDAY=\(signed(1...31, 3, &random))")
            }
        case "MONTHLY":
            switch random.number(1...4) {
            case 1: parts.append("BYMONTHDAY=\(signed(1...31, 3, &random))")
            case 2: parts.append("BYDAY=\(plainDays)")
            case 3:
                parts.append(
                    "BYDAY="
                        + (0..<random.number(1...2)).map { _ in
                            "\(signed(1...5, 1, &random))\(random.element(of: days))"
                        }
                        .joined(separator: ","))
            default:
                parts.append("BYMONTHDAY=\(signed(1...28, 6, &random))")
                parts.append("BYDAY=\(plainDays)")
            }
        default:
            if random.once(in: 2) { parts.append("BYDAY=\(plainDays)") }
            if random.once(in: 3) { parts.append("BYMONTH=\(list(random.numbers(1...12, upTo: 4)))") }
            if frequency == "DAILY", random.once(in: 3) { parts.append("BYMONTHDAY=\(signed(1...31, 6, &random))") }
        }
        let hasTimes = random.once(in: 3)
        if hasTimes { parts.append("BYHOUR=\(list(random.numbers(0...23, upTo: 3)))") }
        if hasTimes, random.once(in: 2) { parts.append("BYMINUTE=\(list(random.numbers(0...59, upTo: 3)))") }
        if !parts.isEmpty, ["YEARLY", "MONTHLY", "DAILY"].contains(frequency), random.once(in: 4) {
            // dateutil knows only the part of the first week after DTSTART, which changes the positions.
            parts.append("BYSETPOS=\(signed(1...3, 2, &random))")
        }
        if random.once(in: 3) { parts.append("WKST=\(random.element(of: days))") }
        return parts
    }

    private static func question(_ random: inout SeededGenerator) throws -> OracleQuestion {
        let zone = random.element(of: Oracle.zones)
        let from = random.moment(in: zone)
        let frequency = random.element(of: [
            "YEARLY", "YEARLY", "MONTHLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY",
        ])
        let isShort = ["HOURLY", "MINUTELY"].contains(frequency)
        var parts = ["FREQ=\(frequency)"]
        if random.once(in: 2) { parts.append("INTERVAL=\(random.number(1...(isShort ? 50 : 5)))") }
        parts += Self.parts(frequency, &random)
        let begin = LocalTime(
            Date(timeIntervalSince1970: Double(from)), in: try #require(Zone(identifier: zone)))
        let start = begin.adding(seconds: -random.number(0...(isShort ? 3 : 700) * 86_400) - 28 * 3600)
        switch random.number(1...5) {
        case 1: parts.append("COUNT=\(random.number(1...200))")
        case 2: parts.append("UNTIL=\(begin.adding(days: random.number(1...800)).basicDescription)")
        default: break
        }
        var text = "DTSTART:\(start.basicDescription)\nRRULE:\(parts.joined(separator: ";"))"
        if random.once(in: 6) {
            let more = (0..<random.number(1...3)).map { _ in
                begin.adding(seconds: random.number(-86_400...9_000_000)).basicDescription
            }
            text += "\nRDATE:\(more.joined(separator: ","))"
        }
        if random.once(in: 4), !isShort {
            // Some of these are the rule's own dates, and some are not.
            let rule = try? RecurrenceSet(parsing: parts.joined(separator: ";"), start: .local(start), timeZone: .gmt)
            var date = Date(timeIntervalSince1970: Double(begin.seconds))
            var left: [String] = []
            while let set = rule, left.count < 3,
                let next = Trigger.rule(set).nextDate(after: date, anchoredAt: date, in: .gmt)
            {
                if random.once(in: 2) { left.append(LocalTime(next, in: .gmt).basicDescription) }
                date = next
                if random.once(in: 3) { break }
            }
            if !left.isEmpty { text += "\nEXDATE:\(left.joined(separator: ","))" }
        }
        return OracleQuestion(kind: .rule, text: text, zone: zone, from: from, count: 4, isNamed: !isShort)
    }

    @Test(
        .enabled(if: Oracle.questions != nil),
        .enabled("python3-dateutil is not here") { await Oracle.hasPython("dateutil.rrule") })
    func `rules of RFC 5545 fire when dateutil says`() async throws {
        var random = SeededGenerator()
        var questions: [OracleQuestion] = []
        while questions.count < Oracle.questions ?? 0 {
            let question = try Self.question(&random)
            // RFC 5545 forbids some rules: they are refused, and dateutil isn't asked.
            if (try? RecurrenceText.read(question.text)) != nil { questions.append(question) }
        }
        try OracleComparison(questions, try await Oracle.ask(questions)).check(least: 0.8)
    }
}
