// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// A request becomes due, or is shown, while the store can't be written: it is shown once, later or at once, and a
/// notification reports the trouble.
@Suite struct DueWhileLockedTests {
    /// Saturday 2026-11-21, 12:00 in UTC.
    private let noon = 1_795_262_400.0
    private let pulse: Value = .properties(["timeInterval": .double(60), "repeats": .boolean(true)])

    @Test func `a request that is due while the store is locked is shown once, when it is free`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "@\(noon)"]) { agent, server in
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["trigger": after(60)]))
            _ = try await agent.proxy().add(request("pulse", title: "Pulse", ["trigger": pulse]))
            _ = try await agent.proxy().add(request("coffee", title: "Coffee", ["trigger": tomorrow]))

            try await agent.whileStoreIsLocked {
                try await agent.clock.advance(60)
                try await agent.hasLogged("Could not fire due requests")
                #expect(server.takeNotifications().isEmpty)
                #expect(Set(try await agent.pendingIdentifiers()) == ["tea", "pulse", "coffee"])
            }
            try await agent.clock.advance(5)

            let shown = [try await server.nextNotification(), try await server.nextNotification()].map(\.summary)
            #expect(Set(shown) == ["Tea", "Pulse"])
            // Everything that failed is done again.
            try await agent.clock.advance(50)
            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.deliveredStates() == ["tea": "shown", "pulse": "shown"])
            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["identifier"]?.string } == ["pulse", "coffee"])
            // It keeps the phase of its start.
            #expect(pending.first?["nextTriggerDateUnix"]?.double == noon + 120)
            #expect(agent.log.contains("Due requests can be fired again"))
        }
    }

    // Only the log reported it.
    @Test func `one notification says that nothing can be shown, while that is so`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "@\(noon)"]) { agent, server in
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["trigger": after(60)]))

            try await agent.whileStoreIsLocked {
                try await agent.clock.advance(65)
                #expect(server.takeNotifications().isEmpty)
                try await agent.clock.advance(10)
                let told = server.takeNotifications()
                #expect(told.map(\.summary) == ["Reminders can’t be shown"])
                #expect(told.first?.body.contains("can’t be written") == true)
                #expect(told.first?.actions.isEmpty == true)
            }
            try await agent.clock.advance(5)

            #expect(try await server.nextClosing().reason == .closedByCall)
            #expect(try await server.nextNotification().summary == "Tea")
            try await agent.clock.advance(30)
            #expect(server.takeNotifications().isEmpty)
            #expect(await server.open.map(\.summary) == ["Tea"])
            #expect(try await agent.proxy(AgentNames.allApplications).delivered().count == 1)
        }
    }

    @Test func `a store that is locked while nothing is due is not reported`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "@\(noon)"]) { agent, server in
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["trigger": tomorrow]))

            try await agent.whileStoreIsLocked {
                _ = try await agent.refusal(of: "refused")
                // The scheduler reads the schedule, and fails.
                agent.signal(SIGHUP)
                try await agent.hasLogged("Could not fire due requests")
                try await agent.clock.advance(15)
            }

            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `a notification that is shown while the store is locked can be answered`() async throws {
        var script = ScriptedServerScript()
        script.answer = .held
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            await server.change { $0.answer = .number }

            try await agent.whileStoreIsLocked {
                await server.releaseReplies()
                try await agent.hasLogged("Could not store a change of a notification")
            }

            try await events.next("shown", of: "tea")
            _ = try await agent.proxy().add(request("coffee", title: "Coffee"))
            #expect(try await server.nextNotification().summary == "Coffee")
            await server.press(shown.key(of: "yes"), on: shown)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }
}
