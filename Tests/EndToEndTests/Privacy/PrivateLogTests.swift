// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// The log contains no text of a notification, at any level, also after an error.
@Suite struct PrivateLogTests {
    private static let marker = "tulip-7391"

    // The log named a command that was not found, and quoted a value that could not be read.
    @Test func `a failure is logged by its kind`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate()
            delegate.answer(.error)
            let words: [String: Value] = [
                "body": .string(Self.marker), "userInfo": .properties(["k": .string(Self.marker)]),
                "actions": .dictionaries([["identifier": .string("a"), "title": .string(Self.marker)]]),
                "on": .properties(["default": .strings(["/nonexistent/\(Self.marker)", Self.marker])]),
            ]
            _ = try await agent.proxy().add(request("tea", title: Self.marker, words))
            await server.press("default", on: try await server.nextNotification())
            _ = try await delegate.nextResponse()
            try await events.next("command", of: "tea")
            try await withDeadline {
                while !agent.log.contains("did not acknowledge a response") { try await yieldUntilDeadline() }
            }
            _ = try? await agent.proxy().add(["title": .string(Self.marker), Self.marker: .string(Self.marker)])
            _ = try await agent.proxy().add(request("later", title: Self.marker, ["trigger": tomorrow]))
            try await agent.proxy().setCategories([["identifier": .string(Self.marker)]])
            try await spoil(agent)
            #expect(try await agent.proxy().pending().isEmpty)
            await #expect(throws: (any Error).self) { try await agent.proxy().categories() }

            // The event of a command that did not start contains no text of the request either.
            let kept = try await agent.proxy().log([:]).map { "\($0)" }
            #expect(kept.contains { $0.contains("command") } && !kept.contains { $0.contains(Self.marker) })
            #expect(agent.log.contains("Could not start a command"))
            #expect(agent.log.contains("A call failed"))
            #expect(agent.log.contains("Set aside an unreadable record of the store"))
            #expect(!agent.log.contains(Self.marker), "\(agent.log)")
        }
    }

    /// Makes the pending requests and the categories unreadable.
    private func spoil(_ agent: TestAgent) async throws {
        let store = try #require(try await agent.proxy().status()["store"]?.string)
        let spoilt = try await Stranger.run(
            Program.python, "-c",
            """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1], timeout=30)
            request = b'{"identifier":"later","title":"\(Self.marker)","interruptionLevel":"\(Self.marker)"}'
            store.execute("UPDATE pending SET request = ?", (request,))
            store.execute("UPDATE category SET definition = ?", (request,))
            store.commit()
            """, store, on: agent.bus)
        #expect(spoilt.status == 0, "\(spoilt.errors)")
    }
}
