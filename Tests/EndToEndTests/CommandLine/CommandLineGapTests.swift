// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// Small faults of the command that people have met.
@Suite(.serialized) struct CommandLineGapTests {
    // Early warnings looked like separate requests.
    @Test func `list marks early warnings`() async throws {
        try await withAgent { agent in
            #expect(
                try await agent.belfry("add", "--id", "pie", "--title", "Pie", "--in", "2h", "--before", "1h").status
                    == 0)

            let list = try await agent.belfry("list").lines

            #expect(list.count == 2)
            #expect(list[0].hasPrefix("pie~1h ") && list[0].contains(", early warning"), "\(list)")
            #expect(!list[1].contains("early warning"))
        }
    }

    // The command printed the general help, as if the person had asked for it.
    @Test(arguments: [["help", "bogus"], ["help", "category", "bogus"], ["help", "list", "bogus"]])
    func `help for an unknown command is a wrong command line`(words: [String]) async throws {
        let program = try await Stranger.runLimited([TestAgent.program("belfry")] + words, on: "")
        #expect(program.status == 2)
        #expect(program.output == "")
        #expect(program.errors.contains("\"bogus\"") && program.errors.contains("belfry --help"), "\(program.errors)")
    }

    @Test(arguments: [["help"], ["help", "list"], ["help", "category", "set"], ["help", "help"]])
    func `help for a command prints its help`(words: [String]) async throws {
        let program = try await Stranger.runLimited([TestAgent.program("belfry")] + words, on: "")
        #expect(program.status == 0, "\(program.errors)")
        #expect(program.output.contains("USAGE: belfry"))
    }

    // The message said that no request had the identifier, although the list of missed ones contained it.
    @Test func `for a held-back notification, remove refers to cancel`() async throws {
        try await withAgentAndServer { agent, _ in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("tea"))

            let removed = try await agent.belfry("remove", "te")
            #expect(removed.status == 3)
            #expect(
                removed.errors.contains(
                    "\"tea\" is held back and was not delivered yet; use belfry cancel to remove it"))
            #expect(try await agent.proxy().missed().count == 1)

            #expect(try await agent.belfry("cancel", "te").status == 0)
            #expect(try await agent.proxy().missed().allSatisfy { $0["waits"]?.bool != true })
        }
    }

    // The digest contained the warning, although the request had been cancelled.
    @Test func `a held-back early warning is cancelled with its request`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, server in
            #expect(
                try await agent.belfry("add", "--id", "pie", "--title", "Pie", "--in", "2h", "--before", "1h").status
                    == 0)
            // This request is not a warning, although its identifier looks like one.
            _ = try await agent.proxy().add(request("pie~x", title: "Other", ["trigger": after(3600)]))
            try await agent.proxy().pause(seconds: 5400)
            try await agent.clock.advance(3600)
            func waiting() async throws -> Set<String> {
                let rows = try await agent.proxy().missed().filter { $0["waits"]?.bool == true }
                return Set(rows.compactMap { $0["identifier"]?.string })
            }
            #expect(try await waiting() == ["pie~1h", "pie~x"])

            #expect(try await agent.belfry("cancel", "pie").status == 0)

            #expect(try await waiting() == ["pie~x"])
            try await agent.clock.advance(7200)
            #expect(server.takeNotifications().map(\.summary) == ["Other"])
        }
    }
}
