// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import Testing
import TestSupport

@testable import TimeExpressions

@Suite struct ZoneOracleTests {
    @Test(.enabled("python3 is not here") { await Oracle.hasPython("zoneinfo") })
    func `readings become the moments that zoneinfo says`() async throws {
        var random = SeededGenerator()
        let questions = (0..<6000).map { _ in
            let zone = random.element(of: Oracle.zones)
            let from = random.moment(in: zone)
            // Readings of the day around, in the gap and in the fold as well.
            let reading = LocalTime(seconds: from + random.number(-14 * 3600...14 * 3600))
            return OracleQuestion(kind: "instant", text: "\(reading)", zone: zone, from: from, count: 1)
        }

        let answers = try await Oracle.ask(questions)

        #expect(answers.count == questions.count)
        for (question, answer) in zip(questions, answers) {
            let zone = try #require(TimeZone(identifier: question.zone))
            let reading = try #require(LocalTime(question.text))
            let ours = [Int(reading.instant(in: zone).timeIntervalSince1970)]
            #expect(
                ours == answer,
                "\(question.text) in \(question.zone), seed \(SeededGenerator.seed): \(Oracle.text(ours, in: question.zone)), not \(Oracle.text(answer ?? [], in: question.zone))"
            )
        }
    }
}
