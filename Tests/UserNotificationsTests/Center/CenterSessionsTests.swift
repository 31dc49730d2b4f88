// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import EventLoop
import Foundation
import NotificationServer
import TestSupport
import Testing

@testable import UserNotifications

/// A program in a session with its own bus, while the person's one agent is on another bus, ends and returns.
@Suite struct CenterSessionsTests {
    /// Makes a center of a program whose bus is `address`, and which looks for agents in these folders.
    private func center(on address: String, _ folders: AgentFolders) -> UNUserNotificationCenter {
        let whereabouts = AgentWhereabouts(folder: folders.state + "/belfry")
        let agent = CenterClient(bus: .at(address), whereabouts: whereabouts)
        return UNUserNotificationCenter(agent: agent, app: TestAgent.app, limits: .long)
    }

    /// Waits until an agent has written its address file.
    private func noted(_ bus: String, _ folders: AgentFolders) async throws {
        let note = folders.state + "/belfry/bus"
        try await withDeadline { while folders.text(of: note) != bus + "\n" { try await yieldUntilDeadline() } }
    }

    /// The address without its GUID, as agents of tests get it.
    private func plain(_ address: String) -> String { String(address.prefix { $0 != "," }) }

    // The error was that no agent can be reached; or a second agent was started, which could not open the store.
    @Test func `it finds the agent on the other bus, and is the delegate there`() async throws {
        try await withAgentAndServer { agent, server in
            try await noted(agent.bus, agent.folders)
            try await withPrivateBus { address in
                let center = center(on: address, agent.folders)
                let recorder = CenterRecorder()

                try await center.add(request("later", in: 86_400))
                #expect(try await agent.proxy().pending().first?["identifier"]?.string == "later")
                #expect(await center.pendingNotificationRequests().map(\.identifier) == ["later"])

                center.delegate = recorder
                try await center.add(request("tea"))
                #expect(try await recorder.questions.next().request.identifier == "tea")
                await server.press("default", on: try await server.nextNotification())
                #expect(try await recorder.responses.next().identifier == "tea")
                #expect(try await acknowledged(agent))
            }
        }
    }

    @Test func `a program in that session needs only its environment`() async throws {
        try await withAgentAndServer { agent, server in
            try await noted(agent.bus, agent.folders)
            try await withPrivateBus { address in
                let environment = [
                    "DBUS_SESSION_BUS_ADDRESS": address, "XDG_STATE_HOME": agent.folders.state,
                    "BELFRY_APP": "org.example.Second",
                ]
                let path = try TestAgent.program("ClientSix")
                async let ended = Program.run(
                    [path, "runLoop", "plainHandlers"], environment: environment, seconds: 20)
                await server.press("default", on: try await server.nextNotification())

                let program = try await ended
                #expect(program.status == 0, "\(program.output) \(program.errors)")
                #expect(program.output == "willPresent main\ndidReceive main\n")
                #expect(try await acknowledged(agent))
            }
        }
    }

    /// Whether the outbox is empty.
    private func acknowledged(_ agent: TestAgent) async throws -> Bool {
        try await withDeadline {
            while try await agent.proxy().status()["responses"]?.int != 0 { try await yieldUntilDeadline() }
            return true
        }
    }

    @Test func `it changes to an agent on its own bus, and back, and nothing is lost`() async throws {
        try await withAgent { agent in
            try await noted(agent.bus, agent.folders)
            try await withPrivateBus { address in
                let home = plain(address)
                let center = center(on: home, agent.folders)
                let recorder = CenterRecorder()
                center.delegate = recorder
                try await center.add(request("there", in: 86_400))

                agent.signal(SIGTERM)
                try await agent.end()
                let log = agent.folders.path + "/second.log"
                let second = try agent.another([], on: home, log: log)
                try await noted(home, agent.folders)
                try await withScriptedServer(on: home) { server in
                    try await press("home", at: server, with: center, recorder)
                }
                second.send(SIGTERM)
                _ = try await second.end()

                try await agent.start()
                try await noted(agent.bus, agent.folders)
                try await withScriptedServer(on: agent.bus) { server in
                    try await press("back", at: server, with: center, recorder)
                }
                #expect(await center.pendingNotificationRequests().map(\.identifier) == ["there"])
            }
        }
    }

