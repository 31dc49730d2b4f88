// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// The `Notify` that the agent makes of a request.
@Suite struct ShowingTests {
    @Test func `a badge is announced to docks and remembered`() async throws {
        try await withAgentAndServer { agent, server in
            let updates = Mailbox<[Value]>()
            try await agent.connection.subscribe(
                to: MatchRule(interface: "com.canonical.Unity.LauncherEntry", member: "Update")
            ) { updates.put($0.arguments) }

            try await agent.proxy().setBadgeCount(3)
            let set = try await updates.next()
            #expect(set.last?.properties?["count"]?.int == 3)
            #expect(set.last?.properties?["count-visible"]?.bool == true)
            #expect(try await agent.proxy().settings()["badgeCount"]?.int == 3)

            // A request that only sets the badge shows nothing.
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(["identifier": .string("b"), "badge": .int32(0)])
            #expect(try await updates.next().last?.properties?["count-visible"]?.bool == false)
            try await events.next("shown", of: "b")
            #expect(try await agent.deliveredStates() == [:])
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `hints of a known list are passed on, with their exact types`() async throws {
        try await withAgentAndServer { agent, server in
            let hints: [String: Value] = [
                "value": .uint32(40), "x-dunst-stack-tag": .string("v"), "image-path": .string("/etc/passwd"),
                "sound-file": .string("/tmp/x"), "urgency": .byte(2), "resident": .boolean(false),
            ]
            let outcome = try await agent.proxy().add(
                request("tea", ["hints": .properties(hints), "interruptionLevel": .string("passive")]))
            #expect(
                outcome["degraded"]?.strings
                    == ["hint:image-path", "hint:resident", "hint:sound-file", "hint:urgency"])

            let shown = try await server.nextNotification()
            #expect(shown.hints.all["value"] == .int32(40))
            #expect(shown.hints.all["x-dunst-stack-tag"] == .string("v"))
            #expect(shown.hints.all["urgency"] == .byte(0))
            #expect(Set(shown.hints.all.keys) == ["value", "x-dunst-stack-tag", "urgency", "desktop-entry"])
        }
    }

    @Test func `text is escaped if the server reads markup, and only then`() async throws {
        for (capabilities, body) in [
            (["actions", "body", "body-markup"], "one\n&lt;b&gt;x&lt;/b&gt; &amp; y"),
            (["actions", "body"], "one\n<b>x</b> & y"),
        ] {
            var script = ScriptedServerScript()
            script.configuration.capabilities = capabilities
            try await withAgentAndServer(script: script) { agent, server in
                _ = try await agent.proxy().add(
                    request(
                        "tea", title: "<i>Tea</i> & more",
                        ["subtitle": .string("one"), "body": .string("<b>x</b> & y\u{7}")]))
                let shown = try await server.nextNotification()
                #expect(shown.summary == "<i>Tea</i> & more")
                #expect(shown.body == body)
            }
        }
    }
}
