// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import TimeExpressions

@Suite struct CronOracleTests {
    private static func field(_ range: ClosedRange<Int>, names: [String] = [], _ random: inout SeededGenerator)
        -> String
    {
        func value(_ number: Int) -> String {
            number < names.count && !names[number].isEmpty && random.once(in: 3) ? names[number] : "\(number)"
        }
        func part() -> String {
            switch random.number(1...4) {
            case 1:
                let low = random.number(range)
                let high = random.number(low...range.upperBound)
                return "\(value(low))-\(value(high))" + (random.once(in: 2) ? "/\(random.number(1...7))" : "")
            default: return value(random.number(range))
            }
        }
        switch random.number(1...6) {
        case 1, 2, 3: return "*"
        case 4: return "*/\(random.number(1...12))"
        default: return (0..<random.number(1...3)).map { _ in part() }.joined(separator: ",")
        }
    }

    private static func line(_ random: inout SeededGenerator) -> String {
        [
            field(0...59, &random), field(0...23, &random), field(1...31, &random),
            field(1...12, names: [""] + CalendarWords.months, &random),
            // "sun" is 0, and no range may end there.
            field(0...6, names: ["", "mon", "tue", "wed", "thu", "fri", "sat"], &random),
        ].joined(separator: " ")
    }

    @Test(
        .enabled(if: Oracle.questions != nil),
        .enabled("python3-croniter is not here") { await Oracle.hasPython("croniter") })
    func `crontab lines fire when croniter says`() async throws {
        var random = SeededGenerator()
        let questions = try (0..<(Oracle.questions ?? 0)).map { _ in
            let zone = random.element(of: Oracle.zones)
            let text = Self.line(&random)
            let hours = try CronReader.read(text).hours
            return OracleQuestion(
                kind: .cron, text: text, zone: zone, from: random.moment(in: zone), count: 4,
                isNamed: hours.values.count < 24)
        }
        try OracleComparison(questions, try await Oracle.ask(questions)).check(least: 0.9)
    }
}
