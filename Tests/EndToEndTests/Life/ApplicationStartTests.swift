// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// The agent starts an application that doesn't run for its response.
@Suite struct ApplicationStartTests {
    private static let started = "org.example.Started"

    /// The signal that a started program sends to report that it runs.
    private func starts(_ agent: TestAgent) async throws -> Mailbox<String> { try await agent.words(of: Self.started) }

    /// Makes a script that reports that it runs, with the activation token that it was given.
    ///
    /// /bin/sh reads the script, because a child of another test may still have the file open for writing, and
    /// executing it would fail as "busy".
    private func program(in folders: AgentFolders) throws -> String {
        try folders.file(
            "app",
            """
            #!/bin/sh
            exec gdbus emit --session --object-path /started --signal \(Self.started).Started "'$XDG_ACTIVATION_TOKEN'"
            """.utf8, mode: 0o700)
    }

    @Test func `by its desktop file, once for all its responses`() async throws {
        try await withAgentAndServer(prepare: { folders in
            try folders.write(
                """
                [Desktop Entry]
                Type=Application
                Name=The Tea Maker
                Icon=teapot
                Exec=/bin/sh \(try program(in: folders))
                """, to: folders.applications + "/\(TestAgent.app).desktop")
        }) { agent, server in
            let starts = try await starts(agent)
            let events = try await AgentEvents(of: agent)
            for identifier in ["one", "two"] { _ = try await agent.proxy().add(request(identifier)) }
            let first = try await server.nextNotification()
            let second = try await server.nextNotification()
            // The desktop file identifies the application to the person.
            #expect(first.appName == "The Tea Maker")
            #expect(first.appIcon == "teapot")
            #expect(first.hints.desktopEntry == TestAgent.app)
            try await events.next("shown", of: "two")

            await server.sendToken("token-7", for: first)
            await server.press("default", on: first)
            #expect(try await starts.next() == "token-7")
            await server.press("default", on: second)
            try await events.next("answered", of: "two")

            let delegate = try await agent.delegate()
            for identifier in ["one", "two"] {
                let response = try await delegate.nextResponse()
                #expect(response["notification"]?.properties?["identifier"]?.string == identifier)
            }
            #expect(starts.takeAll() == [])
        }
    }

    // The application was in the agent's unit, and ended when that was stopped.
    @Test func `into its own unit, if the user has a systemd`() async throws {
        let app = "org.example.Tea-Maker"
        try await withAgentAndServer(prepare: { folders in
            try folders.write(
                "[Desktop Entry]\nType=Application\nName=Tea\nExec=/bin/sh \(try program(in: folders))\n",
                to: folders.applications + "/\(app).desktop")
        }) { agent, server in
            let connection = try agent.connect()
            let systemd = try Systemd()
            try await connection.export(systemd, at: "/org/freedesktop/systemd1")
            _ = try await connection.requestName("org.freedesktop.systemd1")
            _ = try await agent.proxy(app).add(request("tea"))
            await server.press("default", on: try await server.nextNotification())

            let unit = try await systemd.units.next()

            let properties = (unit[2].array ?? []).compactMap { property -> (String, Value)? in
                guard case .structure(let fields) = property, case .variant(let value) = fields[1] else { return nil }
                return (fields[0].string ?? "", value)
            }
            let named = Dictionary(uniqueKeysWithValues: properties)
            let process = try #require(named["PIDs"]?.array?.first?.int)
            #expect(unit[0].string == "app-belfry-org.example.Tea\\x2dMaker-\(process).scope")
            #expect(unit[1].string == "fail")
            #expect(named["Slice"]?.string == "app.slice")
            await connection.close()
        }
    }

