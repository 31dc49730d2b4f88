// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing
import TestSupport

/// Programs as other people write them: delegates of every isolation, with every kind of main thread.
///
/// One agent serves all clients of a test; each is a separate application.
@Suite struct ClientTests {
    /// Checks that `willPresent` and `didReceive` were called in this order, on Apple's thread.
    private static let onMain = ["willPresent main", "didReceive main"]

    @Test(arguments: ["ClientFive", "ClientSix"])
    func `5, 123, 124: every delegate is called on the main thread of a run loop`(_ client: String) async throws {
        try await withAgentAndServer { agent, server async throws in
            var kinds = ["plainHandlers", "plainAsync", "mainAsync", "preconcurrency"]
            if client == "ClientFive" { kinds.append("mainHandlers") }
            for kind in kinds {
                let lines = try await run(client, "runLoop", kind, agent, server)
                #expect(lines == Self.onMain, "\(kind)")
            }
            for kind in ["nonisolatedOfMain", "isolatedHandlers", "isolatedAsync", "responsesOnly"] {
                let lines = try await run(client, "runLoop", kind, agent, server)
                #expect(lines == ["didReceive main"], "\(kind)")
            }
        }
    }

    @Test(arguments: ["ClientFive", "ClientSix"])
    func `123, 124: with a blocked main thread delegates are called, and nothing traps`(
        _ client: String
    ) async throws {
        try await withAgentAndServer { agent, server async throws in
            var kinds = ["plainHandlers", "plainAsync", "preconcurrency"]
            if client == "ClientFive" { kinds.append("mainHandlers") }
            for kind in kinds {
                let lines = try await run(client, "blocked", kind, agent, server)
                #expect(lines == ["willPresent elsewhere", "didReceive elsewhere"], "\(kind)")
            }
            for kind in ["nonisolatedOfMain", "isolatedHandlers", "responsesOnly"] {
                let lines = try await run(client, "blocked", kind, agent, server)
                #expect(lines == ["didReceive elsewhere"], "\(kind)")
            }
        }
    }

    @Test func `124: GLib's main loop is a main loop`() async throws {
        try await withAgentAndServer { agent, server async throws in
            for kind in ["plainHandlers", "plainAsync", "preconcurrency", "mainAsync"] {
                let lines = try await run("ClientSix", "glib", kind, agent, server)
                #expect(lines == Self.onMain, "\(kind)")
            }
        }
    }

    @Test func `124: dispatchMain is a main loop, whichever thread it runs on`() async throws {
        try await withAgentAndServer { agent, server async throws in
            for kind in ["mainAsync", "preconcurrency"] {
                let lines = try await run("ClientSix", "dispatch", kind, agent, server)
                #expect(lines.map { $0.prefix { $0 != " " } } == ["willPresent", "didReceive"], "\(kind)")
            }
        }
    }

    @Test func `123: an async main function with default isolation to the main actor works`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let lines = try await run("ClientAsync", "", "", agent, server)
            #expect(lines == Self.onMain)
        }
    }

    /// Runs a client until it has its response; returns its reports.
    private func run(
        _ client: String, _ loop: String, _ kind: String, _ agent: TestAgent, _ server: ScriptedServer
    ) async throws -> [String] {
        let path = try TestAgent.program(client)
        let environment = ["DBUS_SESSION_BUS_ADDRESS": agent.bus, "BELFRY_APP": "org.example.\(client).\(kind)"]
        async let ended = Program.run([path, loop, kind], environment: environment, seconds: 20)
        await server.press("default", on: try await server.nextNotification())
        let program = try await ended
        #expect(program.status == 0, "\(client) \(loop) \(kind): \(program.output) \(program.errors)")
        return program.output.split(separator: "\n").map(String.init)
    }
}
