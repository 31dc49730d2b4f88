// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import Triggers

@testable import TimeExpressions

/// A question that another program can answer, too.
struct OracleQuestion: Codable, Hashable, Sendable {
    /// The program that answers, and the parser of this module that reads the text.
    enum Kind: String, Codable, CaseIterable, Sendable {
        case cron, rule, systemd
        /// A local time; the answer is its moment.
        case instant
        /// Changes of a zone's clock in the years of the other questions; see ``RecordedZones``.
        case changes
    }

    let kind: Kind
    let text: String
    let zone: String
    /// Seconds since 1970.
    var from: Int
    let count: Int
    /// Whether a day has the same times whatever the clock does.
    var isNamed = true

    /// The same question about the time after another moment.
    func asked(from: Int) -> OracleQuestion {
        var question = self
        question.from = from
        return question
    }

    /// The answer of this module: the moments in seconds since 1970; none for "never" and "past".
    ///
    /// - Parameter count: The number of moments, if it is not the question's.
    /// - Returns: The moments, at most that number.
    /// - Throws: `TimeExpressionError` for a text that is not understood.
    func ownAnswer(count: Int? = nil) throws -> [Int] {
        let zone = try #require(Zone(identifier: zone))
        let now = Date(timeIntervalSince1970: Double(from))
        let context = TimeExpression.Context(now: now, timeZone: zone)
        let expression: TimeExpression
        do {
            switch kind {
            case .cron: expression = try TimeExpression.parseCron(text, context)
            case .rule: expression = try TimeExpression.parseRule(text, context)
            case .systemd: expression = try TimeExpression.parseOnCalendar(text, context)
            case .instant:
                return [Int(try #require(LocalTime(text)).instant(in: zone).timeIntervalSince1970)]
            case .changes: return []
            }
        } catch let error as TimeExpressionError where error.kind == .past || error.message.contains("never") {
            return []
        }
        var dates: [Date] = []
        while dates.count < (expression.trigger.repeats ? count ?? self.count : 1),
            let next = expression.trigger.nextDate(after: dates.last ?? now, anchoredAt: now, in: zone)
        {
            dates.append(next)
        }
        return dates.map { Int($0.timeIntervalSince1970) }
    }
}

/// Programs of other authors that answer questions about time.
///
/// `packaging/soak oracles` asks them; the suite compares with the recorded answers (``OracleRecord``).
enum Oracle {
    /// The number of questions to each program, from `BELFRY_ORACLES`; nil if they are not asked.
    static let questions = ProcessInfo.processInfo.environment["BELFRY_ORACLES"].flatMap(Int.init)

    /// Zones around the world: without DST, with half an hour of it, of the southern hemisphere, with changes at
    /// midnight, with odd offsets.
    static let zones = [
        "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/St_Johns", "America/Santiago", "Africa/Cairo",
        "Asia/Kolkata", "Asia/Kathmandu", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Auckland",
        "Pacific/Kiritimati",
    ]

    private static let python = ProcessInfo.processInfo.environment["BELFRY_PYTHON"] ?? "python3"

    /// Whether the Python of `BELFRY_PYTHON` has a module.
    static func hasPython(_ module: String) async -> Bool {
        (try? await Program.run([python, "-c", "import \(module)"]).status) == 0
    }

    /// Whether a program is on the path.
    static func has(_ program: String) async -> Bool {
        (try? await Program.run(["sh", "-c", "command -v \(program)"]).status) == 0
    }

    /// Python's answers to questions, in their order; nil if Python took too long.
    static func ask(_ questions: [OracleQuestion]) async throws -> [[Int]?] {
        let encoder = JSONEncoder()
        let lines = try questions.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        let file = FileManager.default.temporaryDirectory.appending(path: "belfry-oracle-\(UUID())")
        try lines.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "oracle.py").path
        let ended = try await Program.run([python, script, file.path], seconds: 240 + questions.count / 50)
        try #require(ended.status == 0, "\(ended.errors.suffix(2000))")
        return try ended.output.split(separator: "\n").map {
            try JSONDecoder().decode([Int]?.self, from: Data($0.utf8))
        }
    }

    /// Moments as texts for a failure: in UTC, and in the zone.
    static func text(_ moments: [Int], in zone: String) -> String {
        let zone = Zone(identifier: zone) ?? .gmt
        return moments.map { Date(timeIntervalSince1970: Double($0)).rfc3339(in: zone) }.joined(
            separator: " ")
    }
}

extension SeededGenerator {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True once in this many calls.
    mutating func once(in count: Int) -> Bool { number(1...count) == 1 }

    mutating func element<C: Collection>(of collection: C) -> C.Element {
        collection[collection.index(collection.startIndex, offsetBy: number(0...collection.count - 1))]
    }

    /// Different numbers of a range, in any order; always the same for a seed.
    mutating func numbers(_ range: ClosedRange<Int>, upTo count: Int) -> [Int] {
        (0..<number(1...count)).map { _ in number(range) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// A moment of the years 2024 to 2035; every second one is near a change of the zone's clock, if there is one.
    mutating func moment(in identifier: String) -> Int {
        let first = 1_704_067_200
        var moment = first + number(0...(12 * 365 * 86_400))
        guard once(in: 2), let zone = Zone(identifier: identifier),
            case let from = Date(timeIntervalSince1970: Double(moment)),
            case let change = zone.firstChange(after: from, through: from + 400 * 86_400)
        else { return moment }
        moment = Int(change.timeIntervalSince1970) + number(-30 * 3600...6 * 3600)
        return moment
    }
}
