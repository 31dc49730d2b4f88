// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Several sessions of one person have one agent: on the bus that they share, or found by the file with its bus
/// address.
@Suite struct SessionsTests {
    @Test func `two sessions on one bus share the agent, and each one's command has its environment`() async throws {
        try await withAgent { agent in
            let file = agent.folders.path + "/displays"
            for display in [":1", ":2"] {
                let added = try await agent.belfry(
                    "add", "--id", display, "--title", "Tea", "--on", "fired=printf %s $DISPLAY >> \(file)",
                    environment: ["DISPLAY": display, "XDG_SESSION_ID": display])
                #expect(added.status == 0, "\(added.errors)")
            }

            try await withDeadline {
                while Set(agent.folders.text(of: file) ?? "") != Set(":12") { try await yieldUntilDeadline() }
            }
            for display in [":1", ":2"] {
                let list = try await agent.belfry(
                    "list", "--delivered", "--porcelain", environment: ["DISPLAY": display])
                #expect(list.lines.count == 2)
            }
        }
    }

    /// In the second session, a message said that an agent runs elsewhere, and no verb worked.
    @Test func `a session with its own bus finds the agent on the other bus`() async throws {
        try await withAgent { agent in
            try await withPrivateBus { address in
                let other = address.split(separator: ",").first.map(String.init) ?? address
                let there = ["DBUS_SESSION_BUS_ADDRESS": other, "XDG_STATE_HOME": agent.folders.state]
                let note = agent.folders.state + "/belfry/bus"
                try await withDeadline {
                    while agent.folders.text(of: note) != agent.bus + "\n" { try await yieldUntilDeadline() }
                }
                let mode = try FileManager.default.attributesOfItem(atPath: note)[.posixPermissions] as? Int
                #expect(mode == 0o600)

                let added = try await agent.belfry("remind", "1d", "tea", environment: there)
                #expect(added.status == 0, "\(added.errors)")
                #expect(try await agent.belfry("send", "soup", environment: there).status == 0)
                #expect(try await agent.proxy().pending().first?["title"]?.string == "tea")
                #expect(try await agent.proxy().delivered().first?["title"]?.string == "soup")
                let doctor = try await agent.belfry("doctor", "--json", environment: there)
                #expect(doctor.output.contains("another session's bus, \(agent.bus)"), "\(doctor.output)")

                agent.signal(SIGTERM)
                _ = try await agent.end()
                #expect(!FileManager.default.fileExists(atPath: note))
                let gone = try await agent.belfry("list", environment: there)
                #expect(gone.status == 69 && gone.errors.contains("not installed"), "\(gone.errors)")
            }
        }
    }

    @Test func `the address file of a killed agent is ignored`() async throws {
        try await withAgent { agent in
            try await withPrivateBus { address in
                let there = ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_STATE_HOME": agent.folders.state]
                try await agent.kill()

                let list = try await agent.belfry("list", environment: there)

                #expect(list.status == 69 && list.errors.contains("not installed"), "\(list.errors)")
            }
        }
    }
}
