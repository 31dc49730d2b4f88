// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Testing
import TestSupport

/// Zones that no program has compiled in, made by `zic` instead of the system's, and changed while the agent runs.
@Suite(
    // Not in a user name space, in which an agent can't identify its callers.
    .enabled("This user may not mount.") { try await Program.run(["unshare", "--mount", "true"]).status == 0 })
struct SystemZoneTests {
    /// A folder with the test's own zone files.
    private struct Zones {
        let path: String
        var folder: String { path + "/zoneinfo" }

        /// Gives Test/Nowhere other rules, as a package does: a new file replaces the old one.
        func put(_ offset: String, in name: String = "zoneinfo") async throws {
            let source = path + "/source"
            try "Zone Test/Nowhere \(offset) - NOW\nZone Etc/UTC 0 - UTC\n"
                .write(toFile: source, atomically: true, encoding: .utf8)
            let zic = try await Program.run(["/usr/sbin/zic", "-d", "\(path)/\(name)", source])
            try #require(zic.status == 0, "\(zic.errors)")
        }

        /// The time at which a clock in Test/Nowhere shows tomorrow's 09:00, by Python.
        func nine(in name: String = "zoneinfo") async throws -> Double {
            let script = """
                from datetime import datetime; from zoneinfo import ZoneInfo
                print(datetime(2040, 2, 3, 9, tzinfo=ZoneInfo("Test/Nowhere")).timestamp())
                """
            let python = try await Program.run(
                [Program.python, "-c", script], environment: ["PYTHONTZPATH": "\(path)/\(name)"])
            return try #require(Double(python.output.split(separator: "\n").first ?? ""), "\(python.errors)")
        }
    }

    /// Runs `body` with an agent that has the test's folder instead of the system's zone files.
    private func withZones(_ offset: String, _ body: @Sendable (Zones, TestAgent) async throws -> Void) async throws {
        let zones = Zones(path: try temporaryFolder("zones"))
        defer { try? FileManager.default.removeItem(atPath: zones.path) }
        try await zones.put(offset)
        let script = zones.path + "/belfryd"
        let text = """
            #!/bin/sh
            exec unshare --mount sh -c '
                mount --bind \(zones.folder) /usr/share/zoneinfo && exec "$0" "$@"' '\(try TestAgent.program())' "$@"
            """
        // Another process makes the copy: a process that is forked meanwhile would inherit the open file, and it could
        // not be executed.
        try text.write(toFile: script + ".text", atomically: false, encoding: .utf8)
        #expect(try await Program.run(["install", "-m", "700", script + ".text", script]).status == 0)
        try await withAgent(environment: ["TZ": "Test/Nowhere"], program: script) { try await body(zones, $0) }
    }

    /// Adds a request for 2040-02-03 09:00, in the zone or wherever the person is.
    private func add(_ identifier: String, zone: String?, to agent: TestAgent) async throws {
        var trigger: [String: Value] = ["at": .string("2040-02-03 09:00")]
        if let zone { trigger["timeZone"] = .string(zone) }
        _ = try await agent.proxy().add([
            "identifier": .string(identifier), "title": .string("Tea"), "trigger": .properties(trigger),
        ])
    }

    private func dates(_ agent: TestAgent) async throws -> [Double?] {
        try await agent.proxy().pending().map { $0["nextTriggerDateUnix"]?.double }
    }

    /// Waits until all pending requests are due at a time.
    private func expect(_ date: Double, _ agent: TestAgent) async throws {
        try await withDeadline {
            while try await dates(agent) != [date, date] { try await yieldUntilDeadline() }
        }
    }

    @Test func `T1: an invented zone in the system's folder is used, and its new rules at once`()
        async throws
    {
        try await withZones("3:30") { zones, agent in
            try await add("there", zone: "Test/Nowhere", to: agent)
            try await add("floating", zone: nil, to: agent)
            let before = try await zones.nine()
            #expect(try await dates(agent) == [before, before])

            try await zones.put("4:45")

            let after = try await zones.nine()
            #expect(after == before - 75 * 60)
            try await expect(after, agent)
            // Later additions use the new rules, too.
            try await add("there", zone: "Test/Nowhere", to: agent)
            #expect(Set(try await dates(agent)) == [after])
        }
    }

    @Test func `T1: another folder mounted over the zone files is noticed`() async throws {
        try await withZones("3:30") { zones, agent in
            try await add("there", zone: "Test/Nowhere", to: agent)
            try await add("floating", zone: nil, to: agent)
            try await zones.put("-2:15", in: "other")

            let id = try #require(agent.processID)
            let mount = try await Program.run([
                "nsenter", "--target", "\(id)", "--mount", "mount", "--bind", zones.path + "/other",
                "/usr/share/zoneinfo",
            ])

            #expect(mount.status == 0, "\(mount.errors)")
            try await expect(try await zones.nine(in: "other"), agent)
        }
    }

    @Test func `T1: rules that changed while no agent ran are used from its start`() async throws {
        try await withZones("3:30") { zones, agent in
            try await add("there", zone: "Test/Nowhere", to: agent)
            try await add("floating", zone: nil, to: agent)
            try await agent.kill()
            try await zones.put("4:45")

            try await agent.start(["TZ": "Test/Nowhere"])

            let after = try await zones.nine()
            #expect(try await dates(agent) == [after, after])
        }
    }

    @Test func `T1: a zone without a file is refused by name`() async throws {
        try await withZones("3:30") { _, agent in
            await #expect {
                try await add("tea", zone: "Europe/Berlin", to: agent)
            } throws: { "\($0)".contains("\"Europe/Berlin\" is not a known time zone") }
        }
    }

    @Test(arguments: [
        "EST5EDT4,M3.2.0,M11.1.0", "CET-1CEST,M3.5.0,M10.5.0/3", "GMT+5", "UTC+3", "", ":America/Vancouver",
        "<+0545>-5:45",
        "Etc/GMT-3", "/usr/share/zoneinfo/Asia/Tokyo", "EST5EDT", "UTC0",
    ])
    func `T2, T3: belfry and the agent read TZ as date does`(variable: String) async throws {
        let date = try await Program.run(
            ["date", "-d", "2040-07-03 09:00", "+%s"], environment: ["TZ": variable])
        let moment = try #require(Double(date.output.split(separator: "\n").first ?? ""), "\(date.errors)")
        func expected(_ agent: TestAgent, _ environment: [String: String]) async throws {
            let added = try await agent.belfry(
                "add", "--id", "tea", "--title", "Tea", "--at", "2040-07-03 09:00", environment: environment)
            #expect(added.status == 0, "\(added.errors)")
            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["nextTriggerDateUnix"]?.double } == [moment], "TZ=\(variable)")
        }
        try await withAgent { try await expected($0, ["TZ": variable]) }
        // The command's own variable is not set, so the agent's counts.
        try await withAgent(environment: ["TZ": variable]) { try await expected($0, [:]) }
    }

    @Test(arguments: ["Europe/Berlni", "/etc/hostname", "CET-1CEST,M13.1.0"])
    func `T2: a TZ that is no zone is refused with its name`(variable: String) async throws {
        try await withAgent { agent in
            for words in [
                ["remind", "10m", "tea"], ["explain", "tomorrow 9am"], ["add", "--title", "T", "--at", "9:00"],
            ] {
                let refused = try await agent.belfry(words, environment: ["TZ": variable])
                #expect(refused.status == 2, "\(words)")
                #expect(refused.errors.contains("TZ is \"\(variable)\""), "\(refused.errors)")
            }
        }
    }
}
