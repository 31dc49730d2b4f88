// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport

/// Commands of `on`: the events that start them, their input, and their log entries.
@Suite struct CommandTests {
    /// A shell command that writes its input into a file.
    private func recorder(_ agent: TestAgent, _ name: String = "told") -> Value {
        .string("env | grep ^BELFRY_ | sort > '\(file(agent, name)).env'; cat > '\(file(agent, name)).json'")
    }

    private func file(_ agent: TestAgent, _ name: String) -> String { agent.folders.path + "/files/" + name }

    @Test func `a command gets the response as JSON and in its environment`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request(
                    "tea", title: "Tea $(id) `id`",
                    [
                        "actions": buttons("yes"), "on": .properties(["yes": recorder(agent)]),
                        "userInfo": .properties(["cup size": .int64(2)]),
                    ]))
            let shown = try await server.nextNotification()

            await server.press(shown.key(of: "yes"), on: shown)

            let ended = try await events.next("command", of: "tea")
            #expect(ended.detail["status"]?.int == 0)
            let environment = agent.folders.text(of: file(agent, "told.env")) ?? ""
            let lines = environment.split(separator: "\n").map(String.init)
            for line in [
                "BELFRY_ACTION=yes", "BELFRY_APP=\(TestAgent.app)", "BELFRY_EVENT=yes", "BELFRY_ID=tea",
                "BELFRY_INFO_CUP_SIZE=2", "BELFRY_LATE=0", "BELFRY_TEXT=", "BELFRY_TITLE=Tea $(id) `id`",
            ] {
                #expect(lines.contains(line), "\(line) is not in \(environment)")
            }
            let json = try #require(agent.folders.text(of: file(agent, "told.json")))
            let told = try JSONDecoder().decode(Told.self, from: Data(json.utf8))
            #expect(told == Told(kind: "action", actionIdentifier: "yes", notification: .init(identifier: "tea")))
            // No other receiver waits for the response.
            #expect(try await agent.storedResponses() == 0)
        }
    }

    private struct Told: Decodable, Equatable {
        struct Notification: Decodable, Equatable { let identifier: String }
        let kind: String
        let actionIdentifier: String
        let notification: Notification
    }

    @Test func `a list of words is started without a shell`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let target = file(agent, "a b; echo $HOME")
            _ = try await agent.proxy().add(
                request("tea", ["on": .properties(["default": .strings(["/usr/bin/touch", target])])]))

            await server.press("default", on: try await server.nextNotification())

            #expect(try await events.next("command", of: "tea").detail["status"]?.int == 0)
            #expect(agent.folders.text(of: target) == "")
        }
    }

    @Test func `the exit status and the output are in the log`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["on": .properties(["any": .string("echo hello; echo more >&2; exit 3")])]))

            await server.press("default", on: try await server.nextNotification())

            let ended = try await events.next("command", of: "tea")
            #expect(ended.detail["status"]?.int == 3)
            #expect(ended.detail["output"]?.string == "hello\nmore\n")
            let log = try await agent.proxy().log(["identifier": .string("tea")])
            let entry = log.first { $0["kind"]?.string == "command" }
            #expect(entry?["detail"]?.properties?["status"]?.int == 3)
        }
    }

    @Test func `a NUL in a command's output breaks no reader of the log`() async throws {
        try await withAgent { agent in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["on": .properties(["fired": .string(#"printf 'a\0b'"#)])]))

            // The signal was dropped, the log was refused as a whole, and an export that contained it could not be
            // imported.
            let ended = try await events.next("command", of: "tea")
            #expect(ended.detail["output"]?.string == "a\u{FFFD}b")
            let log = try await agent.proxy().log([:])
            let entry = log.first { $0["kind"]?.string == "command" }
            #expect(entry?["detail"]?.properties?["output"]?.string == "a\u{FFFD}b")
            let file = file(agent, "all.jsonl")
            let export = try await agent.belfry("export", "-o", file)
            #expect(export.status == 0, "\(export.errors)")
            try await withAgent { new in
                let imported = try await new.belfry("import", file)
                #expect(imported.status == 0, "\(imported.errors)")
                #expect(try await new.proxy().log([:]).contains { $0["kind"]?.string == "command" })
            }
        }
    }

    @Test func `a missing program is an entry in the log, and does not end the agent`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["on": .properties(["default": .strings(["/nowhere/program"])])]))

            await server.press("default", on: try await server.nextNotification())

            // The program's name may contain private text, and the log contained it.
            let error = try await events.next("command", of: "tea").detail["error"]?.string
            #expect(error?.hasPrefix("the program") == true && error?.contains("nowhere") == false, "\(error ?? "")")
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `a program that is being written is started when it is complete, and not before`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let program = try agent.folders.file(
                "program", try Data(contentsOf: URL(filePath: "/bin/true")), mode: 0o700)
            let writer = open(program, O_WRONLY | O_CLOEXEC)
            #expect(writer >= 0)
            _ = try await agent.proxy().add(request("tea", ["on": .properties(["default": .strings([program])])]))

            await server.press("default", on: try await server.nextNotification())
            let failed = try await events.next("command", of: "tea")
            #expect(failed.detail["error"] != nil)
            #expect(failed.detail["retryAfter"]?.int == 1)
            #expect(try await agent.storedResponses() == 1)
            close(writer)

            while true {
                let ended = try await events.next("command", of: "tea")
                // On a slow machine the next try may have begun before the file was closed.
                guard ended.detail["retryAfter"] == nil else { continue }
                #expect(ended.detail["status"]?.int == 0)
                break
            }
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `a request can start a command when it fires`() async throws {
        try await withAgent { agent in
            let events = try await AgentEvents(of: agent)
            for (identifier, trigger) in [("now", nil), ("soon", after(0.05))] as [(String, Value?)] {
                let more = ["on": Value.properties(["fired": recorder(agent, identifier)])]
                    .merging(trigger.map { ["trigger": $0] } ?? [:]) { _, new in new }
                _ = try await agent.proxy().add(request(identifier, more))
                #expect(try await events.next("command", of: identifier).detail["status"]?.int == 0)
                let environment = agent.folders.text(of: file(agent, identifier) + ".env") ?? ""
                #expect(environment.contains("BELFRY_EVENT=fired"))
                #expect(environment.contains("BELFRY_ID=\(identifier)"))
            }
        }
    }

    @Test func `a dismissal starts the command of dismiss`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["on": .properties(["dismiss": recorder(agent)])]))

            await server.dismiss(try await server.nextNotification())

            #expect(try await events.next("command", of: "tea").detail["event"]?.string == "dismiss")
            // The application did not ask for dismissals.
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    // The log entry of a dismissal depended on whether the request had a command for it.
    @Test func `the log entry of a dismissal is the same with and without a command`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let requests: [(String, [String: Value])] = [
                ("plain", [:]), ("told", ["on": .properties(["dismiss": .string("true")])]),
            ]
            for (identifier, more) in requests {
                _ = try await agent.proxy().add(request(identifier, more))
                await server.dismiss(try await server.nextNotification())
                let detail = try await events.next("dismissed", of: identifier).detail
                #expect(detail["actionIdentifier"]?.string == "com.apple.UNNotificationDismissActionIdentifier")
                #expect(detail["end"]?.string == "dismissed")
            }
        }
    }

    @Test func `expiry starts the command of expire`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["on": .properties(["expire": recorder(agent)])]))

            await server.expire(try await server.nextNotification())

            #expect(try await events.next("command", of: "tea").detail["event"]?.string == "expire")
        }
    }

    @Test func `typed text reaches the command without becoming part of it`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let action: [String: Value] = [
                "identifier": .string("answer"), "title": .string("Answer"), "textInputButtonTitle": .string("Send"),
            ]
            _ = try await agent.proxy().add(
                request(
                    "chat",
                    ["actions": .dictionaries([action]), "on": .properties(["answer": recorder(agent)])]))
            let shown = try await server.nextNotification()

            await server.reply("'; touch /tmp/belfry-injected; '\nsecond line", to: shown)

            #expect(try await events.next("command", of: "chat").detail["status"]?.int == 0)
            let environment = agent.folders.text(of: file(agent, "told.env")) ?? ""
            #expect(environment.contains("BELFRY_TEXT='; touch /tmp/belfry-injected; '"))
            #expect(agent.folders.text(of: "/tmp/belfry-injected") == nil)
        }
    }

    /// The reply was delivered and acknowledged, but the command did not run: "Argument list too long".
    @Test func `R4: a reply that is too large for the environment is on the standard input`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("inline-reply")
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            let action: [String: Value] = [
                "identifier": .string("answer"), "title": .string("Answer"), "textInputButtonTitle": .string("Send"),
            ]
            _ = try await agent.proxy().add(
                request(
                    "chat", title: "Chat",
                    ["actions": .dictionaries([action]), "on": .properties(["answer": recorder(agent)])]))
            let shown = try await server.nextNotification()
            let text = String(repeating: "wörter ", count: 40_000)

            await server.reply(text, to: shown)

            #expect(try await events.next("command", of: "chat").detail["status"]?.int == 0)
            let environment = agent.folders.text(of: file(agent, "told.env")) ?? ""
            #expect(environment.contains("BELFRY_OMITTED=BELFRY_TEXT\n"), "\(environment.count)")
            #expect(environment.contains("BELFRY_TITLE=Chat\n") && !environment.contains("BELFRY_TEXT="))
            let json = try #require(agent.folders.text(of: file(agent, "told.json")))
            struct Reply: Decodable { let userText: String }
            #expect(try JSONDecoder().decode(Reply.self, from: Data(json.utf8)).userText == text)
        }
    }

    @Test func `the command has the request's environment`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let environment: [Value: Value] = [
                .string("GREETING"): .string("hi"), .string("BELFRY_ID"): .string("forged"),
            ]
            _ = try await agent.proxy().add(
                request(
                    "tea",
                    [
                        "environment": .dictionary(environment, key: .string, value: .string),
                        "on": .properties(["default": .string("echo $GREETING $BELFRY_ID")]),
                    ]))

            await server.press("default", on: try await server.nextNotification())

            #expect(try await events.next("command", of: "tea").detail["output"]?.string == "hi tea\n")
        }
    }
}
