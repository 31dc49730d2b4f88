// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `belfry ask` and `belfry wait`: the person's action, and the caller's result.
@Suite(.serialized) struct CommandLineAskTests {
    /// The end of a question.
    enum Act: Sendable {
        case press(String), reply(String), dismiss, expire, remove, replace, close(UInt32)
    }

    @Test(
        arguments: [
            (["-A", "yes=Yes", "-A", "no=No"], Act.press("No"), "no", 0),
            (["-A", "yes=Yes", "-A", "no=No", "--map", "yes=0,no=10"], .press("No"), "no", 10),
            (["--reply", "reason"], .reply("because ❤"), "because ❤", 0),
            (["--reply", "why=reason", "--map", "why=3"], .reply("so"), "so", 3),
            (["-A", "yes=Yes"], .dismiss, "", 6), (["-A", "yes=Yes", "--map", "dismiss=0"], .dismiss, "", 0),
            (["-A", "yes=Yes"], .press("Open"), "", 4),
            (["-A", "yes=Yes", "--default", "yes"], .press("Open"), "yes", 0),
            (["-A", "yes=Yes", "--default", "yes", "--map", "yes=7"], .press("Open"), "yes", 7),
            (["-A", "yes=Yes"], .expire, "", 5), (["-A", "yes=Yes"], .remove, "", 5),
            (["-A", "yes=Yes", "--id", "q"], .replace, "", 5), (["-A", "yes=Yes"], .close(4), "", 5),
        ] as [([String], Act, String, Int32)])
    func `the answer determines the output and the exit status`(
        options: [String], act: Act, line: String, status: Int32
    ) async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.belfry(["ask", "Deploy?", "to prod"] + options)
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Deploy?")
            #expect(shown.body == "to prod")
            switch act {
            case .press(let label): await server.press(shown.key(of: label), on: shown)
            case .reply(let text): await server.reply(text, to: shown)
            case .dismiss: await server.dismiss(shown)
            case .expire: await server.expire(shown)
            case .close(let reason): await server.close(shown, reason: reason)
            case .remove: #expect(try await agent.belfry("remove", "--all").status == 0)
            case .replace: _ = try await agent.proxy().add(request("q", title: "Another"))
            }
            let answer = try await program
            #expect(answer.output == line)
            #expect(answer.status == status, "\(answer.errors)")
            try await agent.hasNoResponses()
        }
    }

    @Test func `json prints the whole response`() async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.belfry("ask", "Why?", "--reply", "reason", "--json", "--info", "job=7")
            let shown = try await server.nextNotification()
            await server.reply("so", to: shown)
            let response = try #require(try await program.objects().first)
            #expect(response["kind"] == .text("text"))
            #expect(response["userText"] == .text("so"))
            #expect(response["actionIdentifier"] == .text("reply"))
            #expect(response["notification"]?.object?["userInfo"] == .object(["job": .text("7")]))
            #expect(response["schema"] == .number(1))
        }
    }

    @Test func `a timeout leaves the notification, or withdraws it`() async throws {
        try await withAgentAndServer { agent, server in
            let limited = try await agent.belfry(
                "ask", "Still there?", "-A", "yes=Yes", "--timeout", "300ms", "--id", "a")
            #expect(limited.status == 124)
            _ = try await server.nextNotification()
            #expect(try await agent.deliveredStates() == ["a": "shown"])

            let withdrawn = try await agent.belfry(
                "ask", "Still there?", "-A", "yes=Yes", "--timeout", "300ms", "--id", "b", "--withdraw")
            #expect(withdrawn.status == 124)
            _ = try await server.nextClosing()
            #expect(try await agent.deliveredStates() == ["a": "shown"])
        }
    }

    @Test func `without a server ask fails, or asks in the terminal`() async throws {
        try await withAgent { agent in
            #expect(try await agent.belfry("ask", "Deploy?", "-A", "yes=Yes").status == 69)
            #expect(try await agent.proxy().delivered().isEmpty)
            // script(1) gives ask a terminal; the second line of input is not read by the question.
            let script = """
                printf '2\\nmore\\n' | script -qec "belfry ask Deploy? -A yes=Yes -A no=No --tty --map no=6 > answer" /dev/null
                """
            let asked = try await agent.bash(script + " > /dev/null || status=$?; cat answer; exit ${status:-0}")
            #expect(asked.output == "no", "\(asked.errors)")
            #expect(asked.status == 6)
        }
    }

    @Test func `wait gets the answer to a request that was added earlier`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes"), "trigger": after(0.2)]))
            async let program = agent.belfry("wait", "te", "--json")
            let shown = try await server.nextNotification()
            try await agent.hasWaiter()
            await server.press(shown.key(of: "yes"), on: shown)
            let response = try #require(try await program.objects().first)
            #expect(response["actionIdentifier"] == .text("yes"))
        }
    }

    @Test func `wait is told of a dismissal even if the request does not ask for it`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            let events = try await AgentEvents(of: agent)
            async let program = agent.belfry("wait", "tea")
            // In either order: the notification was dismissed before the wait, or during it.
            try await agent.hasWaiter()
            await server.dismiss(shown)
            try await events.next("dismissed", of: "tea")
            #expect(try await program.status == 6)
        }
    }

    @Test func `wait gets an answer that came earlier`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            let events = try await AgentEvents(of: agent)
            await server.press(shown.key(of: "yes"), on: shown)
            try await events.next("answered", of: "tea")
            #expect(try await agent.belfry("wait", "tea").output == "yes")
            #expect(try await agent.belfry("wait", "tea").status == 3, "it is acknowledged")
            #expect(try await agent.belfry("wait", "none").status == 3)
        }
    }

    @Test func `a waiting caller continues with the agent that the bus starts`() async throws {
        let program = try TestAgent.program()
        let write: (AgentFolders) throws -> Void = { folders in
            let command =
                "/usr/bin/env HOME=\(folders.path)/home XDG_STATE_HOME=\(folders.state) XDG_DATA_HOME=\(folders.data) "
                + "XDG_CONFIG_HOME=\(folders.path)/config \(program)"
            try folders.write(
                "[D-BUS Service]\nName=org.belfry.Agent\nExec=\(command)\n",
                to: folders.services + "/org.belfry.Agent.service")
        }
        try await withAgent(activates: true, prepare: write) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                try await agent.hasMet(server)
                _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes"), "trigger": after(86400)]))
                async let waiting = agent.belfry("wait", "tea", "--timeout", "20s")
                try await agent.hasWaiter()
                try await agent.kill()
                // The next agent shows the same request, and the caller has attached to that agent.
                try await agent.hasMet(server)
                _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
                let shown = try await server.nextNotification()
                await server.press(shown.key(of: "yes"), on: shown)
                #expect(try await waiting.output == "yes")
                let process = try await agent.proxy().status()["processID"]?.int ?? 0
                if process > 1 { kill(Int32(process), SIGKILL) }
            }
        }
    }

    @Test func `a waiting caller continues with an agent that was restarted`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes"), "trigger": after(86400)]))
            async let waiting = agent.belfry("wait", "tea", "--timeout", "20s")
            try await agent.hasWaiter()
            // The bus can't start the agent here, so the caller tries again after a pause.
            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "yes"), on: shown)
            let answer = try await waiting
            #expect(answer.output == "yes", "\(answer.errors)")
        }
    }

    @Test func `a waiting caller reports that the agent has ended for good`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes"), "trigger": after(86400)]))
            async let waiting = agent.belfry("wait", "tea", "--timeout", "20s")
            try await agent.hasWaiter()
            try await agent.kill()
            // Without activation nothing starts the agent, and the caller says so instead of waiting for ever.
            #expect(try await waiting.status == 69)
            #expect(try await waiting.errors.contains("the agent has ended, and"))
        }
    }
}

extension TestAgent {
    /// Waits until every response has been acknowledged, which the agent records after the caller has ended.
    func hasNoResponses() async throws {
        try await withDeadline { [self] in while try await storedResponses() != 0 { try await yieldUntilDeadline() } }
    }

    /// Waits until a caller is on the bus and has attached, besides the test, its server and the agent.
    func hasWaiter() async throws {
        try await withDeadline { [self] in
            while true {
                let names = try await connection.call(
                    .methodCall(
                        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                        interface: "org.freedesktop.DBus", member: "ListNames"))
                if (names.arguments.first?.strings ?? []).filter({ $0.hasPrefix(":") }).count >= 4 { break }
            }
        }
        // The caller attaches in its first calls, so a later call of the test finds it attached.
        for _ in 0..<50 { _ = try await proxy().status() }
    }
}
