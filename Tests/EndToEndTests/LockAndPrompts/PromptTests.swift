// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// A text for a text-input button on a server without text fields: a prompt program asks for it.
@Suite struct PromptTests {
    private static let withoutField: ScriptedServerScript = {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body", "sound"]
        return script
    }()

    private let reply: Value = .dictionaries([
        [
            "identifier": .string("answer"), "title": .string("Answer"), "textInputButtonTitle": .string("Send"),
            "textInputPlaceholder": .string("Your words"),
        ],
        ["identifier": .string("no"), "title": .string("No")],
    ])

    private func withPrompt(
        _ script: ScriptedServerScript = withoutField, arguments: [String] = ["%t"],
        _ body: (TestAgent, ScriptedServer, PromptScript) async throws -> Void
    ) async throws {
        try await withAgentAndServer(
            script: script, prepare: { try PromptScript.configuration($0, arguments) }
        ) { agent, server in
            try await body(agent, server, try await PromptScript(of: agent))
        }
    }

    private func press(
        _ label: String = "Answer", on shown: ReceivedNotification, _ server: ScriptedServer
    ) async {
        await server.press(shown.key(of: label), on: shown)
    }

    @Test func `the typed text is the response, as from a field of the server`() async throws {
        let arguments = ["%t", "%m", "%a", "%p", "%s", "%%t", "100% 5%%", "-n"]
        try await withPrompt(arguments: arguments) { agent, server, prompt in
            let delegate = try await agent.delegate()
            let content = ["body": Value.string("$(touch x) `id` \"q\"\n'; <b>&\u{7}"), "actions": reply]
            let outcome = try await agent.proxy().add(request("chat", title: "Ann; rm -rf %t", content))
            #expect(outcome["degraded"] == nil)
            let shown = try await server.nextNotification()

            await server.sendToken("token-1", for: shown)
            await press(on: shown, server)
            let asked = try await prompt.next()
            #expect(
                asked.arguments == [
                    "Ann; rm -rf %t", "$(touch x) `id` \"q\"\n'; <b>&", "Answer", "Your words", "Send", "%t", "100% 5%",
                    "-n",
                ])
            #expect(asked.token == "token-1")
            #expect(try await agent.deliveredStates() == ["chat": "presenting"])
            #expect(delegate.takeResponses().isEmpty)
            try prompt.answer(asked, "on my 'way' ❤")

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "text")
            #expect(response["actionIdentifier"]?.string == "answer")
            #expect(response["userText"]?.string == "on my 'way' ❤")
            #expect(response["notification"]?.properties?["title"]?.string == "Ann; rm -rf %t")
            // The server's signals came long ago, and were about a showing that has left the screen.
            let events = try await agent.proxy().log(["identifier": .string("chat")])
            let said = events.last { $0["kind"]?.string == "answered" }?["detail"]?.properties
            #expect(said?["end"]?.string == "reply" && said?["signals"]?.strings?.isEmpty == false)
        }
    }

    // Most servers close a notification that was pressed, some keep it.
    @Test(arguments: [true, false])
    func `a cancelled prompt is no answer, and the notification is shown again silently`(
        closes: Bool
    ) async throws {
        var script = Self.withoutField
        script.configuration.closesAfterAction = closes
        try await withPrompt(script) { agent, server, prompt in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("chat", ["actions": reply, "sound": .string("default"), "badge": .int32(3)]))
            let shown = try await server.nextNotification()
            #expect(shown.hints.soundName != nil)

            await press(on: shown, server)
            try prompt.perform(try await prompt.next())

            #expect(try await events.next("unanswered", of: "chat").detail["reason"]?.string == "cancelled")
            let back = try await server.nextNotification()
            #expect(back.summary == "Tea" && back.labels == shown.labels)
            #expect(back.hints.soundName == nil && back.hints.suppressesSound)
            try await events.next("shown", of: "chat")
            #expect(await server.open.map(\.id) == [back.id])
            #expect(try await agent.deliveredStates() == ["chat": "shown"])
            #expect(try await agent.storedResponses() == 0)
            #expect(delegate.takeResponses().isEmpty)

            await press(on: back, server)
            try prompt.answer(try await prompt.next(), "so")
            #expect(try await delegate.nextResponse()["userText"]?.string == "so")
            try await events.next("acknowledged", of: "chat")
            #expect(try await agent.deliveredStates() == [:])
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
        }
    }

    @Test(arguments: ["printf 'words'; exit 3", "exit 0", "printf '  \\n'", "sleep 0.4; exit 5"])
    func `an empty text, or another exit status than 0, is no answer`(end: String) async throws {
        try await withPrompt { agent, server, prompt in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("chat", ["actions": reply]))
            await press(on: try await server.nextNotification(), server)

            try prompt.perform(try await prompt.next(), end)

            let back = try await server.nextNotification()
            await press("No", on: back, server)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
        }
    }

    @Test(arguments: ["kill -9 $$", "sleep 0.4; exit 127", "exit 254"])
    func `a program that can't open its window has not asked: the button counts without text`(end: String)
        async throws
    {
        try await withPrompt { agent, server, prompt in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("chat", ["actions": reply]))
            await press(on: try await server.nextNotification(), server)

            let asked = try await prompt.next()
            try prompt.perform(asked, end)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "action" && response["actionIdentifier"]?.string == "answer")
        }
    }

    // By a clock that stands still, the program fails at once: on a busy machine it took so long that it counted as
    // cancelled.
    @Test func `a program that fails at once without output has not asked`() async throws {
        try await withAgentAndServer(
            script: Self.withoutField, environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"],
            configuration: "[prompt]\ncommand = [\"/bin/false\"]\n"
        ) { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("chat", ["actions": reply]))
            await press(on: try await server.nextNotification(), server)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "answer")
        }
    }

    @Test func `the last line end and control characters are removed, and a long text is cut`()
        async throws
    {
        try await withPrompt { agent, server, prompt in
            let delegate = try await agent.delegate()
            for (script, text) in [
                ("printf 'a\\n\\nb\\n\\n'", "a\n\nb\n"), ("printf 'a\\001\\033[1mb\\tc'", "a[1mb\tc"),
                ("head -c 100000 /dev/zero | tr '\\0' x", String(repeating: "x", count: 8192)),
            ] {
                _ = try await agent.proxy().add(request("chat", ["actions": reply]))
                await press(on: try await server.nextNotification(), server)
                try prompt.perform(try await prompt.next(), script)
                #expect(try await delegate.nextResponse()["userText"]?.string == text)
            }
        }
    }

    @Test func `removing a notification ends its prompt`() async throws {
        try await withPrompt { agent, server, prompt in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("chat", ["actions": reply]))
            await press(on: try await server.nextNotification(), server)
            let asked = try await prompt.next()

            #expect(try await agent.proxy().removeDelivered(["chat"]) == ["chat"])

            try await waitForEnd(of: asked.process)
            _ = try await agent.proxy().add(request("next", title: "Next"))
            #expect(try await server.nextNotification().summary == "Next", "nothing came back")
            #expect(delegate.takeResponses().isEmpty)
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `the expiry of a notification ends its prompt`() async throws {
        try await withAgentAndServer(
            script: Self.withoutField, environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"],
            prepare: { try PromptScript.configuration($0) }
        ) { agent, server in
            let prompt = try await PromptScript(of: agent)
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("chat", ["actions": reply, "expires": .string("2026-11-21T12:05:00Z")]))
            await press(on: try await server.nextNotification(), server)
            let asked = try await prompt.next()

            try await agent.clock.advance(400)

            try await events.next("expired", of: "chat")
            try await waitForEnd(of: asked.process)
            #expect(try await agent.deliveredStates() == [:])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `an agent that ends during a prompt has no answer, and the next shows it again`(signal: Int32) async throws {
        try await withPrompt { agent, server, prompt in
            _ = try await agent.proxy().add(
                request("chat", ["actions": reply, "sound": .string("default")]))
            await press(on: try await server.nextNotification(), server)
            let asked = try await prompt.next()

            agent.signal(signal)
            try await agent.end()
            if signal == SIGTERM { try await waitForEnd(of: asked.process) }
            try await agent.start()

            let back = try await server.nextNotification()
            #expect(back.hints.soundName == nil && back.hints.suppressesSound)
            let log = try await agent.proxy().log(["identifier": .string("chat")])
            let unanswered = log.first { $0["kind"]?.string == "unanswered" }
            #expect(unanswered?["detail"]?.properties?["reason"]?.string == "restart")
            #expect(!log.contains { ["answered", "repeated"].contains($0["kind"]?.string) })
            if signal == SIGKILL { try prompt.answer(asked, "to nobody") }
            let delegate = try await agent.delegate()
            await press(on: back, server)
            try prompt.answer(try await prompt.next(), "so")
            #expect(try await delegate.nextResponse()["userText"]?.string == "so")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `a notification has one prompt, and the number of all prompts is limited`() async throws {
        var script = Self.withoutField
        script.configuration.closesAfterAction = false
        try await withPrompt(script) { agent, server, prompt in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate()
            var asked: [PromptScript.Question] = []
            for number in 1...16 {
                _ = try await agent.proxy().add(request("\(number)", title: "\(number)", ["actions": reply]))
                let shown = try await server.nextNotification()
                await press(on: shown, server)
                await press(on: shown, server)
                asked.append(try await prompt.next())
            }
            #expect(asked.map(\.arguments) == (1...16).map { ["\($0)"] })

            _ = try await agent.proxy().add(request("more", ["actions": reply]))
            await press(on: try await server.nextNotification(), server)
            #expect(try await events.next("unanswered", of: "more").detail["reason"]?.string == "limit")
            #expect(try await server.nextNotification().summary == "Tea")
            #expect(prompt.takeAll().isEmpty)

            try prompt.answer(asked[7], "so")
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "8")
        }
    }

    @Test func `a newer showing keeps the prompt of the older one, which has its own answer`() async throws {
        try await withPrompt { agent, server, prompt in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("chat", title: "Old", ["actions": reply]))
            await press(on: try await server.nextNotification(), server)
            let asked = try await prompt.next()
            _ = try await agent.proxy().add(request("chat", title: "New", ["actions": reply]))
            #expect(try await server.nextNotification().summary == "New")

            try prompt.answer(asked, "to the old one")

            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["title"]?.string == "Old")
            #expect(try await agent.deliveredStates() == ["chat": "shown"])
        }
    }

    @Test func `31: a reply without text from a server's field opens a prompt`() async throws {
        var script = Self.withoutField
        script.configuration.capabilities.append("inline-reply")
        try await withPrompt(script) { agent, server, prompt in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("chat", ["actions": reply]))
            let shown = try await server.nextNotification()
            #expect(shown.offersReply)

            await server.press("inline-reply", on: shown)
            try prompt.answer(try await prompt.next(), "typed there")

            #expect(try await delegate.nextResponse()["userText"]?.string == "typed there")
        }
    }

    @Test func `a server's field serves one action, and a second one has a prompt`() async throws {
        var script = Self.withoutField
        script.configuration.capabilities.append("inline-reply")
        try await withPrompt(script) { agent, server, prompt in
            let delegate = try await agent.delegate()
            let second: [String: Value] = [
                "identifier": .string("second"), "title": .string("Second"), "textInputPlaceholder": .string("2"),
            ]
            let outcome = try await agent.proxy().add(
                request("chat", ["actions": .dictionaries((reply.array ?? []).compactMap(\.properties) + [second])]))
            #expect(outcome["degraded"] == nil)
            let shown = try await server.nextNotification()
            await press("Second", on: shown, server)
            try prompt.perform(try await prompt.next())
            let back = try await server.nextNotification()

            await server.reply("by the server", to: back)

            #expect(try await delegate.nextResponse()["userText"]?.string == "by the server")
            #expect(prompt.takeAll().isEmpty)
        }
    }

    @Test func `if the program has been removed, the button counts without text`() async throws {
        try await withPrompt { agent, server, prompt in
            let delegate = try await agent.delegate()
            let outcome = try await agent.proxy().add(request("chat", ["actions": reply]))
            #expect(outcome["degraded"] == nil)
            let shown = try await server.nextNotification()
            try FileManager.default.removeItem(atPath: PromptScript.program(agent.folders))

            await press(on: shown, server)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "action" && response["actionIdentifier"]?.string == "answer")
        }
    }

    @Test func `the command of the reply gets the text, and a waiting ask prints it`() async throws {
        try await withPrompt { agent, server, prompt in
            async let program = agent.belfry("ask", "Why?", "--reply", "why=reason", "--json")
            await press("reason", on: try await server.nextNotification(), server)
            let asked = try await prompt.next()
            #expect(asked.arguments == ["Why?"])
            try prompt.answer(asked, "because")
            let response = try #require(try await program.objects().first)
            #expect(response["userText"] == .text("because") && response["kind"] == .text("text"))

            let file = agent.folders.path + "/files/words"
            _ = try await agent.proxy().add(
                request(
                    "chat",
                    [
                        "actions": reply,
                        "on": .properties(["answer": .string("printf %s \"$BELFRY_TEXT\" > '\(file)'")]),
                    ]))
            let events = try await AgentEvents(of: agent)
            await press(on: try await server.nextNotification(), server)
            try prompt.answer(try await prompt.next(), "to the command")
            try await events.next("command", of: "chat")
            #expect(agent.folders.text(of: file) == "to the command")
        }
    }
}