    @Test func `by the bus, with the token`() async throws {
        try await withAgent(
            activates: true,
            prepare: { folders in
                let program = try program(in: folders)
                try folders.write(
                    """
                    [Desktop Entry]
                    Type=Application
                    Name=Tea
                    DBusActivatable=true
                    Exec=/bin/false
                    """, to: folders.applications + "/org.example.Tea-Maker.desktop")
                try folders.write(
                    "[D-BUS Service]\nName=org.example.Tea-Maker\nExec=/bin/sh \(program)\n",
                    to: folders.services + "/org.example.Tea-Maker.service")
            }
        ) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let app = "org.example.Tea-Maker"
                let starts = try await starts(agent)
                let events = try await AgentEvents(of: agent)
                _ = try await agent.proxy(app).add(request("tea"))
                let shown = try await server.nextNotification()
                try await events.next("shown", of: "tea")
                await server.sendToken("token-8", for: shown)
                await server.press("default", on: shown)

                // The service has started, and its process is this script.
                _ = try await starts.next()
                let connection = try agent.connect()
                let object = try ApplicationObject()
                try await connection.export(object, at: "/org/example/Tea_Maker")
                _ = try await connection.requestName(app)
                let platformData = try await object.activations.next()
                #expect(platformData["activation-token"]?.string == "token-8")
                #expect(platformData["desktop-startup-id"]?.string == "token-8")
                await connection.close()

                let delegate = try await agent.delegate(app)
                #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            }
        }
    }

    @Test func `by its Exec line, if the bus can't start it although the file says so`() async throws {
        try await withAgentAndServer(prepare: { folders in
            try folders.write(
                """
                [Desktop Entry]
                Type=Application
                Name=Tea
                DBusActivatable=true
                Exec=/bin/sh \(try program(in: folders))
                """, to: folders.applications + "/\(TestAgent.app).desktop")
        }) { agent, server in
            let starts = try await starts(agent)
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            await server.sendToken("token-10", for: shown)
            await server.press("default", on: shown)

            #expect(try await starts.next() == "token-10")
        }
    }

    @Test func `with the desktop's variables, which the agent may not have`() async throws {
        try await withAgentAndServer(prepare: { folders in
            let program = try folders.file(
                "app",
                """
                #!/bin/sh
                exec gdbus emit --session --object-path /started --signal \(Self.started).Started "'$DISPLAY $TEA'"
                """.utf8)
            try folders.write(
                "[Desktop Entry]\nType=Application\nName=Tea\nExec=/bin/sh \(program)\n",
                to: folders.applications + "/\(TestAgent.app).desktop")
        }) { agent, server in
            let starts = try await starts(agent)
            let systemd = try agent.connect()
            try await systemd.export(try SystemdObject(), at: "/org/freedesktop/systemd1")
            _ = try await systemd.requestName("org.freedesktop.systemd1")
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())

            // No other variable of systemd's is passed, because it may have been set for another purpose.
            #expect(try await starts.next() == ":7 ")
            await systemd.close()
        }
    }

    @Test func `once, even if the bus reports a successful start as failed`() async throws {
        try await withAgent(
            activates: true,
            prepare: { folders in
                let program = try folders.file(
                    "app",
                    """
                    #!/bin/sh
                    gdbus emit --session --object-path /started --signal \(Self.started).Started "'by the bus'"
                    gdbus wait --session org.example.GoOn
                    # For the bus a program that ends well may have left another one behind.
                    exit 1
                    """.utf8)
                try folders.write(
                    "[Desktop Entry]\nType=Application\nName=Tea\nDBusActivatable=true\nExec=/bin/sh \(program)\n",
                    to: folders.applications + "/\(TestAgent.app).desktop")
                try folders.write(
                    "[D-BUS Service]\nName=\(TestAgent.app)\nExec=/bin/sh \(program)\n",
                    to: folders.services + "/\(TestAgent.app).service")
            }
        ) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let starts = try await starts(agent)
                _ = try await agent.proxy().add(request("tea"))
                await server.press("default", on: try await server.nextNotification())
                #expect(try await starts.next() == "by the bus")
                // The program takes the response, and ends without owning its name.
                let delegate = try await agent.delegate()
                _ = try await delegate.nextResponse()
                let connection = try agent.connect()
                _ = try await connection.requestName("org.example.GoOn")

                try await withDeadline {
                    while !agent.log.contains("Could not activate") { try await yieldUntilDeadline() }
                }
                for _ in 1...3 { _ = try await agent.proxy().status() }
                #expect(!agent.log.contains("Started an application"))
                await connection.close()
            }
        }
    }

    @Test func `a program without a desktop file is not started, and its response is kept`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy("script").add(request("tea"))
            let shown = try await server.nextNotification()
            #expect(shown.appName == "script")
            #expect(shown.hints.desktopEntry == "org.belfry.Belfry")
            await server.press("default", on: shown)

            try await events.next("answered", of: "tea")
            #expect(try await agent.storedResponses() == 1)
        }
    }
}

/// The user's systemd, with the methods that the agent calls.
private struct Systemd: ExportedObject {
    let interfaces: [Interface]
    let units = Mailbox<[Value]>()

    init() throws {
        interfaces = [try ScriptedSystemd.manager()]
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        units.put(call.arguments)
        return [.objectPath("/org/freedesktop/systemd1/job/1")]
    }
}

/// An application that the bus activates.
private struct ApplicationObject: ExportedObject {
    let interfaces: [Interface]
    let activations = Mailbox<[String: Value]>()

    init() throws {
        interfaces = [
            try Interface(
                xml: """
                    <node><interface name="org.freedesktop.Application">
                      <method name="Activate"><arg name="platform_data" type="a{sv}" direction="in"/></method>
                    </interface></node>
                    """)
        ]
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        activations.put(call.arguments.first?.properties ?? [:])
        return []
    }
}

/// The systemd of a user, which knows the variables of the desktop.
private struct SystemdObject: ExportedObject {
    let interfaces: [Interface]

    init() throws {
        interfaces = [
            try Interface(
                xml: """
                    <node><interface name="org.freedesktop.systemd1.Manager">
                      <property name="Environment" type="as" access="read"/>
                    </interface></node>
                    """)
        ]
    }

    func answer(_ call: MethodCall) async throws -> [Value] { throw BusError.unknownMethod(call.member) }

    func property(_ name: String, of interface: String) async throws -> Value { .strings(["TEA=green", "DISPLAY=:7"]) }
}
