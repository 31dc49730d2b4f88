// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// A locked session: presses that wait for the unlock, and texts that are hidden.
@Suite struct LockTests {
    private static let start = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    let approve: Value = .dictionaries([
        ["identifier": .string("yes"), "title": .string("Approve"), "options": .strings(["authenticationRequired"])],
        ["identifier": .string("no"), "title": .string("No")],
    ])

    func withLogind(
        script: ScriptedServerScript = .init(), configuration: String? = nil, environment: [String: String] = [:],
        isLocked: Bool = false,
        _ body: (TestAgent, ScriptedServer, ScriptedLogind) async throws -> Void
    ) async throws {
        try await withScriptedLogind(isLocked: isLocked) { logind in
            let environment = environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": logind.address]) { _, new in new }
            try await withAgentAndServer(script: script, environment: environment, configuration: configuration) {
                agent, server in
                try await body(agent, server, logind)
            }
        }
    }

    /// Waits until the agent knows the lock; it has begun to redraw the notifications on the screen by then.
    func lock(_ isLocked: Bool, _ logind: ScriptedLogind, _ agent: TestAgent) async throws {
        let word = isLocked ? "status=locked" : "status=unlocked"
        let before = agent.times(word)
        try await logind.lock(isLocked)
        try await withDeadline { while agent.times(word) == before { _ = try await agent.proxy().status() } }
    }

    func press(_ label: String, on shown: ReceivedNotification, _ server: ScriptedServer) async {
        await server.press(shown.key(of: label), on: shown)
    }

