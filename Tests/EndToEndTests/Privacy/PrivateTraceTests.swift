// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// Neither the log of a busy agent at the lowest level nor `belfry log` contains a text of a notification.
@Suite struct PrivateTraceTests {
    private static let word = "tulip-7391"
    private static let text = Value.string("a \(word)")

    /// Every text of a request, except its names.
    private static let words: [String: Value] = [
        "title": text, "subtitle": text, "body": text, "userInfo": .properties(["k": text]),
        "targetContentIdentifier": text, "filterCriteria": text, "launchImageName": text, "summaryArgument": text,
        "applicationName": text, "hints": .properties(["x-\(word)": text]),
        "environment": .properties(["WORD": text]),
        "actions": .dictionaries([
            ["identifier": .string("say"), "title": text, "textInputButtonTitle": text, "textInputPlaceholder": text],
            ["identifier": .string("yes"), "title": .string("yes \(word)")],
        ]),
        "on": .properties([
            "yes": .strings(["/nonexistent/\(word)", word]), "say": .string("exit 3 # \(word)"),
            "fired": .string(": \(word)"), "default": .string("kill -9 $$ # \(word)"),
        ]),
        "customDismissAction": .boolean(true), "open": .string("nothing-opens-this:\(word)"),
    ]

    private func tea(_ identifier: String, _ more: [String: Value] = [:]) -> [String: Value] {
        request(identifier, Self.words.merging(more) { _, new in new })
    }

    /// An agent with the lowest log level.
    private func withTalkativeAgent(_ body: (TestAgent, ScriptedServer) async throws -> Void) async throws {
        try await withAgent { agent in
            try await agent.kill()
            var script = ScriptedServerScript()
            script.configuration.capabilities.append("inline-reply")
            try await withScriptedServer(on: agent.bus, script: script) { server in
                let process = try agent.another(["--log-level", "trace"], log: agent.folders.log)
                try await agent.hasMet(server)
                try await body(agent, server)
                process.send(SIGTERM)
                #expect(try await process.end() == .exited(0))
            }
        }
    }

    @Test func `no text is in the log, at any level, whatever happens`() async throws {
        try await withTalkativeAgent { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            try await agent.proxy().setCategories([
                [
                    "identifier": .string("c"),
                    "actions": .dictionaries([["identifier": .string("a"), "title": Self.text]]),
                    "hiddenPreviewsBodyPlaceholder": Self.text, "categorySummaryFormat": Self.text,
                ]
            ])
            // Shown, answered in each way, by a receiver that fails and by one that succeeds.
            for (number, kind) in ["yes", "say", "default", "dismiss", "expire"].enumerated() {
                delegate.answer(number.isMultiple(of: 2) ? .error : .yes)
                _ = try await agent.proxy().add(tea(kind, ["categoryIdentifier": .string("c")]))
                let shown = try await server.nextNotification()
                try await events.next("shown", of: kind)
                switch kind {
                case "say": await server.reply("I say \(Self.word)", to: shown)
                case "yes": await server.press(shown.key(of: "yes \(Self.word)"), on: shown)
                case "default": await server.press("default", on: shown)
                case "dismiss": await server.dismiss(shown)
                default: await server.expire(shown)
                }
                if kind != "expire" { _ = try await delegate.nextResponse() }
            }
            // Refused, moved, held back, removed.
            for wrong: [String: Value] in [
                [Self.word: Self.text], ["trigger": .properties(["at": Self.text])], ["body": .int32(1)],
                ["trigger": .properties(["in": Self.text])], ["sentence": Self.text, "snooze": .strings([Self.word])],
                ["attachments": .dictionaries([["url": .string("/nowhere/\(Self.word).png")]])],
                ["sound": .string("/nowhere/\(Self.word).wav")], ["interruptionLevel": Self.text],
            ] {
                await #expect(throws: (any Error).self) { try await agent.proxy().add(tea("wrong", wrong)) }
            }
            _ = try? await agent.proxy().explain(["sentence": .string("tomorrow 9am \(Self.word)")], count: 2)
            _ = try await agent.proxy().add(tea("later", ["trigger": tomorrow, "before": .strings(["1h"])]))
            try await agent.proxy().snooze("later", seconds: 3600)
            _ = try await agent.proxy().removePending(["later"])
            // A server whose errors repeat the text of the call.
            await server.change { $0.answer = .error(BusError(name: "org.example.No", message: "no \(Self.word)")) }
            _ = try await agent.proxy().add(tea("unshown"))
            try await withDeadline {
                while !agent.log.contains("org.example.No") { _ = try await agent.proxy().status() }
            }

            let kept = try await agent.proxy(AgentNames.allApplications).log([:]).map { "\($0)" }
            #expect(
                kept.count > 20 && !kept.contains { $0.contains(Self.word) },
                "\(kept.filter { $0.contains(Self.word) })")
            let lines = agent.log.split(separator: "\n").filter { $0.contains(Self.word) }
            #expect(agent.log.contains(" debug ") && lines.isEmpty, "\(lines)")
        }
    }
}
