// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import Triggers

@testable import TimeExpressions

@Suite struct SystemdOracleTests {
    private static func field(
        _ range: ClosedRange<Int>, digits: Int = 2, isSmall: Bool = false, _ random: inout SeededGenerator
    ) -> String {
        func text(_ number: Int) -> String {
            let text = "\(number)"
            return random.once(in: 2) ? text : String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        func part() -> String {
            let low = random.number(range)
            switch random.number(1...5) {
            case 1 where low < range.upperBound:
                let high = random.number(low + 1...range.upperBound)
                return "\(text(low))..\(text(high))" + (random.once(in: 2) ? "/\(random.number(1...9))" : "")
            case 2 where low < range.upperBound:
                return "\(text(low))/\(random.number(1...(range.upperBound - low)))"
            default: return text(low)
            }
        }
        return (0..<random.number(1...(isSmall ? 1 : 3))).map { _ in part() }.joined(separator: ",")
    }

    private static func expression(_ random: inout SeededGenerator) -> String {
        var parts: [String] = []
        if random.once(in: 25) { return random.element(of: SystemdCalendar.named).key }
        if random.once(in: 3) {
            parts.append(
                (0..<random.number(1...2)).map { _ in
                    let low = random.number(1...7)
                    let high = random.number(low...7)
                    func name(_ day: Int) -> String {
                        (random.once(in: 3) ? CalendarWords.fullWeekdays : CalendarWords.weekdays)[day % 7]
                    }
                    return random.once(in: 2) ? name(low) : "\(name(low))..\(name(high))"
                }.joined(separator: ","))
        }
        if !random.once(in: 4) {
            let year = random.once(in: 6) ? field(2025...2045, digits: 4, &random) : "*"
            let month = random.once(in: 2) ? "*" : field(1...12, &random)
            let tilde = random.once(in: 4)
            let day = random.once(in: 3) ? "*" : tilde ? fromEnd(&random) : field(1...31, &random)
            parts.append((random.once(in: 3) && year == "*" ? "" : "\(year)-") + month + (tilde ? "~" : "-") + day)
        }
        if !random.once(in: 4) || parts.isEmpty {
            let hour = random.once(in: 3) ? "*" : field(0...23, &random)
            let minute = random.once(in: 6) ? "*" : field(0...59, &random)
            parts.append("\(hour):\(minute)" + (random.once(in: 3) ? ":\(random.number(0...59))" : ""))
        }
        return parts.joined(separator: " ")
    }

    /// Days that count from the month's end; a repetition of them goes towards the end.
    private static func fromEnd(_ random: inout SeededGenerator) -> String {
        let first = random.number(1...28)
        switch random.number(1...3) {
        case 1 where first > 1: return "\(first)/\(random.number(1...(first - 1)))"
        case 2 where first < 28:
            return "\(first)..\(random.number(first + 1...28))" + (random.once(in: 2) ? "/\(random.number(1...5))" : "")
        default: return "\(first)"
        }
    }

    /// systemd's answers to expressions: the moments of each, in their order; none for "never", nil if it fails.
    private static func ask(_ texts: [String], from: Int, count: Int, zone: String) async throws -> [[Int]?] {
        let base = LocalTime(seconds: from)
        let words =
            [
                "systemd-analyze", "calendar", "--iterations=\(count)",
                "--base-time=\(base.description.replacingOccurrences(of: "T", with: " ")) UTC",
            ]
            + texts
        let ended = try await Program.run(words, environment: ["TZ": zone, "LC_ALL": "C", "SYSTEMD_COLORS": "0"])
        if ended.status != 0 {
            // systemd gives some expressions up after 1000 steps ("Infinite loop in calendar calculation").
            guard texts.count > 1 else { return [nil] }
            var answers: [[Int]?] = []
            for text in texts { answers += try await ask([text], from: from, count: count, zone: zone) }
            return answers
        }
        return ended.output.components(separatedBy: "\n\n").map { block in
            block.split(separator: "\n").compactMap { line in
                // `       (in UTC): Wed 2026-11-25 08:00:00 UTC`, or, in a zone that is UTC, the line before it.
                guard let range = line.range(of: "(in UTC): ") else { return nil }
                let words = line[range.upperBound...].split(separator: " ")
                return LocalTime("\(words[1])T\(words[2])")?.seconds
            }
        }
    }

    @Test(
        .enabled(if: Oracle.questions != nil),
        .enabled("systemd-analyze is not here") { await Oracle.has("systemd-analyze") })
    func `calendar expressions fire when systemd says`() async throws {
        var random = SeededGenerator()
        var questions: [OracleQuestion] = []
        var answers: [[Int]?] = []
        while questions.count < Oracle.questions ?? 0 {
            let zone = random.element(of: Oracle.zones)
            let from = random.moment(in: zone)
            let texts = (0..<25).map { _ in Self.expression(&random) }
            questions += texts.map { OracleQuestion(kind: .systemd, text: $0, zone: zone, from: from, count: 4) }
            answers += try await Self.ask(texts, from: from, count: 4, zone: zone)
            try #require(answers.count == questions.count)
        }
        try OracleComparison(questions, answers).check(least: 0.8)
    }
}
