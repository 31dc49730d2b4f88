// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import Testing
import TestSupport
import Triggers

/// `open` and `activate`: a click on the notification itself opens something through the desktop.
@Suite struct OpeningTests {
    private static let opened = "org.example.Opened"

    /// The arguments of the handler: a signal with its words and its activation token.
    private func openings(_ agent: TestAgent) async throws -> Mailbox<String> { try await agent.words(of: Self.opened) }

    /// A desktop with one application, which opens `tea:` URLs and every kind of file.
    private func prepare(_ folders: AgentFolders) throws {
        let program = try folders.file(
            "handler",
            """
            #!/bin/sh
            exec gdbus emit --session --object-path /opened --signal \(Self.opened).Opened "'$* $XDG_ACTIVATION_TOKEN'"
            """.utf8)
        try folders.write(
            "[Desktop Entry]\nType=Application\nName=Pot\nExec=/bin/sh \(program) pot %u\n",
            to: folders.applications + "/org.example.Pot.desktop")
        let types = [
            "x-scheme-handler/tea", "text/plain", "application/octet-stream", "application/x-zerosize",
        ]
        try folders.write(
            "[Default Applications]\n" + types.map { "\($0)=org.example.Pot.desktop\n" }.joined(),
            to: folders.path + "/config/mimeapps.list")
    }

    private func click(_ server: ScriptedServer, token: String) async throws {
        let shown = try await server.nextNotification()
        await server.sendToken(token, for: shown)
        await server.press("default", on: shown)
    }

    @Test func `a URL is opened by the application for its scheme, with the token`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let openings = try await openings(agent)
            let events = try await AgentEvents(of: agent)
            let outcome = try await agent.proxy().add(request("cup", ["open": .string("tea://green/one?sugar=no")]))
            #expect(outcome["notes"] == nil)

            try await click(server, token: "token-1")

