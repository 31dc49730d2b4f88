// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// Responses that no application has fetched: kept for a later receiver, with a limit.
@Suite struct OldResponseTests {
    private let day = 86400.0
    private let start = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    /// Waits until the notification was shown and clicked, and that is on disk.
    private func click(_ identifier: String, _ agent: TestAgent, _ server: ScriptedServer) async throws {
        let events = try await AgentEvents(of: agent)
        _ = try await agent.proxy().add(request(identifier))
        await server.press("default", on: try await server.nextNotification())
        try await events.next("answered", of: identifier)
    }

    // They stayed until there were a thousand of them.
    @Test func `a click without a receiver is deleted after seven days, and the log says so`() async throws {
        try await withAgentAndServer(environment: start) { agent, server in
            try await click("tea", agent, server)
            try await agent.clock.advance(3 * day)
            try await click("pot", agent, server)
            // This waits before the clock moves, because the search for old responses may still follow from the click.
            let events = try await AgentEvents(of: agent)
            try await agent.clock.advance(4 * day + 1)

            try await click("cup", agent, server)

            let dropped = try await events.next("dropped", of: "tea")
            #expect(dropped.detail["reason"]?.string == "age")
            #expect(try await agent.storedResponses() == 2)
            // A wait for it ends, and does not expect it for ever.
            let late = try await agent.belfry("wait", "tea", "--timeout", "20s")
            #expect(late.status == 3, "\(late.errors)")
        }
    }

    @Test func `a caller that waits within that time gets the answer`() async throws {
        try await withAgentAndServer(environment: start) { agent, server in
            try await click("tea", agent, server)
            try await agent.clock.advance(7 * day - 60)
            try await click("cup", agent, server)

            for identifier in ["tea", "cup"] {
                let waited = try await agent.belfry("wait", identifier, "--timeout", "20s")
                #expect(waited.status == 4, "\(identifier): \(waited.errors)")
            }
            // The acknowledgement is persisted after the caller has its answer. It was lost if the caller ended before
            // its reply was sent.
            try await withDeadline { while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() } }
        }
    }

    @Test func `an application that can be started keeps its responses`() async throws {
        try await withAgentAndServer(
            environment: start,
            prepare: { folders in
                try folders.write(
                    "[Desktop Entry]\nType=Application\nName=Tea\nExec=/bin/true\n",
                    to: folders.applications + "/\(TestAgent.app).desktop")
            }
        ) { agent, server in
            try await click("tea", agent, server)
            try await agent.clock.advance(30 * day)
            try await click("cup", agent, server)

            let delegate = try await agent.delegate()

            for identifier in ["tea", "cup"] {
                let response = try await delegate.nextResponse()
                #expect(response["notification"]?.properties?["identifier"]?.string == identifier)
            }
        }
    }

    @Test func `the agent that starts later deletes them, after the time of config.toml`() async throws {
        try await withAgentAndServer(environment: start, configuration: "responseDays = 2\n") { agent, server in
            try await click("tea", agent, server)
            try await agent.kill()
            try await agent.start(["BELFRY_NOW": "2026-11-23T11:00:00Z"])
            #expect(try await agent.storedResponses() == 1)
            try await agent.kill()

            try await agent.start(["BELFRY_NOW": "2026-11-23T13:00:00Z"])
            // Not before the agent trusts the clock.
            try await agent.clock.advance(3602)

            try await withDeadline { while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() } }
            let log = try await agent.proxy().log([:])
            #expect(log.last?["kind"]?.string == "dropped")
        }
    }
}
