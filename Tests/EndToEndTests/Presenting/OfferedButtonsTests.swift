// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing
import Triggers

/// A press has the meaning of its label when it was shown, even if the category has changed.
@Suite struct OfferedButtonsTests {
    private func category(_ identifiers: String...) -> [String: Value] {
        [
            "identifier": .string("deploy"),
            "actions": .dictionaries(identifiers.map { ["identifier": .string($0), "title": .string($0)] }),
        ]
    }

    // "no" became "yes": the meanings were derived from the present category.
    @Test(arguments: [["no", "yes"], []])
    func `the meaning survives a restart of the agent`(later: [String]) async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            try await agent.proxy().setCategories([category("yes", "no")])
            _ = try await agent.proxy().add(request("q", ["categoryIdentifier": .string("deploy")]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "q")
            try await agent.proxy().setCategories(
                later.isEmpty ? [] : [category("no", "yes")])

            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            try await delegate.proxy.attach()
            await server.press(shown.key(of: "no"), on: shown)

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
        }
    }

    // Two buttons had one identifier, or there were more than 16.
    @Test func `a button that the category has, too, is refused, and so are too many together`() async throws {
        try await withAgent { agent in
            try await agent.proxy().setCategories([category("yes", "no")])
            let named: [String: Value] = ["categoryIdentifier": .string("deploy"), "trigger": tomorrow]

            let twice = await #expect(throws: Refusal.self) {
                try await agent.proxy().add(request("q", named.merging(["actions": buttons("no")]) { one, _ in one }))
            }
            #expect(twice?.code == .invalidRequest)
            #expect(twice?.message.contains("\"no\"") == true)
            let many = Value.dictionaries((1...15).map { ["identifier": .string("\($0)"), "title": .string("\($0)")] })
            let tooMany = await #expect(throws: Refusal.self) {
                try await agent.proxy().add(request("q", named.merging(["actions": many]) { one, _ in one }))
            }
            #expect(tooMany?.code == .contentTooLarge)
            #expect(try await agent.pendingIdentifiers() == [])
        }
    }

    @Test func `a category that is registered later does not double a button`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(
                request("q", ["categoryIdentifier": .string("deploy"), "actions": buttons("no")]))
            try await agent.proxy().setCategories([category("yes", "no")])

            try await withScriptedServer(on: agent.bus) { server in
                let shown = try await server.nextNotification()
                #expect(shown.labels == ["no", "yes", "Open"])
            }
        }
    }
}
