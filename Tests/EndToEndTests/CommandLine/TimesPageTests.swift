// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing

/// Runs the programs on each row of belfry-time(7).
@Suite(.serialized) struct TimesPageTests {
    private static func berlin(_ now: String) -> [String: String] { ["BELFRY_NOW": now, "TZ": "Europe/Berlin"] }

    private let november = Self.berlin("2026-11-21T12:00:00+01:00")
    private let october = Self.berlin("2026-10-24T12:00:00+02:00")

    /// Runs `belfry` once for each row of a list, one after another.
    ///
    /// - Returns: The rows with exit status and the whole output, lines with `|` between them.
    private func run(
        _ verb: String, _ section: String, _ agent: TestAgent
    ) async throws -> [(row: ManualPage.Row, status: String, text: String)] {
        let rows = ManualPage.rows(of: section)
        try #require(!rows.isEmpty)
        // The shell splits the words, without quotes or patterns.
        let script =
            "set -f\nrun() { s=0; o=$(belfry \(verb) $1 2>&1) || s=$?; printf '%s|%s\\n' \"$s\" \"${o//$'\\n'/|}\"; }\n"
            + rows.map { "run '\($0.text)'" }.joined(separator: "\n")
        let result = try await agent.bash(script)
        try #require(result.status == 0 && result.lines.count == rows.count, "\(result.output)\(result.errors)")
        return zip(rows, result.lines).map { row, line in
            let status = line.prefix { $0 != "|" }
            return (row, String(status), String(line.dropFirst(status.count + 1)))
        }
    }

    private func checkRead(_ section: String, _ agent: TestAgent) async throws {
        for (row, status, text) in try await run("explain", section, agent) {
            #expect(status == "0", "\(row.text): \(text)")
            let lines = text.split(separator: "|")
            #expect(lines.first.map(String.init) == "means  \(row.columns[2])", "\(row.text)")
            #expect(lines.dropFirst().first?.contains(" \(row.columns[1]) ") == true, "\(row.text): \(text)")
        }
    }

    @Test func `T4, T5, T6, T7, T8, T10: belfry explain prints what the page says`() async throws {
        try await withAgent(environment: november) { agent in
            try await checkRead("WHAT IS READ", agent)
            for (row, status, text) in try await run("explain", "WHAT IS REFUSED", agent) {
                #expect(status == "65", "\(row.text): \(text)")
                #expect(text.contains(row.columns[1]), "\(row.text): \(text)")
            }
        }
        try await withAgent(environment: october) { agent in try await checkRead("SUMMER TIME", agent) }
    }

    @Test func `T5, T12: belfry remind accepts and refuses what the page says`() async throws {
        try await withAgent(environment: november) { agent in
            for (row, status, text) in try await run("remind", "SENTENCES", agent) {
                #expect(status == "0", "\(row.text): \(text)")
                let zone = row.text.contains("Tokyo") ? "JST" : "CET"
                #expect(text.contains(" \(row.columns[1]) \(zone) "), "\(row.text): \(text)")
                #expect(text.hasSuffix("  \(row.columns[2])"), "\(row.text): \(text)")
            }
            let count = try await agent.proxy().pending().count
            for (row, status, text) in try await run("remind", "SENTENCES THAT ARE REFUSED", agent) {
                #expect(status == "65", "\(row.text): \(text)")
                #expect(text.contains(row.columns[1]), "\(row.text): \(text)")
            }
            #expect(try await agent.proxy().pending().count == count)
        }
    }

    // The clock goes back in between.
    @Test func `T6: a warning a day before comes 24 hours before, as the page says`() async throws {
        try await withAgent(environment: october) { agent in
            let added = try await agent.belfry(
                "add", "--title", "Tea", "--id", "tea", "--at", "2026-10-25 12:00", "--before", "1d")
            #expect(added.status == 0, "\(added.errors)")
            let dates = try await agent.proxy().pending().compactMap { $0["nextTriggerDate"]?.string }
            #expect(dates.sorted() == ["2026-10-24T13:00:00+02:00", "2026-10-25T12:00:00+01:00"], "\(dates)")
        }
    }

    // The note was lost between the agent and the person.
    @Test func `T12: belfry remind prints which words of time stay in the text`() async throws {
        try await withAgent(environment: november) { agent in
            let words = ["remind", "tomorrow", "9am", "call", "Bob", "about", "friday"]
            let note = "\"friday\" stays in the text."

            let told = try await agent.belfry(words)
            #expect(told.status == 0 && told.errors == "belfry: \(note)\n", "\(told.errors)")
            #expect(told.output.hasSuffix("  call Bob about friday"))
            let machine = try await agent.belfry(words + ["--json"])
            #expect(try machine.objects().first?["notes"] == .list([.text(note)]), "\(machine.output)")
            #expect(try await agent.belfry(words + ["--quiet"]).errors == "")
            let forced = try await agent.belfry("remind", "tomorrow", "9am", "--", "call", "Bob", "about", "friday")
            #expect(forced.status == 0 && forced.errors == "", "\(forced.errors)")
            let both = try await agent.belfry("remind", "tomorrow", "call", "Bob", "about", "friday")
            #expect(
                both.errors == "belfry: No time of day was given; using 09:00.\nbelfry: \(note)\n", "\(both.errors)")
            let added = try await agent.proxy().add(["sentence": .string("tomorrow 9am call Bob about friday")])
            #expect(added["notes"]?.strings == [note])
        }
    }
}
