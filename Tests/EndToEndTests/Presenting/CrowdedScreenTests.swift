// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import NotificationServer
import TestSupport
import Testing

/// More notifications than an application's delivered list holds.
@Suite struct CrowdedScreenTests {
    // The oldest notification stayed on the screen, and a press on it was ignored.
    @Test func `a notification that leaves a full delivered list leaves the screen`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capacity = 2 * Limits.deliveredNotifications
        try await withAgentAndServer(script: script, configuration: "[flood]\nburst = 0") { agent, server in
            let outcomes = try await agent.proxy().addAll(
                (0...Limits.deliveredNotifications).map {
                    request("n\($0)", title: "n\($0)", ["expireAfter": .double(0)])
                })
            #expect(outcomes.allSatisfy { $0["error"] == nil })
            let oldest = try await server.nextNotification()
            #expect(oldest.summary == "n0")

            #expect(
                try await server.nextClosing(seconds: 120)
                    == ScriptedServer.Closing(id: oldest.id, reason: .closedByCall))

            let delegate = try await agent.delegate()
            let next = try await server.nextNotification()
            await server.press("default", on: next)
            let notification = try await delegate.nextResponse()["notification"]?.properties
            #expect(notification?["identifier"]?.string == "n1")
        }
    }
}
