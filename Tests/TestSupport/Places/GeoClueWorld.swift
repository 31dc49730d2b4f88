// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
package import DBus
internal import FoundationEssentials

/// A real agent, a notification server and GeoClue's own daemon, which `body` starts, on the real clock.
package struct GeoClueWorld: Sendable {
    package let agent: TestAgent
    package let server: ScriptedServer
    package let geoClue: GeoClueDaemon

    package static func with(_ body: (GeoClueWorld) async throws -> Void) async throws {
        try await withGeoClueDaemon { geoClue in
            try await withAgentAndServer(environment: environment(geoClue.address)) { agent, server in
                try await agent.proxy().setLocationPermission("allowed")
                try await body(GeoClueWorld(agent: agent, server: server, geoClue: geoClue))
            }
        }
    }

    /// The environment of an agent that wants each position near a border.
    private static func environment(_ address: String) -> [String: String] {
        ["DBUS_SYSTEM_BUS_ADDRESS": address, "BELFRYD_LOCATION_INTERVAL": "0"]
    }

    /// The agent's environment, to start it again.
    package var environment: [String: String] { Self.environment(geoClue.address) }

    /// A trigger for a circle of 200 metres around the middle of the map.
    package static func home(entry: Bool = true, exit: Bool = true, repeats: Bool = true) -> [String: Value] {
        PlaceWorld.home(
            latitude: GeoClueDaemon.latitude, longitude: GeoClueDaemon.longitude, entry: entry, exit: exit,
            repeats: repeats)
    }

    /// Moves the receiver, and waits until the agent has the position.
    package func walk(to north: Double, dilution: Double = 1) async throws {
        let before = try await agent.proxy().location()["dateUnix"]?.double ?? 0
        let latitude = GeoClueDaemon.latitude + north / 111_195
        try await withDeadline {
            while true {
                await geoClue.move(north: north, dilution: dilution)
                for _ in 0..<200 where try await isAt(latitude, after: before) { return }
            }
        }
    }

    /// Tells whether the agent has a position at this latitude, after the time stamp of another.
    package func isAt(_ latitude: Double, after before: Double) async throws -> Bool {
        let now = try await agent.proxy().location()
        return abs((now["latitude"]?.double ?? 0) - latitude) < 1e-6 && (now["dateUnix"]?.double ?? 0) > before
    }

    /// Returns how many times a request has fired.
    package func firings(of identifier: String = "home") async throws -> Int {
        try await agent.proxy().log(["identifier": .string(identifier)]).count { $0["kind"]?.string == "fired" }
    }
}
