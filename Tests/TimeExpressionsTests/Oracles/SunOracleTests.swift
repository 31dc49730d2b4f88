// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Triggers

@Suite struct SunOracleTests {
    /// Answers of astral, which `sun.py` has printed; `BELFRY_SUN_RECORD` names another file.
    private static func answers() throws -> [(trigger: Trigger, date: Date)] {
        let recorded = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded/sun.tsv")
        let file = ProcessInfo.processInfo.environment["BELFRY_SUN_RECORD"].map { URL(filePath: $0) } ?? recorded
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t").map(String.init)
            try #require(fields.count == 4, "\(line)")
            let place = Coordinate(
                latitude: try #require(Double(fields[1])), longitude: try #require(Double(fields[2])))
            let event = try #require(SunTrigger.Event(rawValue: fields[0]))
            return (
                .sun(SunTrigger(event, at: place)),
                Date(timeIntervalSince1970: try #require(TimeInterval(fields[3])))
            )
        }
    }

    @Test func `the sun rises and sets within a minute of astral's answer between 60° south and north`() throws {
        var largest = 0.0
        let answers = try Self.answers()
        for (trigger, date) in answers {
            let noon = date - 43_200
            let next = try #require(trigger.nextDate(after: noon, anchoredAt: noon, in: .gmt))
            let difference = abs(next.timeIntervalSince(date))
            #expect(difference < 60, "\(trigger): \(next) instead of \(date)")
            largest = max(largest, difference)
        }
        #expect(answers.count >= 1000)
        // Two formulas for the same sun differ by less than they may; a larger difference is a mistake.
        #expect(largest < 45, "the largest difference is \(largest) s")
    }
}
