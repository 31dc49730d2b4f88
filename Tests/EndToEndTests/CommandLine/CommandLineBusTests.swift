// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The messages of `belfry` without a bus or an agent.
@Suite(.serialized) struct CommandLineBusTests {
    @Test(arguments: [["status"], ["send", "x"], ["ask", "x", "-A", "y"], ["add", "--title", "x"]])
    func `without a bus the message names the address that was tried`(arguments: [String]) async throws {
        let program = try await Stranger.runLimited(
            [TestAgent.program("belfry")] + arguments, on: "unix:path=/nonexistent/bus")
        #expect(program.status == 69)
        #expect(program.output == "")
        #expect(program.errors.contains("unix:path=/nonexistent/bus ($DBUS_SESSION_BUS_ADDRESS)"), "\(program.errors)")
    }

    @Test(arguments: [["status"], ["send", "x"], ["send", "-w", "x"], ["ask", "x", "-A", "y"], ["listen"]])
    func `without an agent the message says how to start one`(arguments: [String]) async throws {
        try await withPrivateBus { bus in
            let program = try await Stranger.runLimited(
                [TestAgent.program("belfry")] + arguments, on: bus)
            #expect(program.status == 69)
            #expect(program.errors.contains("belfry agent"), "\(program.errors)")
        }
    }

    private func startFile(in folders: AgentFolders) throws {
        let folder = folders.path + "/activated"
        try folders.write(
            """
            [D-BUS Service]
            Name=org.belfry.Agent
            Exec=/usr/bin/env HOME=\(folder) XDG_STATE_HOME=\(folder) XDG_DATA_HOME=\(folder) \
            XDG_CONFIG_HOME=\(folder) \(try TestAgent.program())

            """.replacing("\\\n", with: ""), to: folders.services + "/org.belfry.Agent.service")
    }

    @Test func `the agent is started by the bus`() async throws {
        try await withAgent(activates: true, prepare: startFile) { agent in
            try await agent.kill()
            let status = try await agent.belfry("status", "--json")
            #expect(status.status == 0, "\(status.errors)")
            #expect(try status.objects().first?["store"]?.text?.contains("/activated/") == true)
            // The test ends the agent itself, because the bus has started it.
            let process = try status.objects().first?["processID"]?.number ?? 0
            if process > 1 { kill(Int32(process), SIGKILL) }
        }
    }

    @Test func `the message about an agent that ends at once explains its status`() async throws {
        try await withAgent(activates: true, prepare: startFile) { agent in
            try await agent.kill()
            let folder = agent.folders.path + "/activated/belfry"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try agent.folders.write("quota = many", to: folder + "/config.toml")

            let program = try await agent.belfry("status")

            #expect(program.status == 69)
            #expect(program.errors.contains("exited with status 78"), "\(program.errors)")
            #expect(program.errors.contains("78 means settings that are not understood"), "\(program.errors)")
        }
    }
}
