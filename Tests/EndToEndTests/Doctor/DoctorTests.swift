// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `belfry doctor` with an agent that replies: each finding in its good and its bad state.
@Suite(.serialized) struct DoctorTests {
    @Test func `a correct installation with a server has no warnings`() async throws {
        try await withAgent(activates: true, prepare: { try $0.install(program: TestAgent.program()) }) { agent in
            var script = ScriptedServerScript()
            script.configuration.capabilities += ["icon-static", "sound"]
            try await withScriptedServer(on: agent.bus, script: script) { server in
                try await agent.hasMet(server)

                let report = try await agent.doctor()

                #expect(report.status == 0, "\(report.findings.filter { $0.value.state != "ok" })")
                #expect(report["session.bus"]?.value == agent.bus)
                #expect(report["session.runtime"]?.value == agent.folders.path + "/run")
                #expect(report["session.display"]?.state == "note")
                #expect(report["session.terminal"]?.value == "no")
                let program = try TestAgent.program()
                #expect(report["agent.running"]?.value.hasSuffix(program) == true, "\(report.findings)")
                #expect(report["agent.version"]?.state == "ok")
                #expect(report["agent.responses"]?.state == "ok")
                #expect(report["agent.activation"]?.value == "\(agent.folders.activation) starts \(program)")
                #expect(report["agent.unit"]?.value == "\(agent.folders.units)/belfry.service, enabled")
                #expect(report["agent.manager"]?.value.contains("no systemd") == true)
                let owner = try await agent.connection.owner(of: "org.freedesktop.Notifications") ?? ""
                #expect(report["server.owner"]?.value.hasPrefix("\(owner), process \(getpid()), ") == true)
                #expect(report["server.owner"]?.state == "ok")
                #expect(report["server.name"]?.value.contains("specification 1.") == true)
                let words = report["server.capabilities"]?.value.split(separator: " ").map(String.init)
                #expect(words == words?.sorted() && words?.contains("actions") == true)
                #expect(report["server.profile"]?.value == "belfry")
                #expect(report["desktop.sound"]?.value == "the server plays sounds")
                for name in ["profile", "buttons", "body", "pictures"] {
                    #expect(report["server." + name]?.state == "ok", "\(name)")
                }
                #expect(report["desktop.reply"]?.value == "typed in the notification")
                #expect(report["desktop.lock"] != nil)
                #expect(report["desktop.disturb"]?.state == "note")
                #expect(report["desktop.badge"]?.state == "note")
                #expect(report["time.zone"]?.value == "GMT, set by TZ=UTC")
                // The system's own file may be newer.
                #expect(report["time.rules"]?.value.hasPrefix("20") == true)
                #expect(report["time.wake"] != nil)
                #expect(report["pictures.formats"]?.value.contains("png") == true)
                #expect(report["settings.file"]?.state == "ok")
                #expect(report["store.file"]?.value.hasPrefix(agent.folders.state + "/belfry/belfry.sqlite, ") == true)
                #expect(report["store.permissions"]?.value == "folder 0700, file 0600")
                for name in ["store.space", "store.log", "store.schema", "store.check", "store.contents"] {
                    #expect(report[name]?.state == "ok", "\(name)")
                }
                #expect(!report.names.contains { $0.hasPrefix("test.") || $0.hasPrefix("held.") })
            }
        }
    }

