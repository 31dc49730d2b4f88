// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Triggers

/// Zones whose clocks change on this machine when they changed on the machine of the recording.
///
/// Governments change these rules, and then a recorded answer is wrong.
enum RecordedZones {
    private static let begin = 1_704_067_200
    private static let years = 22

    /// Records the changes that zoneinfo has.
    static func record() async throws {
        guard OracleRecord.isWritten else { return }
        let questions = Oracle.zones.map {
            OracleQuestion(kind: .changes, text: "", zone: $0, from: begin, count: years * 366)
        }
        let answers = try await Oracle.ask(questions)
        try OracleRecord.write(zip(questions, answers).map { ($0, try #require($1)) })
    }

    /// The zones whose recorded changes are all correct on this machine, to the second.
    static func unchanged() throws -> Set<String> {
        let pairs = try OracleRecord.read(.changes)
        return Set(
            try pairs.compactMap { question, changes in
                let zone = try #require(Zone(identifier: question.zone))
                func offset(_ moment: Int) -> Int {
                    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
                }
                // Between two changes the clock must stay unchanged.
                var before = question.from
                for change in changes {
                    guard offset(change - 1) == offset(before), offset(change) != offset(change - 1) else { return nil }
                    before = change
                }
                return offset(before) == offset(question.from + question.count * 86_400) ? question.zone : nil
            })
    }
}
