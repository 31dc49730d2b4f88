// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport
import Triggers

@testable import TimeExpressions

@Suite struct ZoneOracleTests {
    @Test(.enabled(if: Oracle.questions != nil), .enabled("python3 is not here") { await Oracle.hasPython("zoneinfo") })
    func `local times become the moments that zoneinfo says`() async throws {
        var random = SeededGenerator()
        let questions = (0..<(Oracle.questions ?? 0)).map { _ in
            let zone = random.element(of: Oracle.zones)
            let from = random.moment(in: zone)
            // Local times of the day around the change, also in the gap and in the fold.
            let reading = LocalTime(seconds: from + random.number(-14 * 3600...14 * 3600))
            return OracleQuestion(kind: .instant, text: "\(reading)", zone: zone, from: from, count: 1)
        }
        try OracleComparison(questions, try await Oracle.ask(questions)).check(least: 1)
        try await RecordedZones.record()
    }
}
