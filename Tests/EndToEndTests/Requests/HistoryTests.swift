// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import TestSupport
import Testing
import Triggers

/// The history by D-Bus and by the command, with a real agent.
@Suite(.serialized) struct HistoryTests {
    private func history(
        _ agent: TestAgent, _ app: String, _ options: [String: Value] = [:]
    ) async throws -> [[String: Value]] {
        var rows: [[String: Value]] = []
        try await agent.proxy(app).eachHistoryPage(options) { rows += $0 }
        return rows
    }

    private func add(_ agent: TestAgent, _ app: String, _ identifier: String, _ title: String) async throws {
        _ = try await agent.proxy(app).add(request(identifier, title: title))
        _ = try await agent.proxy(app).removeDelivered([identifier])
    }

    @Test func `an application sees its own history page by page, and clears only that`() async throws {
        try await withAgent { agent in
            for number in 0..<3 { try await add(agent, "org.example.A", "a\(number)", "Milk \(number)") }
            try await add(agent, "org.example.B", "b", "Bread")

            #expect(try await history(agent, "org.example.A").count == 3)
            #expect(try await history(agent, AgentNames.allApplications).count == 4)
            let options: [String: Value] = ["limit": .uint32(2)]
            let page = try await agent.proxy("org.example.A").call(
                .history, [.string("org.example.A"), .properties(options)])
            #expect(page.first?.array?.count == 2 && page.last?.string != "")
            let found = try await history(agent, AgentNames.allApplications, ["grep": .string("milk 1")])
            #expect(found.map { $0["title"]?.string } == ["Milk 1"])
            #expect(found.first?["status"]?.string == "removed")

            #expect(try await agent.proxy("org.example.A").clearHistory() == 3)
            #expect(try await history(agent, AgentNames.allApplications).map { $0["title"]?.string } == ["Bread"])
        }
    }

    @Test(
        arguments: [
            (["status": Value.string("eaten")], "status"), (["since": .string("some day")], "since"),
            (["limit": .uint32(0)], "limit"), (["after": .string("x-y-z")], "after"),
        ] as [([String: Value], String)])
    func `a wrong option is refused with its name`(options: [String: Value], key: String) async throws {
        try await withAgent { agent in
            let sent = options.mapValues { $0.string == "eaten" ? .strings(["eaten"]) : $0 }
            let refusal = await #expect(throws: Refusal.self) {
                try await agent.proxy().call(.history, [.string(""), .properties(sent)])
            }
            #expect(refusal?.message.contains(key) == true, "\(String(describing: refusal))")
        }
    }

    @Test func `the command lists, filters, shows, adds again and clears`() async throws {
        try await withAgent { agent in
            try await add(agent, TestAgent.app, "milk", "Buy milk")
            try await add(agent, TestAgent.app, "bread", "Buy bread")

            let lines = try await agent.belfry("history", "--json").objects()
            #expect(Set(lines.compactMap { $0["title"]?.text }) == ["Buy milk", "Buy bread"])
            #expect(try await agent.belfry("list", "--history", "--json").objects().count == 2)
            let people = try await agent.belfry("history", "--grep", "MILK", "--since", "today", "--status", "removed")
            #expect(people.output.contains("Buy milk") && people.output.contains("removed"), "\(people)")
            #expect(!people.output.contains("bread"))
            #expect(try await agent.belfry("history", "--until", "2000-01-01").output == "")
            #expect(try await agent.belfry("show", "milk").output.contains("Buy milk"))

            let again = try await agent.belfry("again", "milk", "1h")
            #expect(again.status == 0 && again.output.hasPrefix("milk"), "\(again)")
            #expect(try await agent.belfry("list").output.contains("Buy milk"))
            let second = try await agent.belfry("again", "milk", "--now")
            #expect(second.status == 0 && !second.output.hasPrefix("milk"), "\(second)")

            #expect(try await agent.belfry("history", "--clear").status == 2, "a script needs --yes")
            #expect(try await agent.belfry("history", "--clear", "--yes").output == "2 deleted")
        }
    }

    @Test func `again needs a time for a date that has passed`() async throws {
        try await withAgent(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent in
            let date: Value = .properties(["at": .string("2026-11-21 12:30")])
            _ = try await agent.proxy().add(request("soon", title: "Soon", ["trigger": date]))
            try await agent.clock.advance(3600)
            #expect(try await agent.proxy().removeDelivered(["soon"]) == ["soon"])

            let refused = try await agent.belfry("again", "soon")
            #expect(refused.status == 2 && refused.errors.contains("the request's date has passed"), "\(refused)")
            #expect(try await agent.belfry("again", "soon", "--now").status == 0)
            #expect(try await agent.belfry("again", "nothing").status == 3)
        }
    }

    @Test func `killed after the removal, the entry is there exactly once`() async throws {
        try await withAgent(environment: ["BELFRYD_CRASH_AT": "after-removal-commit"]) { agent in
            _ = try await agent.proxy().add(request("tea", title: "Tea"))
            _ = try? await agent.proxy().removeDelivered(["tea"])
            #expect(try await agent.end() == .signalled(SIGKILL))
            try await agent.start()

            let rows = try await history(agent, TestAgent.app)
            #expect(rows.map { $0["status"]?.string } == ["removed"])
        }
    }

    @Test func `with keep none nothing is kept`() async throws {
        try await withAgent(configuration: "[history]\nkeep = \"none\"\n") { agent in
            try await add(agent, TestAgent.app, "tea", "Tea")
            #expect(try await history(agent, TestAgent.app).isEmpty)
        }
    }

    @Test func `export and import carry the history, once`() async throws {
        try await withAgent { old in
            try await add(old, TestAgent.app, "tea", "Tea")
            let file = try old.folders.file("all.jsonl", "".utf8)
            #expect(try await old.belfry("export", "--output", file).status == 0)
            let before = try await history(old, TestAgent.app)
            #expect(try await old.proxy().clearHistory() == 1)

            let first = try await old.belfry("import", file)
            #expect(first.output.contains("1 entry of the history"), "\(first)")
            #expect(try await old.belfry("import", "--again", file).status == 0)

            let after = try await history(old, TestAgent.app)
            #expect(after.count == 1 && after.first?["title"] == before.first?["title"])
            #expect(after.first?["status"]?.string == "removed")
        }
    }
}
