// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// The time limit of a run, by the test clock and by `X-Timeout`.
@Suite struct ExtensionTimeTests {
    private static let clock = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
    private static let started = "touch $FILES/started\n"

    private func begin(_ agent: TestAgent) async throws {
        _ = try await agent.proxy().add(mutable("m", title: "Original"))
        let file = agent.folders.path + "/files/started"
        try await withDeadline { while agent.folders.text(of: file) == nil { try await yieldUntilDeadline() } }
    }

    @Test func `five seconds before the end the extension is told, and may still answer`() async throws {
        let script = ServiceExtensionFixture(
            script: Self.started + "read -r second\ncase \"$second\" in *timeWillExpire*) "
                + ServiceExtensionFixture.answer(#"{"title":"Late but good"}"#) + ";; esac")
        try await script.withAgent(environment: Self.clock, configuration: ServiceExtensionFixture.unconfined) {
            agent, server in
            try await begin(agent)
            try await agent.clock.advance(24)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(2)
            #expect(try await server.nextNotification().summary == "Late but good")
        }
    }

    @Test func `at its end the last good line is shown, or else the original`() async throws {
        let best = ServiceExtensionFixture.answer(#"{"title":"Best attempt"}"#)
        for (line, title) in [(best, "Best attempt"), ("true", "Original")] {
            let script = ServiceExtensionFixture(script: "\(line)\n\(Self.started)exec sleep 600")
            try await script.withAgent(environment: Self.clock, configuration: ServiceExtensionFixture.unconfined) {
                agent, server in
                try await begin(agent)
                try await agent.clock.advance(29)
                #expect(server.takeNotifications().isEmpty)
                try await agent.clock.advance(2)
                #expect(try await server.nextNotification().summary == title)
            }
        }
    }

    @Test func `X-Timeout lowers the limit`() async throws {
        let script = ServiceExtensionFixture(script: "exec sleep 60", keys: "X-Timeout=1")
        try await script.withAgent { agent, server in
            let start = ContinuousClock.now
            _ = try await agent.proxy().add(mutable("m", title: "Original"))
            #expect(try await server.nextNotification().summary == "Original")
            #expect(ContinuousClock.now - start >= .milliseconds(950))
        }
    }
}
