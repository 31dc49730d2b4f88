// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// The token of the person's click lets a program raise its window; a program gets it in each way of being started.
@Suite struct ActivationTokenTests {
    private static let started = "org.example.Started"
    private static let pot = "org.example.Pot"
    /// The token of another click, in the agent's environment.
    private static let stale = ["XDG_ACTIVATION_TOKEN": "stale", "DESKTOP_STARTUP_ID": "stale"]

    /// An application that reports both variables, and opens `tea:` URLs; with `isActivatable` the bus starts it.
    private func prepare(_ folders: AgentFolders, isActivatable: Bool = false) throws {
        let program = try folders.file(
            "app",
            """
            #!/bin/sh
            exec gdbus emit --session --object-path /s --signal \(Self.started).Started "'$*|$XDG_ACTIVATION_TOKEN|$DESKTOP_STARTUP_ID'"
            """.utf8)
        try folders.write(
            "[Desktop Entry]\nType=Application\nName=Pot\nDBusActivatable=\(isActivatable)\nExec=/bin/sh \(program) %u\n",
            to: "\(folders.applications)/\(Self.pot).desktop")
        try folders.write(
            "[Default Applications]\nx-scheme-handler/tea=\(Self.pot).desktop\n",
            to: folders.path + "/config/mimeapps.list")
    }

    private let forward: [String: Value] = [
        "actions": .dictionaries([
            [
                "identifier": .string("look"), "title": .string("look"),
                "options": .strings(["foreground"]),
            ]
        ])
    ]

    @Test func `a foreground action starts its program with the click's token, in both variables`() async throws {
        try await withAgentAndServer(environment: Self.stale, prepare: { try prepare($0) }) { agent, server in
            let starts = try await agent.words(of: Self.started)
            _ = try await agent.proxy(Self.pot).add(request("tea", forward))
            let shown = try await server.nextNotification()
            await server.sendToken("fresh", for: shown)
            await server.press(shown.key(of: "look"), on: shown)

            #expect(try await starts.next() == "|fresh|fresh")
            let response = try await agent.delegate(Self.pot).nextResponse()
            #expect(response["actionIdentifier"]?.string == "look")
            #expect(response["activationToken"]?.string == "fresh")
        }
    }

    @Test func `a click without a token starts a program without one, whatever the agent's environment`() async throws {
        try await withAgentAndServer(environment: Self.stale, prepare: { try prepare($0) }) { agent, server in
            let starts = try await agent.words(of: Self.started)
            _ = try await agent.proxy(Self.pot).add(request("tea", forward))
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "look"), on: shown)
            #expect(try await starts.next() == "||")
            // A command, which has the request's environment, gets no token either.
            _ = try await agent.proxy().add(
                request(
                    "command",
                    [
                        "environment": .properties(Self.stale.mapValues(Value.string)),
                        "on": .properties([
                            "default": .string(
                                "gdbus emit --session --object-path /s --signal \(Self.started).Started "
                                    + "\"'command|$XDG_ACTIVATION_TOKEN|$DESKTOP_STARTUP_ID'\"")
                        ]),
                    ]))
            let second = try await server.nextNotification()
            await server.press("default", on: second)
            #expect(try await starts.next() == "command||")
        }
    }

    @Test func `the program that open starts gets the token, by its Exec line or over the bus`() async throws {
        try await withAgentAndServer(environment: Self.stale, prepare: { try prepare($0) }) { agent, server in
            let starts = try await agent.words(of: Self.started)
            let added = try await agent.belfry("add", "--title", "Tea", "--open", "tea://green")
            #expect(added.status == 0, "\(added.errors)")
            let shown = try await server.nextNotification()
            await server.sendToken("fresh", for: shown)
            await server.press("default", on: shown)
            #expect(try await starts.next() == "tea://green|fresh|fresh")
        }
        try await withAgentAndServer(prepare: { try prepare($0, isActivatable: true) }) { agent, server in
            let application = try Pot()
            let connection = try agent.connect()
            try await connection.export(application, at: "/org/example/Pot")
            _ = try await connection.requestName(Self.pot)
            _ = try await agent.proxy().add(request("tea", ["open": .string("tea://green")]))
            let shown = try await server.nextNotification()
            await server.sendToken("fresh", for: shown)
            await server.press("default", on: shown)

            let call = try await application.calls.next()
            #expect(call.member == "Open" && call.arguments.first?.strings == ["tea://green"])
            let data = call.arguments.last?.properties
            #expect(data == ["activation-token": .string("fresh"), "desktop-startup-id": .string("fresh")])
            await connection.close()
        }
    }

    @Test func `a foreground action activates a running program over the bus`() async throws {
        try await withAgentAndServer(prepare: { try prepare($0, isActivatable: true) }) { agent, server in
            let application = try Pot()
            let connection = try agent.connect()
            try await connection.export(application, at: "/org/example/Pot")
            _ = try await connection.requestName(Self.pot)
            _ = try await agent.proxy(Self.pot).add(request("tea", forward))
            let shown = try await server.nextNotification()
            await server.sendToken("fresh", for: shown)
            await server.press(shown.key(of: "look"), on: shown)

            let call = try await application.calls.next()
            #expect(call.member == "Activate")
            #expect(
                call.arguments.first?.properties
                    == ["activation-token": .string("fresh"), "desktop-startup-id": .string("fresh")])
            await connection.close()
        }
    }

    /// An application that the bus activates.
    private struct Pot: ExportedObject {
        let interfaces: [Interface]
        let calls = Mailbox<(member: String, arguments: [Value])>()

        init() throws {
            interfaces = [
                try Interface(
                    xml: """
                        <node><interface name="org.freedesktop.Application">
                          <method name="Activate"><arg name="platform_data" type="a{sv}" direction="in"/></method>
                          <method name="Open">
                            <arg name="uris" type="as" direction="in"/>
                            <arg name="platform_data" type="a{sv}" direction="in"/>
                          </method>
                        </interface></node>
                        """)
            ]
        }

        func answer(_ call: MethodCall) async throws -> [Value] {
            calls.put((call.member, call.arguments))
            return []
        }
    }
}
