// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// Small things of the command that a person falls over.
@Suite(.serialized) struct CommandLineGapTests {
    // They looked like a request of their own.
    @Test func `list tells early warnings from their request`() async throws {
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

    // It printed the help of all, as if that had been asked for.
    @Test(arguments: [["help", "bogus"], ["help", "category", "bogus"], ["help", "list", "bogus"]])
    func `help for what is no command is a wrong command line`(words: [String]) async throws {
        let program = try await Stranger.runLimited([TestAgent.program("belfry")] + words, on: "")
        #expect(program.status == 2)
        #expect(program.output == "")
        #expect(program.errors.contains("\"bogus\"") && program.errors.contains("belfry --help"), "\(program.errors)")
    }

    @Test(arguments: [["help"], ["help", "list"], ["help", "category", "set"], ["help", "help"]])
    func `help for a command is help`(words: [String]) async throws {
        let program = try await Stranger.runLimited([TestAgent.program("belfry")] + words, on: "")
        #expect(program.status == 0, "\(program.errors)")
        #expect(program.output.contains("USAGE: belfry"))
    }

    // It said that nothing had the identifier, which the list of what was missed had.
    @Test func `remove says of what is held back that cancel takes it away`() async throws {
        try await withAgentAndServer { agent, _ in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("tea"))

            let removed = try await agent.belfry("remove", "te")
            #expect(removed.status == 3)
            #expect(
                removed.errors.contains("\"tea\" is held back, and was not delivered yet; belfry cancel takes it away"))
            #expect(try await agent.proxy().missed().count == 1)

            #expect(try await agent.belfry("cancel", "te").status == 0)
            #expect(try await agent.proxy().missed().allSatisfy { $0["waits"]?.bool != true })
        }
    }

    // It came in the digest, for something that nobody wanted any more.
    @Test func `a held early warning goes with its request`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, server in
            #expect(
                try await agent.belfry("add", "--id", "pie", "--title", "Pie", "--in", "2h", "--before", "1h").status
                    == 0)
            // No warning of it, though it is called like one.
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
