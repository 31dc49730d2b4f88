// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing
import Triggers

/// Answers of `belfry ask` that a script can't misunderstand.
@Suite(.serialized) struct CommandLineAnswerTests {
    private static func script(_ capabilities: [String]) -> ScriptedServerScript {
        var script = ScriptedServerScript()
        script.configuration.capabilities = capabilities
        return script
    }

    // MARK: - Text

    @Test(arguments: [
        (["--reply", "reason"], ["actions", "body"], "nobody could type an answer"),
        (["-A", "ok=OK", "--reply", "why=reason"], ["actions", "body"], "nobody could type an answer"),
        (["--reply", "a=first", "--reply", "b=second"], ["actions", "body", "inline-reply"], "no second text field"),
        (["--category", "c"], ["actions", "body"], "nobody could type an answer"),
        (["-A", "yes=Yes"], ["body"], "has no buttons"), ([], ["body"], "has no buttons"),
    ])
    func `C1: a question that nobody could answer is refused before it is shown`(
        options: [String], capabilities: [String], words: String
    ) async throws {
        try await withAgentAndServer(script: Self.script(capabilities)) { agent, server in
            let action: [String: Value] = [
                "identifier": .string("why"), "title": .string("Why"), "textInputPlaceholder": .string("reason"),
            ]
            try await agent.proxy().setCategories([
                ["identifier": .string("c"), "actions": .dictionaries([action])]
            ])
            let line = options.map { "'\($0)'" }.joined(separator: " ")
            // The script has no terminal, even if the tests have one.
            let asked = try await agent.bash("setsid --wait belfry ask 'Why?' \(line)")
            #expect(asked.status == 69, "\(asked.output) \(asked.errors)")
            #expect(asked.output == "" && asked.errors.contains(words), "\(asked.errors)")
            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.proxy().delivered().isEmpty)
        }
    }

    @Test(arguments: [["--reply", "reason"], ["--category", "c"]])
    func `C1: an identifier is never printed as text, even if the text field has gone`(
        options: [String]
    ) async throws {
        try await withAgentAndServer(
            script: Self.script(["actions", "body"]), prepare: { try PromptScript.configuration($0) }
        ) { agent, server in
            let action: [String: Value] = [
                "identifier": .string("why"), "title": .string("reason"), "textInputPlaceholder": .string("reason"),
            ]
            try await agent.proxy().setCategories([
                ["identifier": .string("c"), "actions": .dictionaries([action])]
            ])
            let line = options.map { "'\($0)'" }.joined(separator: " ")
            async let asked = agent.bash("setsid --wait belfry ask 'Why?' \(line)")
            let shown = try await server.nextNotification()
            try FileManager.default.removeItem(atPath: PromptScript.program(agent.folders))
            await server.press(shown.key(of: "reason"), on: shown)
            let answer = try await asked
            #expect(answer.status == 69, "\(answer.output) \(answer.errors)")
            #expect(answer.output == "" && answer.errors.contains("no text field to type in"), "\(answer.errors)")
        }
    }

    @Test func `C1: wait prints no identifier instead of a text`() async throws {
        try await withAgentAndServer(script: Self.script(["actions", "body"])) { agent, server in
            let action: [String: Value] = [
                "identifier": .string("why"), "title": .string("Why"), "textInputPlaceholder": .string("reason"),
            ]
            _ = try await agent.proxy().add(request("q", ["actions": .dictionaries([action])]))
            let shown = try await server.nextNotification()
            let events = try await AgentEvents(of: agent)
            await server.press(shown.key(of: "Why"), on: shown)
            try await events.next("answered", of: "q")
            let waited = try await agent.belfry("wait", "q")
            #expect(waited.status == 69 && waited.output == "", "\(waited.output) \(waited.errors)")
        }
    }

    // MARK: - Yes and No

    @Test(
        arguments: [
            ([], "Yes", "", 0), ([], "No", "", 1), (["--map", "no=10,yes=3"], "No", "", 10),
            (["--map", "no=10,yes=3"], "Yes", "", 3), ([], "Open", "", 4), (["--default", "yes"], "Open", "", 0),
            (["--default", "no"], "Open", "", 1), (["-A", "yes=Yes", "-A", "no=No"], "No", "no", 0),
            (["-A", "yes=Yes", "-A", "no=No", "--map", "yes=0,no=1"], "No", "no", 1),
        ] as [([String], String, String, Int32)])
    func `C2: a question without actions is answered by its exit status`(
        options: [String], label: String, output: String, status: Int32
    ) async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.belfry(["ask", "Deploy?"] + options)
            let shown = try await server.nextNotification()
            #expect(shown.labels == ["Yes", "No", "Open"])
            await server.press(shown.key(of: label), on: shown)
            let answer = try await program
            #expect(answer.status == status && answer.output == output, "\(answer.output) \(answer.errors)")
        }
    }

    @Test(arguments: [
        ("de_DE.UTF-8", "", "Ja", "Nein"), ("C.UTF-8", "fr", "Yes", "No"), ("de_AT", "fr:en", "Oui", "Non"),
    ])
    func `C2: Yes and No are in the person's language, and their identifiers are not`(
        locale: String, languages: String, yes: String, no: String
    ) async throws {
        try await withAgentAndServer { agent, server in
            let variables = ["LC_ALL": locale, "LANGUAGE": languages]
            async let program = agent.belfry(["ask", "Deploy?", "--json"], environment: variables)
            let shown = try await server.nextNotification()
            #expect(Array(shown.labels.prefix(2)) == [yes, no])
            await server.press(shown.key(of: no), on: shown)
            let answer = try await program
            #expect(answer.status == 1)
            #expect(try answer.objects().first?["actionIdentifier"] == .text("no"))
        }
    }

    @Test func `C2: No does not deploy`() async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.bash("if belfry ask 'Deploy?'; then echo deployed; else echo \"left $?\"; fi")
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "No"), on: shown)
            #expect(try await program.lines == ["left 1"])
        }
    }

    // MARK: - Ends

    // The agent's clock stands still, so none of its timers expires.
    @Test(arguments: [
        ServerInformation(name: "belfry", vendor: "Belfry", version: "1"),
        .init(name: "mako", vendor: "emersion", version: "1.7"), .init(name: "Plasma", vendor: "KDE", version: "5.27"),
    ])
    func `C11: a dismissal ends ask at once if the server's signals are clear`(_ information: ServerInformation)
        async throws
    {
        var script = ScriptedServerScript()
        script.configuration.information = information
        try await withAgentAndServer(script: script, environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) {
            agent, server in
            async let program = agent.belfry("ask", "Deploy?")
            let shown = try await server.nextNotification()
            await server.dismiss(shown)
            #expect(try await program.status == 6)
        }
    }

    @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129), (SIGKILL, 137)] as [(Int32, Int32)])
    func `C11: a question whose ask was ended leaves the screen`(signal: Int32, status: Int32) async throws {
        try await withAgentAndServer { agent, server in
            // Job control, because without it the shell makes a background job ignore SIGINT.
            async let program = agent.bash(
                "set -m; belfry ask 'Deploy?' --id q & echo $! > pid; wait $! || exit $?")
            _ = try await server.nextNotification()
            let pid = try #require(agent.writtenNumber("pid"))
            #expect(kill(pid, signal) == 0)
            _ = try await server.nextClosing()
            #expect(try await program.status == status)
            try await withDeadline {
                while try await !agent.proxy().delivered().isEmpty { try await yieldUntilDeadline() }
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `C11: an ask that was ended removes no newer request of the same identifier`(signal: Int32) async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.bash("belfry ask 'Deploy?' --id q & echo $! > pid; wait $! || exit $?")
            _ = try await server.nextNotification()
            let pid = try #require(agent.writtenNumber("pid"))
            // This ask is not told that its request was replaced before it ends.
            kill(pid, SIGSTOP)
            _ = try await agent.proxy().add(request("q", title: "Another"))
            _ = try await server.nextNotification()
            kill(pid, signal)
            kill(pid, SIGCONT)
            #expect([5, 128 + signal].contains(try await program.status))
            for _ in 0..<20 { _ = try await agent.proxy().status() }
            #expect(try await agent.proxy().delivered().map { $0["title"]?.string } == ["Another"])
        }
    }
}

extension TestAgent {
    /// The number that a script of ``bash(_:environment:)`` has written into a file of its folder.
    func writtenNumber(_ file: String) -> Int32? {
        folders.text(of: folders.path + "/script/" + file).flatMap { Int32($0.filter(\.isNumber)) }
    }
}
