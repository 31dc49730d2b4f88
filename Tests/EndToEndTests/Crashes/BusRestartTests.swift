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

/// The session bus ends, and another one starts at another address: the agent ends, is activated again, and has all its
/// data.
@Suite struct BusRestartTests {
    @Test func `the first call on a new bus starts an agent with the old agent's data`() async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }

        try await withMortalBus(folders: folders) { bus, agent in
            let process = try agent.another([], log: folders.log)
            while try await agent.connection.owner(of: AgentNames.busName) == nil { try await yieldUntilDeadline() }
            try await withScriptedServer(on: agent.bus) { server in
                _ = try await agent.proxy().add(request("tomorrow", ["trigger": tomorrow]))
                // This request becomes due while there is no bus.
                _ = try await agent.proxy().add(request("meanwhile", title: "Meanwhile", ["trigger": after(1)]))
                _ = try await agent.proxy().add(request("pressed", title: "Pressed"))
                let shown = try await server.nextNotification()
                await server.press("default", on: shown)
                while try await agent.storedResponses() == 0 { try await yieldUntilDeadline() }
                bus.kill()
            }
            #expect(try await process.end() == .exited(69))
            #expect(agent.log.contains("Lost the connection to the bus"))
            #expect(agent.log.contains("belfryd: "))
        }

        let program = try TestAgent.program()
        try folders.write(
            "[D-BUS Service]\nName=\(AgentNames.busName)\nExec=\(program)\n", to: folders.services + "/agent.service")
        let environment = folders.environment(bus: "").filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" }
        try await withMortalBus(folders: folders, serviceFolder: folders.services, environment: environment) {
            _, agent in
            try await withScriptedServer(on: agent.bus) { server in
                // This call activates the agent.
                let delegate = try await agent.delegate()
                #expect(try await delegate.nextResponse()["kind"]?.string == "default")
                #expect(try await server.nextNotification().summary == "Meanwhile")
                #expect(try await agent.pendingIdentifiers() == ["tomorrow"])
            }
            // The test ends the agent itself, because the test is not its parent.
            let processID = try await agent.connection.credentials(of: AgentNames.busName).processID
            kill(try #require(processID), SIGKILL)
        }
    }
}