    @Test func `the output contains no text of a notification`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("id-of-it", title: "Geheimnis", ["body": .string("Parole")]))
            _ = try await server.nextNotification()
            _ = try await agent.proxy().add(request("later", title: "Geheimnis", ["trigger": after(60)]))

            let program = try await agent.belfry("doctor")

            #expect(program.status == 1)
            for word in ["Geheimnis", "Parole", "id-of-it"] { #expect(!program.output.contains(word)) }
            #expect(program.output.contains("1 pending, 1 delivered"), "\(program.output)")
        }
    }

    @Test(arguments: [40, 80, 200])
    func `each line fits the terminal, and problems are marked`(columns: Int) async throws {
        try await withAgent { agent in
            let program = try await agent.belfry("doctor", environment: ["COLUMNS": "\(columns)"])

            #expect(program.status == 69)
            // A longer word, such as a path, is not broken.
            let tooLong = program.lines.filter { $0.count > columns && $0.split(separator: " ").count > 3 }
            #expect(tooLong.isEmpty, "\(tooLong)")
            #expect(program.lines.contains { $0.hasPrefix("x owner") })
            #expect(program.lines.contains { $0.hasPrefix("! activation") })
            #expect(program.lines.contains { $0.hasPrefix("  version") })
            #expect(program.lines.contains { $0.contains("> Start your") })
            #expect(program.lines.last == "1 problem and 1 warning.")
            let groups = ["session", "agent", "server", "time", "pictures", "settings", "store"]
            #expect(program.lines.filter(groups.contains) == groups)
        }
    }

    @Test func `without a server, the doctor says so, and names the one that the bus would start`() async throws {
        try await withAgent(activates: true) { agent in
            let none = try await agent.doctor()
            #expect(none["server.owner"]?.state == "problem")
            #expect(none["server.name"] == nil)

            // A server that the bus may start has a program, or its program is missing. The bus has reread its folder.
            for (program, state) in [("/bin/true", "note"), ("/nonexistent/server", "problem")] {
                let text = "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(program)\n"
                let folder = agent.folders.data + "/dbus-1/services"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try agent.folders.write(text, to: folder + "/odd.service")
                try agent.folders.write(text, to: agent.folders.services + "/odd.service")
                try await agent.reloadBus()

                let report = try await agent.doctor()

                #expect(report["server.owner"]?.state == state)
                #expect(report["server.owner"]?.value.contains("\(folder)/odd.service starts \(program)") == true)
            }
        }
    }

    @Test func `a server without buttons is a warning, and a silent one a problem`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["body"]
        try await withAgentAndServer(script: script) { agent, _ in
            let report = try await agent.doctor()
            #expect(report["server.capabilities"]?.value == "body")
            #expect(report["server.buttons"]?.state == "warning")
        }
        try await withAgent { agent in
            var script = ScriptedServerScript()
            script.isHung = true
            try await withScriptedServer(on: agent.bus, script: script) { _ in
                let report = try await agent.doctor()
                #expect(report["server.owner"]?.state == "ok")
                #expect(report["server.name"]?.state == "problem")
            }
        }
    }

    @Test func `pauses and quiet hours that hold notifications back are reported`() async throws {
        try await withAgent(configuration: "[quiet]\nfrom = \"00:00\"\nto = \"23:59\"\n") { agent in
            #expect(try await agent.belfry("pause", "1h", "--app", TestAgent.app).status == 0)
            #expect(try await agent.belfry("pause", "--app", "org.example.Other").status == 0)

            let report = try await agent.doctor()

            #expect(report["held.quiet"]?.value.hasPrefix("00:00 to 23:59; in force until ") == true)
            #expect(report["held.pause"]?.value.hasPrefix("\(TestAgent.app) until ") == true)
            #expect(report["held.pause"]?.advice?.contains("--app \(TestAgent.app)") == true)
            #expect(report.names.count { $0 == "held.pause" } == 2)
        }
    }

    @Test func `applications with undelivered responses are named, by status, too`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("a", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            let events = try await AgentEvents(of: agent)
            await server.press(shown.key(of: "yes"), on: shown)
            try await events.next("answered", of: "a")

            let report = try await agent.doctor()
            let status = try await agent.belfry("status")
            let json = try await agent.belfry("status", "--json").objects().first

            #expect(report["agent.responses"]?.state == "note")
            #expect(report["agent.responses"]?.value == "responses waiting to be fetched: 1 of \(TestAgent.app)")
            #expect(status.output.contains("1 not yet delivered: 1 of \(TestAgent.app)"), "\(status.output)")
            #expect(json?["responsesOf"] == .object([TestAgent.app: .number(1)]))
        }
    }

    // MARK: - Store and settings

    @Test func `a store that other users can read is a warning`() async throws {
        try await withAgent { agent in
            let folder = agent.folders.state + "/belfry"
            #expect(chmod(folder, 0o755) == 0 && chmod(folder + "/belfry.sqlite", 0o644) == 0)

            let report = try await agent.doctor()

            #expect(report["store.permissions"]?.state == "warning")
            #expect(report["store.permissions"]?.value.hasPrefix("folder 0755, file 0644") == true)
        }
    }

    @Test func `changed settings are reported, and invalid ones, too`() async throws {
        try await withAgent(configuration: "quota = 10\n") { agent in
            #expect(try await agent.doctor()["settings.file"]?.state == "ok")

            try agent.folders.configure("quota = 11\n")
            let changed = try await agent.doctor()
            #expect(changed["settings.file"]?.state == "warning")
            let process = try await agent.proxy().status()["processID"]?.int ?? 0
            #expect(changed["settings.file"]?.advice?.contains("kill -HUP \(process)") == true)

            agent.signal(SIGHUP)
            try await withDeadline {
                while try await agent.doctor()["settings.file"]?.state != "ok" { try await yieldUntilDeadline() }
            }

            try agent.folders.configure("quota = many\n")
            let broken = try await agent.doctor()
            #expect(broken["settings.file"]?.state == "problem")
            #expect(broken["settings.file"]?.value.contains(agent.folders.configuration) == true)
            #expect(broken["settings.file"]?.advice?.contains("still uses the previous settings") == true)

            try agent.folders.configure("qouta = 1\n")
            #expect(try await agent.doctor()["settings.file"]?.value.contains("\"qouta\" is not a key") == true)
        }
    }

    @Test func `an unknown option of Diagnose is refused`() async throws {
        try await withAgent { agent in
            let plain = try await agent.proxy().diagnose(["check": .boolean(false)])
            #expect(!plain.findings.contains { $0.name == "store.check" })
            #expect(plain.findings.contains { $0.name == "store.contents" })
            await #expect(throws: (any Error).self) { try await agent.proxy().diagnose(["chekc": .boolean(false)]) }
        }
    }
}

extension TestAgent {
    /// Makes the bus read its folders again.
    func reloadBus() async throws {
        _ = try await connection.call(
            .methodCall(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "ReloadConfig", arguments: []))
    }
}
