// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import Testing
import TimeExpressions

/// `[times]` of `config.toml`.
@Suite struct DayTimesTests {
    private func parts(_ toml: String) throws -> PartsOfDay {
        let file = FileManager.default.temporaryDirectory.appending(path: "times-\(UUID().uuidString).toml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(toml.utf8).write(to: file)
        return try Configuration(contentsOf: file.path).partsOfDay
    }

    @Test func `each part of the day has its own time, or the usual one`() throws {
        let parts = try parts("[times]\nmorning = \"06:45\"\nendOfDay = \"16:30\"")
        #expect(parts[.morning] == 6 * 3600 + 45 * 60)
        #expect(parts[.endOfDay] == 16 * 3600 + 30 * 60)
        #expect(parts[.night] == 20 * 3600)
        #expect(try self.parts("") == PartsOfDay())
    }

    @Test(arguments: [
        ("[times]\nevening = \"09:00\"", "times.evening must be a time such as \"18:00\", from 16:00 to 23:59"),
        ("[times]\nmorning = \"12:00\"", "times.morning must be a time such as \"08:00\", from 00:00 to 11:59"),
        ("[times]\nnight = 20", "times.night must be a time such as \"20:00\", from 18:00 to 23:59"),
        ("[times]\nnoon = \"12:00\"", "\"times.noon\" is not a key; known here are"),
        ("times = 1", "times must be a table"),
    ]) func `a wrong time of the day is reported with its limits`(toml: String, sentence: String) {
        #expect { try parts(toml) } throws: { "\($0)".contains(sentence) }
    }
}
