// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Testing
import TestSupport

/// The three errors of design §4 that are D-Bus's own.
@Suite struct ErrorsOfTheBusTests {
    /// Returns the error name of a call of the agent; an empty name if the call succeeds.
    private func name(_ call: () async throws -> Void) async throws -> String {
        do {
            try await call()
            return ""
        } catch let error as BusError {
            #expect(!error.message.isEmpty)
            return error.name
        }
    }

    @Test func `AccessDenied: a sandboxed caller may not act for another application`() async throws {
        let denied = BusError.prefix + "AccessDenied"
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try await withConfinedBus(.flatpak, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                #expect(try await name { _ = try await agent.proxy(on: connection).pending() } == denied)
                await connection.close()

                let inside = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
                for command in [["list"], ["cancel", "tea"], ["add", "--title", "Mine"]] {
                    try await agent.expectRefusal(
                        denied, 77, of: command + ["--app", TestAgent.app], environment: inside)
                }
                // The agent refuses the application's name, and the bus accepts the call.
                let own = try await agent.belfry(
                    "add", "--title", "Mine", "--in", "1d", "--app", Confinement.flatpak.app, environment: inside)
                #expect(own.status == 0, "\(own.errors)")
            }
            #expect(try await agent.pendingIdentifiers() == ["tea"])
        }
    }

    @Test func `InvalidArgs: an invalid application id is refused`() async throws {
        let invalid = BusError.prefix + "InvalidArgs"
        try await withAgent { agent in
            #expect(try await name { _ = try await agent.proxy("two words").add(request("tea")) } == invalid)
            for command in [["add", "--title", "Tea"], ["remind", "10m", "Tea"], ["list"], ["snooze", "tea", "1h"]] {
                try await agent.expectRefusal(invalid, 65, of: command + ["--app", "two words"])
            }
        }
    }

    @Test func `UnknownMethod: an agent of another version is reported as such`() async throws {
        let unknown = BusError.prefix + "UnknownMethod"
        try await withAgent { agent in
            let message = Message.methodCall(
                destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
                member: "Remember", arguments: [])
            #expect(try await name { _ = try await agent.connection.call(message) } == unknown)

            try await withRefusingAgent(RefusingAgent()) { bus in
                let older = ["DBUS_SESSION_BUS_ADDRESS": bus]
                for command in [["add", "--title", "Tea"], ["status"], ["repost", "tea"]] {
                    try await agent.expectRefusal(unknown, 69, of: command, environment: older)
                }
                let told = try await agent.belfry("status", environment: older)
                #expect(told.errors.contains("another version") && told.errors.contains("belfry agent --replace"))
            }
        }
    }
}
