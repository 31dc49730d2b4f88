// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing
import Triggers

/// A text for a text-input button, typed in the terminal of the waiting `belfry ask`.
@Suite struct PromptInTerminalTests {
    private static let withoutField: ScriptedServerScript = {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body"]
        return script
    }()

    /// Runs `ask` in a terminal of script(1), and types this when it asks.
    private func ask(_ agent: TestAgent, typing keys: String, _ more: String = "") async throws -> Stranger {
        try await agent.bash(
            """
            mkfifo keys; exec 3<>keys
            script -qec 'belfry ask "Why?" "No hurry" --reply why=reason --id q \(more) > answer 2> errors' /dev/null < keys |
                { IFS= read -r -d '>' shown; printf '\(keys)' >&3; cat > /dev/null; printf %s "$shown" > shown; } || true
            cat answer shown
            """)
    }

    @Test func `the text is typed in the terminal of the waiting caller`() async throws {
        try await withAgentAndServer(script: Self.withoutField) { agent, server in
            async let program = ask(agent, typing: "because ❤\\n")
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "reason"), on: shown)

            let answer = try await program
            #expect(answer.lines.first == "because ❤", "\(answer.output) \(answer.errors)")
            #expect(answer.output.contains("Why?") && answer.output.contains("No hurry"))
            try await agent.hasNoResponses()
        }
    }

    @Test func `an empty line is no answer, and the question is shown again`() async throws {
        try await withAgentAndServer(script: Self.withoutField) { agent, server in
            let events = try await AgentEvents(of: agent)
            async let program = ask(agent, typing: "\\n", "-A ok=OK")
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "reason"), on: shown)
            #expect(try await events.next("unanswered", of: "q").detail["reason"]?.string == "cancelled")

            let back = try await server.nextNotification()
            await server.press(back.key(of: "OK"), on: back)

            #expect(try await program.lines.first == "ok")
        }
    }

    @Test func `a caller whose terminal is closed has not answered`() async throws {
        try await withAgentAndServer(script: Self.withoutField) { agent, server in
            let events = try await AgentEvents(of: agent)
            let waiter = try agent.connect()
            let asked = Mailbox<[String: Value]>()
            let object = try DelegateObject(
                didReceive: { _ in },
                askText: { question in
                    asked.put(question)
                    await waiter.close()
                    return "never heard"
                })
            try await waiter.export(object, at: AgentNames.delegatePath)
            try await agent.proxy(on: waiter).attach(["identifiers": .strings(["q"]), "prompts": .boolean(true)])
            let reply: [String: Value] = [
                "identifier": .string("why"), "title": .string("Why"), "textInputPlaceholder": .string("reason"),
            ]
            let outcome = try await agent.proxy().add(request("q", ["actions": .dictionaries([reply])]))
            #expect(outcome["degraded"] == nil)
            let shown = try await server.nextNotification()

            await server.press(shown.key(of: "Why"), on: shown)

            let question = try await asked.next()
            #expect(question["title"]?.string == "Tea" && question["actionIdentifier"]?.string == "why")
            #expect(question["textInputPlaceholder"]?.string == "reason")
            #expect(try await events.next("unanswered", of: "q").detail["reason"]?.string == "cancelled")
            #expect(try await server.nextNotification().labels == shown.labels)
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `prompts without identifiers are refused`() async throws {
        try await withAgent { agent in
            let error = await #expect(throws: Refusal.self) {
                try await agent.proxy().attach(["prompts": .boolean(true)])
            }
            #expect(error?.code == .invalidRequest && error?.message.contains("prompts") == true)
        }
    }
}
