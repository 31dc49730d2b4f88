// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import Triggers

@testable import TimeExpressions

/// Answers of another program, compared with this module's.
struct OracleComparison {
    private let pairs: [(question: OracleQuestion, answer: [Int])]
    /// Number of questions that were asked, answered or not.
    private let asked: Int

    /// Pairs questions with answers.
    ///
    /// - Parameters:
    ///   - questions: The questions.
    ///   - answers: One for each question; nil if the other program gave up.
    /// - Throws: An error if an answer is missing.
    init(_ questions: [OracleQuestion], _ answers: [[Int]?]) throws {
        try #require(questions.count == answers.count)
        pairs = zip(questions, answers).compactMap { question, answer in answer.map { (question, $0) } }
        asked = questions.count
    }

    /// Expects that both give the same answers, and records the answers if that is requested.
    ///
    /// - Parameter least: The share of the questions that the other program must have answered.
    /// - Throws: An error if this module does not understand a text, or the answers can't be written.
    func check(least: Double) throws {
        var faults = 0
        for (question, answer) in pairs {
            let ours = try question.ownAnswer()
            let agrees: Bool
            if question.kind == .systemd {
                switch try Self.systemdAgrees(question, answer) {
                case .agrees: agrees = true
                case .differs: agrees = false
                case .isItsFault:
                    agrees = true
                    faults += 1
                }
            } else {
                agrees = ours == answer
            }
            #expect(
                agrees,
                "\(question.text) in \(question.zone) from \(question.from), seed \(SeededGenerator.seed): \(Oracle.text(ours, in: question.zone)), not \(Oracle.text(answer, in: question.zone))"
            )
        }
        #expect(Double(pairs.count) >= Double(asked) * least, "\(asked - pairs.count) of \(asked) not answered")
        #expect(faults * 100 <= pairs.count, "systemd's fault explains too much: \(faults) of \(pairs.count)")
        if !pairs.isEmpty { try OracleRecord.write(pairs) }
    }

    private enum Agreement { case agrees, isItsFault, differs }

    /// Compares on days without a change of the clock.
    ///
    /// On other days systemd leaves out times in the gap, and takes the second pass of a fold; Belfry fires after the
    /// gap, and at the first pass. `ZoneOracleTests` has those days.
    private static func systemdAgrees(_ question: OracleQuestion, _ answer: [Int]) throws -> Agreement {
        let ours = try question.ownAnswer(count: 8)
        let (mine, theirs) = (calm(ours, question.zone), calm(answer, question.zone))
        let shared = min(mine.count, theirs.count)
        if mine.prefix(shared).elementsEqual(theirs.prefix(shared)), shared == theirs.count || ours.count == 8 {
            return .agrees
        }
        // A fault of systemd 252: if a repetition without an end also crosses the end of the next larger unit, systemd
        // misses the first time there (`*-*-1/16` on 1 January, `Mon *:0/35` at midnight).
        guard try isOpen(question.text) else { return .differs }
        let isOurs = try theirs.allSatisfy { try question.asked(from: $0 - 1).ownAnswer(count: 1) == [$0] }
        return isOurs ? .isItsFault : .differs
    }

    /// Whether a part repeats without an end.
    private static func isOpen(_ text: String) throws -> Bool {
        let calendar = try SystemdCalendarReader.read(text)
        return [calendar.months, calendar.days, calendar.hours, calendar.minutes].contains { field in
            field.items.contains { $0.step != nil && $0.stop == nil }
        }
    }

    /// The moments on days without a change of the zone's clock.
    private static func calm(_ moments: [Int], _ zone: String) -> [Int] {
        guard let zone = Zone(identifier: zone) else { return moments }
        return moments.filter { moment in
            let date = Date(timeIntervalSince1970: Double(moment))
            return zone.secondsFromGMT(for: date - 86_400) == zone.secondsFromGMT(for: date + 86_400)
        }
    }
}