    /// Adds a request, presses its button, and waits for the response.
    private func press(
        _ identifier: String, at server: ScriptedServer, with center: UNUserNotificationCenter,
        _ recorder: CenterRecorder
    ) async throws {
        try await center.add(request(identifier))
        await server.press("default", on: try await server.nextNotification())
        #expect(try await recorder.responses.next().identifier == identifier)
    }

    @Test func `an agent that starts on another bus later is found, even before its folder exists`() async throws {
        try await withMortalBus { _, agent in
            try await withPrivateBus { address in
                let center = center(on: address, agent.folders)
                let recorder = CenterRecorder()
                center.delegate = recorder
                // No agent is running, nor ever was.
                await #expect(throws: UNError.self) { try await center.add(request("early")) }
                #expect(!FileManager.default.fileExists(atPath: agent.folders.state))

                try await agent.start()
                defer { agent.signal(SIGKILL) }
                try await withScriptedServer(on: agent.bus) { server in
                    // Another program adds the request, because the center makes no calls by itself.
                    _ = try await agent.proxy().add(["identifier": .string("tea"), "title": .string("Tea")])
                    await server.press("default", on: try await server.nextNotification())
                    #expect(try await recorder.responses.next().identifier == "tea")
                }
                center.delegate = nil
            }
        }
    }

    @Test func `if an agent is lost with its bus, the next one at home is found`() async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        try await withPrivateBus { address in
            let home = plain(address)
            let center = center(on: home, folders)
            let recorder = CenterRecorder()
            try await withMortalBus(folders: folders) { bus, agent in
                try await agent.start()
                try await noted(agent.bus, folders)
                center.delegate = recorder
                try await center.add(request("before", in: 86_400))
                // Both end at once: an agent that had only lost its bus would wait for it for a while.
                agent.signal(SIGKILL)
                bus.kill()
            }
            // This call is made while there is no agent.
            center.add(request("between", in: 90_000), withCompletionHandler: nil)
            let log = folders.path + "/second.log"
            let agent = try AgentProcess(
                [try TestAgent.program()], environment: folders.environment(bus: home), log: log)
            defer { agent.send(SIGKILL) }
            try await noted(home, folders)
            try await withScriptedServer(on: home) { server in
                try await press("after", at: server, with: center, recorder)
            }
            #expect(await center.pendingNotificationRequests().map(\.identifier) == ["before", "between"])
        }
    }

    @Test func `the address file of a killed agent is ignored`() async throws {
        try await withAgent { agent in
            try await noted(agent.bus, agent.folders)
            try await agent.kill()
            try await withPrivateBus { address in
                let center = center(on: address, agent.folders)
                let error = await #expect(throws: UNError.self) { try await center.add(request("tea")) }
                #expect(error?.localizedDescription.contains("org.belfry.Agent") == true)
            }
        }
    }

    @Test func `without a session bus it finds the agent nevertheless`() async throws {
        try await withAgent { agent in
            try await noted(agent.bus, agent.folders)
            let center = center(on: "unix:path=/nonexistent/bus", agent.folders)
            try await center.add(request("tea", in: 86_400))
            #expect(try await agent.proxy().pending().first?["identifier"]?.string == "tea")
        }
    }

    @Test func `an agent on its own bus is preferred`() async throws {
        try await withAgent { other in
            try await noted(other.bus, other.folders)
            try await withAgent { own in
                let center = center(on: own.bus, other.folders)
                try await center.add(request("tea", in: 86_400))
                #expect(try await own.proxy().pending().count == 1)
                #expect(try await other.proxy().pending().isEmpty)
            }
        }
    }
}
