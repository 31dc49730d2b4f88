// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing

/// A real agent, a notification server and NetworkManager's mock; the agent's clock is the test's.
struct NetworkWorld {
    let agent: TestAgent
    let server: ScriptedServer
    let networks: ScriptedNetworks

    /// Runs a test; without `hasNetworkManager` the test starts it.
    static func with(hasNetworkManager: Bool = true, _ body: (NetworkWorld) async throws -> Void) async throws {
        try await withScriptedNetworks { networks in
            if hasNetworkManager { try await networks.start() }
            let environment = ["BELFRY_NOW": PlaceWorld.start, "DBUS_SYSTEM_BUS_ADDRESS": networks.address]
            try await withAgentAndServer(environment: environment) { agent, server in
                try await agent.proxy().setLocationPermission("allowed")
                try await body(NetworkWorld(agent: agent, server: server, networks: networks))
            }
        }
    }

    // MARK: - Requests

    /// Adds a request that waits for a place with networks, and waits until the agent knows whether the person is there.
    @discardableResult
    func add(
        _ identifier: String, _ names: String..., entry: Bool = false, exit: Bool = false, repeats: Bool = false
    ) async throws -> [String: Value] {
        let region: [String: Value] = [
            "identifier": .string("home"), "networks": .strings(names), "notifyOnEntry": .boolean(entry),
            "notifyOnExit": .boolean(exit),
        ]
        let trigger: [String: Value] = ["region": .properties(region), "repeats": .boolean(repeats)]
        let outcome = try await agent.proxy().add(
            request(identifier, title: identifier, ["trigger": .properties(trigger)]))
        if await networks.isRunning { try await waitUntilKnown() }
        return outcome
    }

    /// Waits until the agent knows of each request whether the person is at its place.
    func waitUntilKnown() async throws {
        try await withDeadline { [agent] in
            while true {
                let fences = try await agent.proxy().location()["fences"]?.array?.compactMap(\.properties) ?? []
                if !fences.isEmpty, fences.allSatisfy({ $0["inside"] != nil }) { return }
                try await yieldUntilDeadline()
            }
        }
    }

    /// Returns how often a request has fired.
    func fired(_ identifier: String) async throws -> Int {
        try await agent.proxy().log(["identifier": .string(identifier)]).count { $0["kind"]?.string == "fired" }
    }

    /// Returns by how many seconds a request has fired late, once for each time.
    func lateness(of identifier: String) async throws -> [Int] {
        try await agent.proxy().log(["identifier": .string(identifier)]).filter { $0["kind"]?.string == "fired" }.map {
            $0["detail"]?.properties?["late"]?.int ?? 0
        }
    }

    // MARK: - Networks

    /// Connects the machine to a network, and waits until the agent knows it.
    func connect(to ssid: String) async throws {
        try await networks.connect(to: ssid)
        try await wait(until: ssid, isConnected: true)
    }

    /// Takes the network from the machine, and waits until the agent knows it.
    func disconnect(from ssid: String) async throws {
        try await networks.disconnect()
        try await wait(until: ssid, isConnected: false)
    }

    func wait(until ssid: String, isConnected: Bool) async throws {
        let region: [String: Value] = ["identifier": .string("network"), "networks": .strings([ssid])]
        try await withDeadline { [agent] in
            while true {
                let answer = try await agent.proxy().call(
                    .location, [.string(TestAgent.app), .properties(["region": .properties(region)])])
                if answer.first?.properties?["inside"]?.bool == isConnected { return }
                try await yieldUntilDeadline()
            }
        }
    }
}