            #expect(try await openings.next() == "pot tea://green/one?sugar=no token-1")
            let event = try await events.next("opened", of: "cup")
            #expect(event.detail["event"]?.string == "default" && event.detail["error"] == nil)
            #expect(try await agent.storedResponses() == 0)
            #expect(!agent.log.contains("tea:"))
        }
    }

    @Test func `a file is opened by the application for its type`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let openings = try await openings(agent)
            let file = try agent.folders.file("leaves.txt", "green\n".utf8)
            _ = try await agent.proxy().add(request("cup", ["open": .string("file://\(file)")]))

            try await click(server, token: "token-2")

            // GIO passes a file of this machine by its path.
            let opened = try await openings.next()
            #expect(opened == "pot \(file) token-2")
        }
    }

    @Test func `an application other than the request's owner is started`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let openings = try await openings(agent)
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("cup", ["activate": .string("org.example.Pot")]))

            try await click(server, token: "token-3")

            #expect(try await openings.next() == "pot token-3")
            try await events.next("opened", of: "cup")
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `the running owner gets the response, too, and a button opens nothing`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            let openings = try await openings(agent)
            let delegate = try await agent.delegate()
            for identifier in ["button", "click"] {
                _ = try await agent.proxy().add(
                    request(identifier, ["open": .string("tea:\(identifier)"), "actions": buttons("yes")]))
            }
            let first = try await server.nextNotification()
            await server.press(first.key(of: "yes"), on: first)
            #expect(try await delegate.nextResponse()["kind"]?.string == "action")

            try await click(server, token: "token-4")

            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            #expect(try await openings.next() == "pot tea:click token-4")
        }
    }

    @Test func `a URL that no application opens is reported by add, and logged on the click`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let secret = "coffee://black/secret"
            let outcome = try await agent.proxy().add(request("cup", ["open": .string(secret)]))
            let note = "no installed application opens coffee: URLs, such as the one that open names"
            #expect(outcome["notes"]?.strings == [note])
            let other = try await agent.proxy().add(request("pot", ["activate": .string("org.example.Gone")]))
            #expect(other["notes"]?.strings?.first?.contains("org.example.Gone") == true)

            for _ in 1...2 { try await click(server, token: "token-5") }

            var errors: [String: String] = [:]
            for _ in 1...2 {
                let event = try await events.next("opened")
                errors[event.identifier] = event.detail["error"]?.string
            }
            #expect(
                errors == [
                    "cup": "no application opens coffee: URLs", "pot": "org.example.Gone could not be started",
                ])
            #expect(try await agent.storedResponses() == 0)
            #expect(agent.log.contains("Could not open the URL or application of a notification"))
            #expect(!agent.log.contains("secret"))
        }
    }

    @Test func `after a death between the click and the opening, the next agent opens it`() async throws {
        try await withAgent(environment: ["BELFRYD_CRASH_AT": "after-response-commit"], prepare: prepare) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let openings = try await openings(agent)
                _ = try await agent.proxy().add(request("cup", ["open": .string("tea:one")]))
                try await click(server, token: "token-6")
                #expect(try await agent.end() == .signalled(SIGKILL))
                #expect(openings.takeAll() == [])

                try await agent.start()

                #expect(try await openings.next() == "pot tea:one token-6")
            }
        }
    }

    @Test func `options of the command become keys of the request`() async throws {
        try await withAgentAndServer(prepare: prepare) { agent, server in
            func shown(_ identifier: String) async throws -> [String: JSONNode] {
                try await agent.belfry("show", identifier, "--json").objects().first ?? [:]
            }
            for arguments in [
                ["add", "--id", "one", "--title", "Tea", "--in", "1h"], ["remind", "1h", "Tea", "--id", "two"],
                ["send", "--in", "1h", "--id", "three", "Tea"],
            ] {
                let added = try await agent.belfry(arguments + ["--open", "tea:hot"])
                #expect(added.status == 0, "\(added.errors)")
            }
            for identifier in ["one", "two", "three"] {
                #expect(try await shown(identifier)["open"] == .text("tea:hot"))
            }
            #expect(try await agent.belfry("edit", "one", "--activate", "org.example.Pot").status == 0)
            let edited = try await shown("one")
            #expect(edited["activate"] == .text("org.example.Pot") && edited["open"] == nil)
            for verb in [["add", "--title"], ["send"]] {
                let both = try await agent.belfry(verb + ["Tea", "--open", "tea:hot", "--activate", "org.example.Pot"])
                #expect(both.status == (verb == ["send"] ? 1 : 2))
                #expect(both.errors.contains("exclude each other"))
            }

            let openings = try await openings(agent)
            async let answer = agent.belfry("ask", "Look?", "-A", "no=No", "--open", "tea:question")
            try await click(server, token: "token-7")
            #expect(try await answer.status == 4)
            #expect(try await openings.next() == "pot tea:question token-7")
        }
    }
}

extension BadInputTests {
    @Test func `open must be an absolute URL, and activate an application's id`() async throws {
        func opening(_ url: String) -> [String: Value] { ["title": .string("Tea"), "open": .string(url)] }
        func activating(_ id: String) -> [String: Value] { ["title": .string("Tea"), "activate": .string(id)] }
        try await check([
            Row(opening(""), .invalidRequest, "open", "scheme"),
            Row(opening("report.pdf"), .invalidRequest, "report.pdf", "scheme"),
            Row(opening("/tmp/report.pdf"), .invalidRequest, "scheme"),
            Row(opening("https:"), .invalidRequest, "scheme"),
            Row(opening("-x:y"), .invalidRequest, "scheme"),
            Row(opening("file:report.pdf"), .invalidRequest, "absolute"),
            Row(opening("https://example.org/a b"), .invalidRequest, "open", "blank"),
            Row(opening("https://example.org/\n"), .invalidRequest, "open", "control"),
            Row(opening("https://" + String(repeating: "x", count: 8185)), .contentTooLarge, "open", "8193", "8192"),
            Row(activating(""), .invalidRequest, "activate", "empty"),
            Row(activating("../Pot"), .invalidRequest, "activate", "../Pot"),
            Row(
                activating("org.example.Pot").merging(opening("tea:hot")) { $1 }, .invalidRequest, "activate",
                "excludes open"),
        ])
    }
}
