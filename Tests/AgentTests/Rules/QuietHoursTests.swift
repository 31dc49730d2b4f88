// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import SettingsFile
import Testing
import Triggers

/// Quiet hours on some days of the week.
@Suite struct QuietHoursTests {
    private func quiet(_ lines: String) throws -> QuietHours? {
        try Configuration(checking: try SettingsFile.value(of: "[quiet]\n\(lines)")).quiet
    }

    private static let hours = ["from = \"22:00\"\nto = \"07:00\"", "from = \"09:00\"\nto = \"17:00\""]

    @Test(arguments: [
        ("mon-fri", "mon-fri"), ("fri,sat", "sat,fri"), ("mon,sat,sun", "Sat, Sun, mon"), ("wed", "WED"),
        ("sat,sun", "sat-sun"), ("mon,wed-fri", "wed-fri,mon"), (nil, "mon-sun"), ("mon-sat", "mon-thu,thu-sat"),
    ])
    func `their ends are where they change`(words: String?, typed: String) throws {
        for hours in Self.hours {
            let quiet = try #require(try quiet("\(hours)\ndays = \"\(typed)\""))
            #expect(quiet.daysText == words)
            // A Monday, and 15 days of minutes.
            let monday = try #require(LocalTime(year: 2026, month: 11, day: 23))
            let minutes = (0..<(15 * 1440)).map { monday.adding(seconds: $0 * 60) }
            var begun: Set<Int> = []
            var changes: [LocalTime] = []
            for (minute, next) in zip(minutes, minutes.dropFirst()) where quiet.contains(minute) != quiet.contains(next)
            {
                changes.append(next)
                if quiet.contains(next) { begun.insert(next.weekday) }
            }
            #expect(begun == quiet.days)
            for minute in minutes where minute < monday.adding(days: 7) {
                #expect(quiet.change(after: minute) == changes.first { $0 > minute })
            }
        }
    }

    @Test(arguments: ["days = \"\"", "days = \"mon-\"", "days = \"mon-tue-wed\"", "days = \"someday\"", "days = 1"])
    func `other days are refused`(line: String) {
        let problem = #expect(throws: SettingsProblem.self) { try quiet("\(Self.hours[0])\n\(line)") }
        #expect(problem?.text == "quiet.days must be days such as \"mon-fri\" or \"fri,sat\"")
    }

    @Test func `an empty table has no quiet hours, and days alone are refused`() throws {
        #expect(try quiet("") == nil)
        #expect(throws: SettingsProblem.self) { try quiet("days = \"mon\"") }
        #expect(throws: SettingsProblem.self) { try quiet("from = \"22:00\"") }
    }
}
