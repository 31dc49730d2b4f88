// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Questions and answers of the other programs, as `packaging/soak oracles` has recorded them: one file for each kind.
///
/// A line has the zone, the moment to count from, the number of requested moments, whether a day has the same times
/// whatever the clock does (1 or 0), the text, and the moments in seconds after the one to count from; tabs between
/// them.
enum OracleRecord {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")

    /// Whether this run records its answers (`BELFRY_ORACLES_RECORD`).
    static let isWritten = ProcessInfo.processInfo.environment["BELFRY_ORACLES_RECORD"] != nil

    private static func file(_ kind: OracleQuestion.Kind) -> URL { folder.appending(path: "\(kind.rawValue).tsv") }

    /// Writes the file of a kind anew, if this run records.
    static func write(_ pairs: [(question: OracleQuestion, answer: [Int])]) throws {
        guard isWritten, let kind = pairs.first?.question.kind else { return }
        let lines = pairs.map { question, answer in
            let moments = answer.map { "\($0 - question.from)" }.joined(separator: " ")
            return [
                question.zone, "\(question.from)", "\(question.count)", question.isNamed ? "1" : "0",
                question.text.replacing("\n", with: "\\n"), moments,
            ].joined(separator: "\t")
        }
        try (lines.joined(separator: "\n") + "\n").write(to: file(kind), atomically: true, encoding: .utf8)
    }

    /// Reads the file of a kind.
    static func read(_ kind: OracleQuestion.Kind) throws -> [(question: OracleQuestion, answer: [Int])] {
        try String(contentsOf: file(kind), encoding: .utf8).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count == 6, "\(line)")
            let question = OracleQuestion(
                kind: kind, text: fields[4].replacing("\\n", with: "\n"), zone: fields[0],
                from: try #require(Int(fields[1])), count: try #require(Int(fields[2])), isNamed: fields[3] == "1")
            let moments = try fields[5].split(separator: " ").map { question.from + (try #require(Int($0))) }
            return (question, moments)
        }
    }
}
