// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `packaging/examples/AlarmClock`: it sets an alarm, ends, and is started for the answer.
@Suite(.serialized) struct AlarmClockTests {
    private static let app = "org.example.AlarmClock"

    @Test func `it is started for a click, with the notification in its launch options`() async throws {
        try await withAlarm { agent, server, events in
            let shown = try await server.nextNotification()
            #expect(shown.appName == "Alarm Clock")
            #expect(shown.body == "Get up")
            #expect(shown.actions.map(\.label) == ["Snooze", "Stop", "Show"])
            await server.press("default", on: shown)
            try await events.next("acknowledged")
            #expect(Self.output(agent) == "Started for \"Get up\".\nOpened \"Get up\".\n")
        }
    }

    @Test func `a snooze adds an alarm, and the program ends by itself`() async throws {
        try await withAlarm { agent, server, events in
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Snooze"), on: shown)
            try await events.next("acknowledged")
            #expect(Self.output(agent) == "Started for \"Get up\".\nSnoozed \"Get up\".\n")
            // The program does not wait for the new alarm before it acknowledges, so the agent may add it later.
            let (proxy, now) = (agent.proxy(Self.app), Date.now.timeIntervalSince1970)
            let waits = try await withDeadline {
                while true {
                    let dates = try await proxy.pending().compactMap { $0["nextTriggerDateUnix"]?.double }
                    if dates.count == 2 { return dates.map { $0 - now }.sorted() }
                    try await yieldUntilDeadline()
                }
            }
            #expect(waits.first.map { (400...545).contains($0) } == true, "\(waits)")
            try await Self.ended(agent)
        }
    }

    @Test func `stopping removes the alarm`() async throws {
        try await withAlarm { agent, server, events in
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Stop"), on: shown)
            try await events.next("acknowledged")
            #expect(Self.output(agent) == "Started for \"Get up\".\nStopped \"Get up\".\n")
            try await Self.ended(agent)
            #expect(try await agent.proxy(Self.app).pending().isEmpty)
        }
    }

    /// Installs the example, sets an alarm in a second as a person does, and lets `body` press.
    private func withAlarm(
        _ body: (TestAgent, ScriptedServer, AgentEvents) async throws -> Void
    ) async throws {
        try await withAgent(prepare: Self.install) { agent async throws in
            try await withScriptedServer(on: agent.bus) { server async throws in
                try await agent.hasMet(server)
                let events = try await AgentEvents(of: agent)
                let program = agent.folders.path + "/home/.local/lib/alarm-clock/AlarmClock"
                let result = try await Program.run(
                    [program, "1", "Get up"], environment: ["DBUS_SESSION_BUS_ADDRESS": agent.bus])
                #expect(result.output == "1 alarms are set.\n", "\(result.errors)")
                #expect(result.status == 0)
                try await body(agent, server, events)
            }
        }
    }

    /// Waits until the program that was started has ended.
    private static func ended(_ agent: TestAgent) async throws {
        try await withDeadline {
            while output(agent, "ended").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(output(agent, "ended") == "0\n")
    }

    private static func output(_ agent: TestAgent, _ name: String = "output") -> String {
        agent.folders.text(of: agent.folders.path + "/files/\(name)") ?? ""
    }

    /// Installs the example with its own script; its output and its status go into files.
    private static func install(in folders: AgentFolders) throws {
        let prefix = folders.path + "/home/.local"
        let script = SwiftCompiler.repository + "packaging/examples/AlarmClock/install"
        var status: Int32 = 0
        waitpid(
            try spawn([script, "--prefix", prefix, "--binary", try TestAgent.program("AlarmClock")]), &status, 0)
        #expect(status == 0)
        let output = try folders.file("output", [])
        let ended = folders.path + "/files/ended"
        let text = "#!/bin/sh\n\"$@\" >> \(output) 2>&1\necho $? >> \(ended)\n"
        let wrapper = try folders.file("run", text.utf8)
        let entry = try #require(folders.text(of: prefix + "/share/applications/\(app).desktop"))
        try folders.write(
            entry.replacing("\nExec=", with: "\nExec=/bin/sh \(wrapper) "),
            to: folders.applications + "/\(app).desktop")
    }
}
