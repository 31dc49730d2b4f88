// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// `--match`, which selects requests by their text, and `--dry-run`, which changes nothing.
@Suite(.serialized) struct CommandLineMatchTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    /// Adds three requests; two have the word "ann" in their texts, in different cases and places.
    private func addThree(_ agent: TestAgent) async throws {
        let proxy = agent.proxy()
        _ = try await proxy.add(request("call", title: "Call Ann", ["trigger": after(3600)]))
        _ = try await proxy.add(
            request("lease", title: "Lease", ["body": .string("from ANN and Bob"), "trigger": after(7200)]))
        _ = try await proxy.add(request("tea", ["trigger": .properties(["every": .string("day 09:00")])]))
    }

    @Test func `one match is taken, in any case of the letters`() async throws {
        try await withAgent(environment: noon) { agent in
            try await addThree(agent)

            #expect(try await agent.belfry("show", "--match", "bob", "--json").output.contains("from ANN and Bob"))
            #expect(try await agent.belfry("edit", "--match", "LEASE", "--title", "The lease").status == 0)
            #expect(try await agent.belfry("snooze", "--match", "the lease", "3h").status == 0)
            let skipped = try await agent.belfry("skip", "--match", "tea")
            #expect(skipped.status == 0, "\(skipped.errors)")
            let listed = try await agent.belfry("list", "--json").objects()
            #expect(
                listed.compactMap { $0["nextTriggerDate"]?.text?.prefix(16) }.sorted()
                    == ["2026-11-21T13:00", "2026-11-21T15:00", "2026-11-23T09:00"])
            #expect(try await agent.belfry("cancel", "--match", "call ann").output == "call")
            #expect(try await agent.pendingIdentifiers() == ["lease", "tea"])
        }
    }

    @Test func `several matches are refused in a script, and named, unless all are meant`() async throws {
        try await withAgent(environment: noon) { agent in
            try await addThree(agent)

            for line in ["cancel", "snooze", "edit --title X", "show", "cancel --dry-run"] {
                let words = line.split(separator: " ").map(String.init) + ["--match", "ann"]
                let refused = try await agent.belfry(words + (line == "snooze" ? ["1h"] : []))
                #expect(refused.status == 3, "\(line): \(refused.errors)")
                #expect(refused.errors.contains("call (Call Ann), lease (Lease)"), "\(refused.errors)")
            }
            #expect(try await agent.belfry("cancel", "--match", "zebra").status == 3)
            #expect(try await agent.belfry("cancel", "tea", "--match", "ann").status == 2)
            #expect(try await agent.belfry("show", "--all").status == 2)

            #expect(try await agent.belfry("snooze", "--match", "ann", "5h", "--all").lines.count == 2)
            #expect(try await agent.belfry("cancel", "--match", "ann", "--all").lines == ["call", "lease"])
            #expect(try await agent.pendingIdentifiers() == ["tea"])
        }
    }

    // Before, the first was changed when the second was refused.
    @Test func `of several requests all are changed, or none`() async throws {
        try await withAgent(environment: noon) { agent in
            try await addThree(agent)
            let added = try await agent.belfry(
                "add", "--id", "pill", "--title", "Ann's pill", "--every", "day 12:01", "--tz", "UTC")
            #expect(added.status == 0, "\(added.errors)")
            let before = try await agent.proxy().pending()

            // Only one of them repeats.
            let refused = try await agent.belfry("skip", "--match", "ann", "--all")
            #expect(refused.status == 65 && refused.output.isEmpty, "\(refused.output)\(refused.errors)")
            #expect(try await agent.proxy().pending() == before)
            #expect(try await agent.belfry("edit", "--match", "ann", "--all", "--title", "Bob").lines.count == 3)
        }
    }

    @Test func `the person at the terminal chooses`() async throws {
        try await withAgent(environment: noon) { agent in
            try await addThree(agent)

            let none = try await agent.bash("echo | script -qec 'belfry cancel --match ann' /dev/null || echo left $?")
            #expect(none.output.contains("2  lease (Lease)"), "\(none.output)")
            #expect(none.output.contains("left 3"), "\(none.output)")
            let wrong = try await agent.bash("echo 3 | script -qec 'belfry cancel --match ann' /dev/null || true")
            #expect(wrong.output.contains("no number from 1 to 2"), "\(wrong.output)")
            let second = try await agent.bash("echo 2 | script -qec 'belfry cancel --match ann' /dev/null")
            #expect(second.status == 0, "\(second.output)")

            #expect(try await agent.pendingIdentifiers() == ["call", "tea"])
        }
    }

    @Test func `a trial of each command prints what the command would, and changes nothing`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await addThree(agent)
            _ = try await agent.proxy().add(request("shown", title: "Shown"))
            #expect(try await server.nextNotification().summary == "Shown")
            try await agent.waitForDelivered(["shown": "shown"])
            func state() async throws -> String {
                let pending = try await agent.belfry("list", "--json").output
                return try await pending + agent.belfry("list", "--delivered", "--json").output
            }
            let before = try await state()

            for line in [
                "cancel tea call", "cancel --all", "cancel nothing", "remove shown", "remove nothing",
                "snooze shown 1h",
                "snooze tea 1h", "snooze nothing 1h", "skip tea", "edit tea --title Cake", "edit tea --at 2020-01-01",
                "add --title New --in 1h --id new", "add --title New --id new", "add --title New --at 2020-01-01",
                "remind 10m new tea --id new", "edit tea --every \"day 10:00\" --json",
            ] {
                let trial = try await agent.bash("belfry \(line) --dry-run")
                let expected: Int32 = line.contains("nothing") ? 3 : line.contains("2020") ? 65 : 0
                #expect(trial.status == expected, "\(line): \(trial.errors)")
                if expected == 0 { #expect(trial.errors.contains("nothing was changed"), "\(line): \(trial.errors)") }
                #expect(try await state() == before, "\(line)")
            }
            let all = try await agent.belfry("cancel", "--all", "--dry-run")
            #expect(all.lines == ["call", "lease", "tea"])
            let lines = try await agent.bash(
                "printf '%s\\n' '{\"title\":\"A\",\"trigger\":{\"in\":\"5m\"}}' '{}' | belfry add --dry-run - || true")
            #expect(lines.lines.count == 2 && lines.lines[0].contains("nextTriggerDate"), "\(lines.output)")
            #expect(try await state() == before)
            #expect(server.takeNotifications().isEmpty)
        }
    }
}
