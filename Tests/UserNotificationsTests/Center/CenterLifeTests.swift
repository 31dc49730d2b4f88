// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import EventLoop
import Foundation
import NotificationServer
import Testing
import TestSupport

@testable import UserNotifications

/// The life of the connection.
@Suite struct CenterLifeTests {
    private static var hasty: CenterClient.Policy {
        var policy = CenterClient.Policy()
        policy.linger = .milliseconds(10)
        policy.longestPause = .milliseconds(100)
        return policy
    }

    @Test func `there is no connection before the first call, and none after the last`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center(policy: Self.hasty)
            #expect(!center.agent.isAwake)
            try await center.add(request("tea", in: 60))
            try await rest(center)
            #expect(await center.pendingNotificationRequests().count == 1)
            try await rest(center)
        }
    }

    @Test func `a delegate keeps the connection, and clearing it closes the connection`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center(policy: Self.hasty)
            let recorder = CenterRecorder()
            center.delegate = recorder
            try await center.add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            _ = try await recorder.responses.next()
            #expect(center.agent.isAwake)
            center.delegate = nil
            try await rest(center)
        }
    }

    @Test func `a deallocated center with a delegate leaves the bus`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let recorder = CenterRecorder()
            try await forgetCenter(agent, recorder)
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(["identifier": .string("tea"), "title": .string("Tea")])
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "tea")
            #expect(try await agent.proxy().status()["responses"]?.int == 1)
        }
    }

    private func forgetCenter(_ agent: TestAgent, _ recorder: CenterRecorder) async throws {
        let center = agent.center()
        center.delegate = recorder
        _ = await center.notificationSettings()
    }

    @Test func `a restarted agent is attached to again, and nothing is lost`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder()
            center.delegate = recorder
            let events = try await AgentEvents(of: agent)
            try await center.add(request("before"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "before")
            try await agent.kill()
            // This call is made while no agent runs, and waits for one.
            center.add(request("between", in: 3600), withCompletionHandler: nil)
            try await agent.start()
            #expect(await center.pendingNotificationRequests().map(\.identifier) == ["between"])
            try await agent.hasMet(server)

            try await center.add(request("after"))
            await server.press("default", on: try await server.nextNotification())
            #expect(try await recorder.responses.next().identifier == "after")
        }
    }

    @Test func `without a bus a call fails at once and says so`() async throws {
        let center = UNUserNotificationCenter(
            agent: CenterClient(bus: .at("unix:path=/nonexistent/bus")), app: "org.example.App")
        let error = await #expect(throws: UNError.self) { try await center.add(request("tea")) }
        #expect(error?.code == .notificationsNotAllowed)
        #expect(error?.localizedDescription.contains("can't be reached") == true)
        #expect(await center.pendingNotificationRequests().isEmpty)
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
    }

    @Test func `without an agent a call fails at once and says so`() async throws {
        try await withPrivateBus { address async throws in
            let center = UNUserNotificationCenter(agent: CenterClient(bus: .at(address)), app: "org.example.App")
            let error = await #expect(throws: UNError.self) { try await center.add(request("tea")) }
            #expect(error?.localizedDescription.contains("org.belfry.Agent") == true)
        }
    }

    @Test func `an agent that stays away is an error after a while`() async throws {
        try await withAgent { agent async throws in
            var policy = Self.hasty
            policy.patience = .milliseconds(200)
            let center = agent.center(policy: policy)
            try await center.add(request("tea", in: 60))
            try await agent.kill()
            let error = await #expect(throws: UNError.self) { try await center.add(request("coffee", in: 60)) }
            #expect(error?.code == .notificationsNotAllowed)
        }
    }

    @Test func `a lost bus is connected to again, and nothing is lost`() async throws {
        let folders = try AgentFolders()
        // The address survives the daemon: it is a link to the running one.
        let address = folders.path + "/bus"
        let loop = EventLoop.onOwnThread(named: "caller")
        defer { loop.stop() }
        let center = UNUserNotificationCenter(
            agent: CenterClient(bus: .at("unix:path=" + address), policy: Self.hasty), app: TestAgent.app,
            limits: .short)
        let recorder = CenterRecorder()
        try await withPrivateBusDaemon { bus async throws in
            let agent = try await Self.agent(on: bus, address, folders, loop)
            center.delegate = recorder
            try await center.add(request("before", in: 3600))
            agent.signal(SIGKILL)
            bus.kill()
        }
        // This call is made while there is no bus.
        center.add(request("between", in: 7200), withCompletionHandler: nil)
        try await withPrivateBusDaemon { bus async throws in
            let agent = try await Self.agent(on: bus, address, folders, loop)
            defer { agent.signal(SIGKILL) }
            try await withScriptedServer(on: agent.bus) { server async throws in
                try await agent.hasMet(server)
                let pending = await center.pendingNotificationRequests()
                #expect(pending.map(\.identifier) == ["before", "between"])
                try await center.add(request("after"))
                await server.press("default", on: try await server.nextNotification())
                #expect(try await recorder.responses.next().identifier == "after")
            }
        }
    }

    private static func agent(
        on bus: PrivateBus, _ address: String, _ folders: AgentFolders, _ loop: EventLoop
    ) async throws -> TestAgent {
        let plain = bus.address.split(separator: ",").first.map(String.init) ?? bus.address
        unlink(address)
        try FileManager.default.createSymbolicLink(
            atPath: address, withDestinationPath: String(plain.dropFirst("unix:path=".count)))
        let agent = try await TestAgent(bus: plain, folders: folders, loop: loop)
        try await agent.start()
        return agent
    }

    /// Waits until the client has ended its thread.
    private func rest(_ center: UNUserNotificationCenter) async throws {
        let agent = center.agent
        try await withDeadline { while agent.isAwake { try await Task.sleep(for: .milliseconds(5)) } }
    }
}
