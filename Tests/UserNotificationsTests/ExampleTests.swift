// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Glibc
import NotificationServer
import Testing
import TestSupport

/// `packaging/examples/TeaTimer`: it schedules a notification, ends, and is started for the answer.
@Suite(.serialized) struct ExampleTests {
    private static let app = "org.example.TeaTimer"

    @Test(arguments: [false, true])
    func `121: it is started for the answer, which is its first call, and has the token`(_ byBus: Bool) async throws {
        try await withAgent(activates: byBus, prepare: { try Self.install(in: $0, byBus: byBus) }) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let events = try await AgentEvents(of: agent)
                try await schedule("1", agent)
                let shown = try await server.nextNotification()
                #expect(shown.appName == "Tea Timer")
                #expect(shown.hints.desktopEntry == Self.app)
                try await events.next("shown", of: "tea")

                await server.sendToken("token-9", for: shown)
                await server.press("default", on: shown)

                try await events.next("acknowledged", of: "tea")
                #expect(Self.output(agent) == "Tea is ready: opened, with the token token-9\n")
            }
        }
    }

    @Test(arguments: [false, true])
    func `it handles an answer once`(_ byBus: Bool) async throws {
        try await withAgent(activates: byBus, prepare: { try Self.install(in: $0, byBus: byBus) }) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                let events = try await AgentEvents(of: agent)
                try await schedule("0.2", agent)
                var expected = ""
                for _ in 1...3 {
                    let shown = try await server.nextNotification()
                    try await events.next("shown", of: "tea")
                    await server.press(shown.key(of: "Another cup"), on: shown)
                    try await events.next("acknowledged", of: "tea")
                    expected += "Tea is ready: another cup\n"
                    #expect(Self.output(agent) == expected)
                }
                let last = try await server.nextNotification()
                try await events.next("shown", of: "tea")
                await server.press(last.key(of: "Enough"), on: last)
                try await events.next("acknowledged", of: "tea")
                #expect(Self.output(agent) == expected + "Tea is ready: enough\n")
                #expect(try await agent.proxy().status()["responses"]?.int == 0)
            }
        }
    }

    @Test func `it works with dunst, too`() async throws {
        try await withAgent(prepare: { try Self.install(in: $0, byBus: false) }) { agent in
            try await withDunst(on: agent.bus) { dunst in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                let events = try await AgentEvents(of: agent)
                try await schedule("0.5", agent)
                try await events.next("shown", of: "tea")
                try await dunst.context(choosing: "#Enough ")
                try await events.next("acknowledged", of: "tea")
                #expect(Self.output(agent) == "Tea is ready: enough\n")
            }
        }
    }

    /// Runs the program as a person does.
    private func schedule(_ seconds: String, _ agent: TestAgent) async throws {
        let program = agent.folders.path + "/home/.local/lib/tea-timer/TeaTimer"
        let result = try await Program.run([program, seconds], environment: ["DBUS_SESSION_BUS_ADDRESS": agent.bus])
        #expect(result.output == "Tea in \(seconds) s.\n", "\(result.errors)")
        #expect(result.status == 0)
    }

    /// The output of the program that was started for an answer.
    private static func output(_ agent: TestAgent) -> String {
        agent.folders.text(of: agent.folders.path + "/files/output") ?? ""
    }

    /// Installs the example with its own script, and redirects its output into a file.
    private static func install(in folders: AgentFolders, byBus: Bool) throws {
        let prefix = folders.path + "/home/.local"
        let script = SwiftCompiler.repository + "packaging/examples/TeaTimer/install"
        var words = [script, "--prefix", prefix, "--binary", try TestAgent.program("TeaTimer")]
        if byBus { words.append("--bus") }
        var status: Int32 = 0
        waitpid(try spawn(words), &status, 0)
        #expect(status == 0)
        let output = try folders.file("output", [])
        let wrapper = try folders.file("run", "#!/bin/sh\nexec \"$@\" >> \(output) 2>&1\n".utf8)
        func place(_ source: String, _ target: String) throws {
            let text = try #require(folders.text(of: prefix + "/share/" + source))
            try folders.write(text.replacing("\nExec=", with: "\nExec=/bin/sh \(wrapper) "), to: target)
        }
        try place("applications/\(app).desktop", folders.applications + "/\(app).desktop")
        if byBus { try place("dbus-1/services/\(app).service", folders.services + "/\(app).service") }
    }
}
