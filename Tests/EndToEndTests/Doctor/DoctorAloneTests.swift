// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `belfry doctor` without an agent that replies: it prints every finding that needs no agent.
@Suite(.serialized) struct DoctorAloneTests {
    /// The folders of a person, in which no agent has run.
    private func withFolders(_ body: (AgentFolders, [String: String]) async throws -> Void) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let environment = folders.environment(bus: "").merging([
            "XDG_DATA_DIRS": folders.path + "/none", "XDG_RUNTIME_DIR": "", "NO_COLOR": "1", "BELFRY_FORMAT": "",
            "DISPLAY": "", "WAYLAND_DISPLAY": "",
        ]) { _, new in new }
        try await body(folders, environment.filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" })
    }

    private func doctor(on bus: String, _ environment: [String: String]) async throws -> DoctorReport {
        try await doctor(on: bus, environment, by: [TestAgent.program("belfry")])
    }

    private func doctor(
        on bus: String, _ environment: [String: String], by program: [String]
    ) async throws -> DoctorReport {
        try DoctorReport(
            try await Stranger.runLimited(program + ["doctor", "--json"], on: bus, environment: environment))
    }

    private let nowhere = "unix:path=/nonexistent/bus"

    @Test func `without a bus the address is named, and the folders are checked`() async throws {
        try await withFolders { folders, environment in
            try folders.configure("quota = 5\n")

            let report = try await doctor(on: nowhere, environment)

            #expect(report.status == 69)
            #expect(report["session.bus"]?.state == "problem")
            #expect(report["session.bus"]?.value.contains(nowhere) == true)
            #expect(report["session.runtime"]?.state == "note")
            #expect(report["agent.running"]?.state == "note")
            #expect(report["agent.activation"]?.state == "warning")
            #expect(report["agent.unit"]?.state == "note")
            #expect(report["settings.file"]?.value == folders.configuration)
            #expect(report["store.file"]?.state == "note")
            #expect(report["time.zone"]?.value.contains("TZ=UTC") == true)
            #expect(report["pictures.formats"] != nil)
            #expect(report["server.owner"] == nil)
            // The check creates no file.
            #expect(!FileManager.default.fileExists(atPath: folders.state))
        }
    }

    @Test func `without an agent the server and the folders are checked`() async throws {
        try await withPrivateBus { bus in
            try await withFolders { _, environment in
                let alone = try await doctor(on: bus, environment)
                #expect(alone["agent.running"]?.state == "problem")
                #expect(alone["agent.running"]?.advice?.contains("belfry agent") == true)
                #expect(alone["server.owner"]?.state == "problem")
                #expect(alone["store.file"]?.state == "note")

                try await withScriptedServer(on: bus) { _ in
                    let report = try await doctor(on: bus, environment)
                    #expect(report["server.owner"]?.state == "ok")
                    #expect(report["server.name"]?.state == "ok")
                }
            }
        }
    }

    @Test func `an agent that does not start because of its settings is reported with the key`() async throws {
        try await withAgent(activates: true) { agent in
            let folder = agent.folders.path + "/config"
            let start =
                "/usr/bin/env " + agent.folders.environment(bus: agent.bus).map { "\($0)=\($1)" }.joined(separator: " ")
            try agent.folders.write(
                "[D-BUS Service]\nName=org.belfry.Agent\nExec=\(start) \(try TestAgent.program())\n",
                to: agent.folders.services + "/org.belfry.Agent.service")
            try await agent.kill()
            try agent.folders.write("quota = \"many\"\n", to: folder + "/belfry/config.toml")

            let report = try await agent.doctor()

            #expect(report["agent.running"]?.value.contains("exited with status 78") == true)
            #expect(report["settings.file"]?.state == "problem")
            #expect(report["settings.file"]?.value.contains("quota must be a whole number") == true)
            #expect(report["store.contents"]?.state == "ok")
        }
    }

    @Test func `a hanging agent is reported soon`() async throws {
        try await withAgent { agent in
            agent.signal(SIGSTOP)
            defer { agent.signal(SIGCONT) }

            let report = try await agent.doctor()

            #expect(report["agent.running"]?.state == "problem")
            #expect(report["agent.running"]?.value.contains("does not answer") == true)
            #expect(report["store.contents"]?.state == "ok")
        }
    }

