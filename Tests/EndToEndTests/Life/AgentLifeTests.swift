// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import Glibc
import NotificationServer
import Testing
import TestSupport

/// The life of the agent: its start, its signals, its folders, its bus.
@Suite struct AgentLifeTests {
    @Test func `SIGTERM ends the agent with status 0`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            agent.signal(SIGTERM)

            #expect(try await agent.end() == .exited(0))
            try await agent.start()
            #expect(try await agent.pendingIdentifiers() == ["tea"])
        }
    }

    @Test func `a second agent reports the first one, and ends`() async throws {
        try await withAgent { agent in
            let log = agent.folders.path + "/second.log"
            for state in [agent.folders.state, agent.folders.path + "/elsewhere"] {
                let second = try agent.another(["--state", state + "/belfry"], log: log)
                let ending = try await second.end()
                #expect(ending == .exited(69))
                let text = try #require(agent.folders.text(of: log))
                #expect(text.contains("belfryd: your belfryd is already running"))
                try FileManager.default.removeItem(atPath: log)
            }
            // The first agent has not noticed.
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
        }
    }

    // Two agents with one store fired each other's requests, each for its own bus.
    @Test func `an agent on another bus can't open the store`() async throws {
        try await withAgent { agent in
            let log = agent.folders.path + "/second.log"
            let ending = try await withPrivateBus { bus in
                try await agent.another([], on: bus, log: log).end()
            }
            #expect(ending == .exited(69))
            #expect(agent.folders.text(of: log)?.contains("on another session bus, \(agent.bus)") == true)
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
        }
    }

    // The status was 64, and 2 for belfry.
    @Test func `a wrong command line ends the agent with 2, as belfry`() async throws {
        try await withAgent { agent in
            let log = agent.folders.path + "/second.log"
            for (arguments, status, words) in [
                (["--nonsense"], 2, "Unknown option '--nonsense'"),
                (["--log-level", "loud"], 2, "--log-level must be"),
                (["--state", "here"], 2, "--state must be an absolute path"), (["--version"], 0, "0.1"),
            ] as [([String], Int32, String)] {
                let wrong = try agent.another(arguments, log: log)
                #expect(try await wrong.end() == .exited(status))
                #expect(agent.folders.text(of: log)?.contains(words) == true, "\(agent.folders.text(of: log) ?? "")")
                try FileManager.default.removeItem(atPath: log)
            }
            #expect(try await agent.belfry("agent", "--nonsense").status == 2)
        }
    }

    @Test func `without a bus the agent says so, and ends`() async throws {
        try await withAgent { agent in
            let log = agent.folders.path + "/second.log"
            let lost = try agent.another(["--bus", "unix:path=/nowhere/bus", "--state", "/tmp/belfry-lost"], log: log)
            #expect(try await lost.end() == .exited(69))
            let text = agent.folders.text(of: log) ?? ""
            #expect(text.contains("belfryd: "))
            #expect(text.contains("/nowhere/bus"))
            try? FileManager.default.removeItem(atPath: "/tmp/belfry-lost")
        }
    }

    @Test func `SIGHUP reads the configuration again, and an invalid one changes nothing`() async throws {
        try await withAgent { agent in
            try agent.folders.configure("[applications.\"\(TestAgent.app)\"]\nnotifications = false\n")
            agent.signal(SIGHUP)
            try await withDeadline {
                while try await agent.proxy().settings()["authorizationStatus"]?.string != "denied" {
                    try await yieldUntilDeadline()
                }
            }

            try agent.folders.configure("quota = \"many\"\n")
            agent.signal(SIGHUP)
            try await withDeadline {
                while !agent.log.contains("Could not read the configuration; the previous one stays in use") {
                    _ = try await agent.proxy().status()
                }
            }
            #expect(agent.log.contains("quota must be a whole number"))
            #expect(try await agent.proxy().settings()["authorizationStatus"]?.string == "denied")
        }
    }

    @Test func `with an unreadable configuration the running agent keeps the old one, and none starts`() async throws {
        let toml = "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n"
        try await withAgent(configuration: toml) { agent in
            // Root can read every file, so the unreadable one is a folder.
            let path = agent.folders.configuration
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            agent.signal(SIGHUP)
            try await withDeadline {
                while !agent.log.contains("Could not read the configuration; the previous one stays in use") {
                    _ = try await agent.proxy().status()
                }
            }
            #expect(try await agent.proxy().settings()["authorizationStatus"]?.string == "denied")

            try await agent.kill()
            let log = agent.folders.path + "/second.log"
            let next = try agent.another([], log: log)
            #expect(try await next.end() == .exited(78))
            #expect(agent.folders.text(of: log)?.contains("\(path): can't be read") == true)
        }
    }

    @Test(arguments: [
        ("quota = -1", "quota"), ("colour = 1", "colour"), ("[applications.x]\nsond = true", "applications.x.sond"),
        ("[applications.x]\nsound = 1", "sound"), ("quota = [", "config.toml"),
    ])
    func `an invalid configuration is named at the start`(toml: String, word: String) async throws {
        try await withAgent { agent in
            try await agent.kill()
            try agent.folders.configure(toml)
            let log = agent.folders.path + "/second.log"

            let next = try agent.another([], log: log)

            #expect(try await next.end() == .exited(78))
            let text = agent.folders.text(of: log) ?? ""
            #expect(text.contains(agent.folders.configuration))
            #expect(text.contains(word))
        }
    }

    @Test func `only the person can read the store`() async throws {
        try await withAgent { agent in
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            let (folder, file) = (
                try mode(agent.folders.state + "/belfry"), try mode(agent.folders.state + "/belfry/belfry.sqlite")
            )
            #expect(folder == 0o700)
            #expect(file == 0o600)
        }
    }

    @Test func `the log contains no private text`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request(
                    "tea", title: "Title-secret",
                    [
                        "subtitle": .string("Subtitle-secret"), "body": .string("Body-secret"),
                        "userInfo": .properties(["k": .string("Info-secret")]),
                        "on": .properties(["default": .string("echo Output-secret; exit 1")]),
                    ]))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("command", of: "tea")
            await #expect(throws: (any Error).self) {
                try await agent.proxy().add(["title": .string("Title-secret"), "badge": .int32(-1)])
            }

            #expect(!agent.log.contains("secret"))
        }
    }

    @Test func `the agent ends with its bus`() async throws {
        try await withMortalBus { bus, agent in
            let process = try agent.another([], log: agent.folders.log)
            while try await agent.connection.owner(of: AgentNames.busName) == nil { try await yieldUntilDeadline() }
            bus.kill()
            #expect(try await process.end() == .exited(69))
            #expect(agent.log.contains("belfryd: "))
        }
    }

    @Test func `the agent continues when its bus returns`() async throws {
        try await withMortalBus { bus, agent in
            let (address, loop) = (agent.bus, agent.loop)
            let socket = String(address.dropFirst("unix:path=".count))
            try await agent.start()
            defer { agent.signal(SIGKILL) }
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))

            bus.kill()
            let configuration = socket.dropLast("bus".count) + "bus.conf"
            let daemon = try await Stranger.run(
                "dbus-daemon", "--fork", "--nopidfile", "--print-pid=1", "--config-file=\(configuration)", on: address)
            let processID = try #require(Int32(daemon.output.filter(\.isNumber)))
            defer { kill(processID, SIGKILL) }

            let connection = try Connection(to: .at(address), on: loop)
            let owners = Mailbox<String?>()
            try await connection.watch(name: AgentNames.busName) { _, new in owners.put(new) }
            while try await owners.next() == nil {}
            let proxy = agent.proxy(TestAgent.app, on: connection)
            #expect(try await proxy.pending().count == 1)
            try await withScriptedServer(on: address) { server in
                _ = try await proxy.add(request("coffee", title: "Coffee"))
                let shown = try await server.nextNotification()
                #expect(shown.summary == "Coffee")
            }
            await connection.close()
        }
    }
}