    @Test func `a waiting press is dropped if its notification is replaced, and the log says so`() async throws {
        try await withLogind { agent, server, logind in
            let events = try await AgentEvents(of: agent)
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(request("tea", ["actions": approve]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            await press("Approve", on: shown, server)
            _ = try await server.nextNotification()
            try await agent.waitForDelivered(["tea": "shown"])

            #expect(try await agent.proxy().repost(["tea"]) == ["tea"])
            #expect(try await events.next("unanswered", of: "tea").detail["reason"]?.string == "replaced")
        }
    }

    // MARK: - Waiting for the unlock

    @Test(arguments: [true, false])
    func `a press that needs the unlock waits, says so, and takes effect at the unlock`(
        closes: Bool
    ) async throws {
        var script = ScriptedServerScript()
        script.configuration.closesAfterAction = closes
        try await withLogind(script: script, configuration: "[lock]\npreviews = \"always\"") { agent, server, logind in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(
                request("deploy", ["actions": approve, "body": .string("To prod?"), "sound": .string("default")]))
            let shown = try await server.nextNotification()

            await press("Approve", on: shown, server)

            let waiting = try await server.nextNotification()
            #expect(waiting.body == "To prod?\nUnlock to answer “Approve”")
            #expect(waiting.labels == shown.labels && waiting.hints.soundName == nil)
            try await events.next("shown", of: "deploy")
            try await events.next("shown", of: "deploy")
            #expect(await server.open.map(\.id) == [waiting.id])
            #expect(try await agent.storedResponses() == 0)
            #expect(delegate.takeResponses().isEmpty)
            try await lock(false, logind, agent)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `in an unlocked session it takes effect at once, and so does any other action`() async throws {
        try await withLogind { agent, server, logind in
            let delegate = try await agent.delegate()
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(request("a", ["actions": approve]))
            await press("No", on: try await server.nextNotification(), server)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
            _ = try await agent.proxy().add(request("b", ["actions": approve]))
            await server.press("default", on: try await server.nextNotification())
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")

            try await lock(false, logind, agent)
            _ = try await agent.proxy().add(request("c", ["actions": approve]))
            await press("Approve", on: try await server.nextNotification(), server)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }

    @Test func `after two minutes the press is dropped, and the notification is shown again`() async throws {
        try await withLogind(configuration: "[lock]\npreviews = \"always\"", environment: Self.start) {
            agent, server, logind in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(request("deploy", ["actions": approve]))
            await press("Approve", on: try await server.nextNotification(), server)
            #expect(try await server.nextNotification().body.contains("Unlock"))
            try await agent.clock.advance(119)
            #expect(
                try await agent.storedResponses() == 0 && events.takeAll().allSatisfy { !$0.contains("unanswered") })

            try await agent.clock.advance(2)

            #expect(try await events.next("unanswered", of: "deploy").detail["reason"]?.string == "locked")
            let back = try await server.nextNotification()
            #expect(!back.body.contains("Unlock"))
            try await lock(false, logind, agent)
            #expect(delegate.takeResponses().isEmpty)
            await press("Approve", on: back, server)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }

    @Test func `a waiting press ends with the time of its notification`() async throws {
        try await withLogind(environment: Self.start) { agent, server, logind in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(
                request("deploy", ["actions": approve, "expireAfter": .double(30)]))
            await press("Approve", on: try await server.nextNotification(), server)
            _ = try await server.nextNotification()
            for _ in 1...2 { try await events.next("shown", of: "deploy") }

            try await agent.clock.advance(60)

            try await events.next("expired", of: "deploy")
            try await lock(false, logind, agent)
            _ = try await agent.proxy().add(request("c", ["actions": approve]))
            await press("Approve", on: try await server.nextNotification(), server)
            #expect(try await delegate.nextResponse()["notification"]?.properties?["identifier"]?.string == "c")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `an unlock or a removal while Notify is in flight leaves no copy and no full window`()
        async throws
    {
        try await withLogind(configuration: "[lock]\npreviews = \"always\"") { agent, server, logind in
            let delegate = try await agent.delegate()
            // As many calls as may be in flight at once.
            for number in 1...16 {
                try await lock(true, logind, agent)
                _ = try await agent.proxy().add(request("\(number)", ["actions": approve]))
                let shown = try await server.nextNotification()
                await server.change { $0.answer = .held }
                await press("Approve", on: shown, server)
                #expect(try await server.nextNotification().body.contains("Unlock"))
                try await lock(false, logind, agent)
                #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
                await server.change { $0.answer = .number }
                await server.releaseReplies()
            }
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
            _ = try await agent.proxy().add(request("last", title: "Last"))
            #expect(try await server.nextNotification().summary == "Last")
            try await agent.waitForDelivered(["last": "shown"])
        }
    }

    // A server that keeps its notifications, and one whose buttons have no effect after the end of their agent.
    @Test(arguments: ["belfry", "dunst"])
    func `an agent that ends drops the press, and the next one shows it again`(server name: String) async throws {
        var script = ScriptedServerScript()
        script.configuration.information.name = name
        try await withLogind(script: script, configuration: "[lock]\npreviews = \"always\"") { agent, server, logind in
            let events = try await AgentEvents(of: agent)
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(request("deploy", ["actions": approve]))
            await press("Approve", on: try await server.nextNotification(), server)
            #expect(try await server.nextNotification().body.contains("Unlock"))
            for _ in 1...2 { try await events.next("shown", of: "deploy") }

            try await agent.kill()
            try await agent.start(["DBUS_SYSTEM_BUS_ADDRESS": logind.address])

            let back = try await server.nextNotification()
            #expect(!back.body.contains("Unlock") && back.labels.contains("Approve"))
            let log = try await agent.proxy().log(["identifier": .string("deploy")])
            let reason = log.first { $0["kind"]?.string == "unanswered" }?["detail"]?.properties?["reason"]
            #expect(reason?.string == "restart")
            #expect(await server.open.count == 1)
            let delegate = try await agent.delegate()
            await press("No", on: back, server)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
        }
    }

    @Test func `if the notification is answered otherwise, or removed, the press is dropped`() async throws {
        try await withLogind(configuration: "[lock]\npreviews = \"always\"") { agent, server, logind in
            let delegate = try await agent.delegate()
            try await lock(true, logind, agent)
            for identifier in ["answered", "removed"] {
                _ = try await agent.proxy().add(request(identifier, ["actions": approve]))
                await press("Approve", on: try await server.nextNotification(), server)
                let waiting = try await server.nextNotification()
                #expect(waiting.body.contains("Unlock"))
                if identifier == "answered" {
                    await press("No", on: waiting, server)
                    #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
                } else {
                    try await withDeadline {
                        while try await agent.proxy().removeDelivered(["removed"]).isEmpty {
                            try await yieldUntilDeadline()
                        }
                    }
                }
            }

            try await lock(false, logind, agent)

            _ = try await agent.proxy().add(request("c", ["actions": approve]))
            await press("Approve", on: try await server.nextNotification(), server)
            #expect(try await delegate.nextResponse()["notification"]?.properties?["identifier"]?.string == "c")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `a text that needs the unlock waits, too, from a server's field and from a prompt`() async throws {
        let reply: Value = .dictionaries([
            [
                "identifier": .string("answer"), "title": .string("Answer"), "textInputPlaceholder": .string("words"),
                "options": .strings(["authenticationRequired"]),
            ]
        ])
        try await withLogind { agent, server, logind in
            let delegate = try await agent.delegate()
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(request("chat", ["actions": reply]))
            await server.reply("typed", to: try await server.nextNotification())
            #expect(try await server.nextNotification().body.contains("Answer"))
            #expect(delegate.takeResponses().isEmpty)
            try await lock(false, logind, agent)
            #expect(try await delegate.nextResponse()["userText"]?.string == "typed")
        }
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body"]
        let folders = try AgentFolders()
        try PromptScript.configuration(folders)
        let configuration = try #require(folders.text(of: folders.configuration))
        try await withLogind(script: script, configuration: configuration) { agent, server, logind in
            let prompt = try await PromptScript(of: agent, folder: folders.path)
            let delegate = try await agent.delegate()
            try await lock(true, logind, agent)
            _ = try await agent.proxy().add(request("chat", ["actions": reply]))
            await press("Answer", on: try await server.nextNotification(), server)
            #expect(try await server.nextNotification().body.contains("Answer"))
            #expect(prompt.takeAll().isEmpty)
            try await lock(false, logind, agent)
            try prompt.answer(try await prompt.next(), "asked")
            #expect(try await delegate.nextResponse()["userText"]?.string == "asked")
        }
    }
}

extension TestAgent {
    /// How often the log has this event.
    func times(_ words: String) -> Int { log.split(separator: words, omittingEmptySubsequences: false).count - 1 }

    /// Waits until the log has this event.
    func logs(_ words: String) async throws {
        try await withDeadline { while self.times(words) == 0 { _ = try await self.proxy().status() } }
    }
}