    @Test func `an agent of another version is reported with its version`() async throws {
        try await withPrivateBus { bus in
            try await withFolders { _, environment in
                let loop = EventLoop.onOwnThread(named: "old agent")
                defer { loop.stop() }
                let connection = try Connection(to: .at(bus), on: loop)
                try await connection.export(try OldAgent(), at: AgentNames.path)
                _ = try await connection.requestName(AgentNames.busName)

                let report = try await doctor(on: bus, environment)

                #expect(report["agent.version"]?.state == "warning")
                #expect(
                    report["agent.version"]?.value.hasPrefix("0.0.9, which is too old for belfry doctor; this") == true)
                #expect(report["agent.running"]?.state == "ok")
                #expect(report["store.file"] != nil)
                await connection.close()
            }
        }
    }

    @Test func `a newer agent that has Diagnose is compared`() async throws {
        try await withPrivateBus { bus in
            try await withFolders { _, environment in
                let loop = EventLoop.onOwnThread(named: "new agent")
                defer { loop.stop() }
                let connection = try Connection(to: .at(bus), on: loop)
                try await connection.export(try NewAgent(), at: AgentNames.path)
                _ = try await connection.requestName(AgentNames.busName)

                let report = try await doctor(on: bus, environment)

                #expect(report["agent.version"]?.state == "warning")
                #expect(report["agent.version"]?.value.hasPrefix("9.9.9; this command is ") == true)
                // An unknown state counts as a note, and an unknown group is printed.
                #expect(report["moon.phase"]?.state == "note")
                let words = try await Stranger.runLimited(
                    [TestAgent.program("belfry"), "doctor"], on: bus, environment: environment)
                #expect(words.lines.contains("moon") && words.lines.contains { $0.hasPrefix("- phase") })
                await connection.close()
            }
        }
    }

    @Test func `a program file that was replaced while the agent runs is reported`() async throws {
        let copy = "/tmp/belfryd-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        // Another process writes the file: a child of another test may hold a file open that this process writes, and
        // then it can't be executed.
        #expect(try await Program.run(["cp", TestAgent.program(), copy]).status == 0)
        try await withAgent(program: copy) { agent in
            #expect(try await agent.doctor()["agent.running"]?.state == "ok")
            try FileManager.default.removeItem(atPath: copy)

            let report = try await agent.doctor()

            #expect(report["agent.running"]?.state == "warning")
            #expect(report["agent.running"]?.value.contains("\(copy); its file was replaced") == true)
        }
    }

    @Test func `a read-only folder is a problem`() async throws {
        try await withFolders { folders, environment in
            try FileManager.default.createDirectory(atPath: folders.state, withIntermediateDirectories: true)
            for path in [folders.path, folders.state] { #expect(chmod(path, 0o555) == 0) }
            // Root may write everywhere, so the test needs another user.
            let user = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
            // Another user may not be allowed to read the checkout.
            let programs = folders.path + "/programs"
            #expect(mkdir(programs, 0o755) == 0)
            let copied = try await Program.run(["cp", TestAgent.program("belfry"), TestAgent.program(), programs])
            #expect(copied.status == 0, "\(copied.errors)")
            let other = user + [programs + "/belfry"]

            let missing = try await doctor(on: nowhere, environment, by: other)
            #expect(missing["store.file"]?.state == "problem")
            #expect(missing["store.file"]?.value.contains("can't be created") == true)

            #expect(mkdir(folders.state + "/belfry", 0o755) == 0)
            try folders.write("", to: folders.state + "/belfry/belfry.sqlite")
            #expect(chmod(folders.state + "/belfry/belfry.sqlite", 0o444) == 0)
            #expect(chmod(folders.state + "/belfry", 0o555) == 0)
            let locked = try await doctor(on: nowhere, environment, by: other)
            #expect(locked["store.file"]?.state == "problem")
            #expect(locked["store.file"]?.value.contains("can't be written") == true)
            if geteuid() == 0 { #expect(locked["store.permissions"]?.value.contains("another user") == true) }
        }
    }

    @Test func `a broken installation is reported, file by file`() async throws {
        try await withFolders { folders, environment in
            let daemon = try TestAgent.program()
            func look() async throws -> (activation: DoctorReport.Finding?, unit: DoctorReport.Finding?) {
                let report = try await doctor(on: nowhere, environment)
                return (report["agent.activation"], report["agent.unit"])
            }
            try folders.install(program: daemon)
            var found = try await look()
            #expect(found.activation?.state == "ok" && found.unit?.state == "ok", "\(found)")

            try FileManager.default.removeItem(
                atPath: folders.path + "/config/systemd/user/default.target.wants/belfry.service")
            found = try await look()
            #expect(found.unit?.state == "note")
            #expect(found.unit?.advice?.contains("enable --now belfry.service") == true)

            try folders.write("[Service]\nExecStart=-/usr/bin/env sh\n", to: folders.units + "/belfry.service")
            found = try await look()
            #expect(found.unit?.state == "warning")
            #expect(found.unit?.value.contains("/usr/bin/env") == true)

            try folders.write("[Service]\nExecStart=/gone/belfryd\n", to: folders.units + "/belfry.service")
            #expect(try await look().unit?.state == "problem")

            try FileManager.default.removeItem(atPath: folders.units + "/belfry.service")
            found = try await look()
            #expect(found.unit?.state == "note" && found.activation?.state == "warning", "\(found)")
            #expect(found.activation?.value.contains("by the unit belfry.service, which is not there") == true)

            try FileManager.default.createSymbolicLink(
                atPath: folders.units + "/belfry.service", withDestinationPath: "/dev/null")
            found = try await look()
            #expect(found.unit?.state == "problem" && found.unit?.advice?.contains("unmask") == true)

            try folders.install(program: "/gone/belfryd")
            #expect(try await look().activation?.state == "problem")
        }
    }

    @Test func `the installed program and the running one are compared`() async throws {
        try await withAgent(activates: true, prepare: { try $0.install(program: "/usr/bin/env") }) { agent in
            // The program of a wrapper can't be compared.
            #expect(try await agent.doctor()["agent.activation"]?.state == "ok")

            let other = agent.folders.path + "/files/belfryd"
            try agent.folders.file("belfryd", "#!/bin/sh\n".utf8, mode: 0o700)
            try agent.install(program: other)
            let report = try await agent.doctor()
            #expect(report["agent.activation"]?.state == "warning")
            #expect(report["agent.activation"]?.value.hasPrefix("the installed agent is \(other), but ") == true)
        }
    }

    @Test func `systemd on the bus is reported, and whether the agent survives the login`() async throws {
        try await withAgent { agent in
            let connection = try agent.connect()
            _ = try await connection.requestName("org.freedesktop.systemd1")

            let report = try await agent.doctor()

            #expect(report["agent.manager"]?.value.hasPrefix("systemd, :") == true)
            #expect(report["agent.lingering"]?.state == "ok")
            await connection.close()
        }
    }
}

/// An agent of a version without Diagnose.
private struct OldAgent: ExportedObject {
    let interfaces: [Interface]

    init() throws {
        interfaces = [
            try Interface(
                xml: """
                    <node><interface name="\(AgentNames.interface)">
                      <method name="Status"><arg name="status" type="a{sv}" direction="out"/></method>
                    </interface></node>
                    """)
        ]
    }

    func answer(_ call: MethodCall) async throws -> [Value] { [.properties(["version": .string("0.0.9")])] }
}

/// An agent of a newer version.
private struct NewAgent: ExportedObject {
    let interfaces: [Interface]

    init() throws { interfaces = [try Interface(xml: AgentNames.centerXML)] }

    func answer(_ call: MethodCall) async throws -> [Value] {
        let moon: [String: Value] = [
            "name": .string("moon.phase"), "state": .string("eerie"), "value": .string("full"),
        ]
        return [.properties(["findings": .dictionaries([Finding("agent.version", "9.9.9").properties, moon])])]
    }
}
