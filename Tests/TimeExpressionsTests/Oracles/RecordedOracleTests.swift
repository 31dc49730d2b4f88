// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The answers of croniter, dateutil, systemd and zoneinfo that `packaging/soak oracles` has recorded.
@Suite struct RecordedOracleTests {
    @Test(.disabled(if: OracleRecord.isWritten), arguments: [OracleQuestion.Kind.cron, .rule, .systemd, .instant])
    func `dates agree with the recorded answers of other programs`(kind: OracleQuestion.Kind) throws {
        let pairs = try OracleRecord.read(kind)
        let zones = try RecordedZones.unchanged()

        let fitting = pairs.filter { zones.contains($0.question.zone) }
        try OracleComparison(fitting.map(\.question), fitting.map(\.answer)).check(least: 1)

        #expect(pairs.count >= 600, "\(kind)")
        // Otherwise the recording is old: `packaging/soak oracles` makes a new one.
        #expect(fitting.count * 2 > pairs.count, "\(fitting.count) of \(pairs.count) have the zones of this machine")
        if fitting.count < pairs.count {
            print(
                "NOT TESTED HERE: \(pairs.count - fitting.count) recorded answers: their zones have other rules here.")
        }
    }
}
