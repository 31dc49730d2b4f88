// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
package import DBus
internal import EventLoop
internal import FoundationEssentials

/// A real agent, a notification server and GeoClue, which stamps its positions with the test's clock.
package struct PlaceWorld: Sendable {
    package let agent: TestAgent
    package let server: ScriptedServer
    package let geoClue: ScriptedGeoClue

    package static let start = "2026-11-27T08:00:00Z"

    package static func with(_ body: (PlaceWorld) async throws -> Void) async throws {
        let loop = EventLoop.onOwnThread(named: "GeoClue")
        defer { loop.stop() }
        try await withPrivateBus { system in
            let address = String(system.prefix { $0 != "," })
            let geoClue = try await ScriptedGeoClue(on: address, loop: loop)
            try await withAgentAndServer(environment: environment(address)) { agent, server in
                try await body(PlaceWorld(agent: agent, server: server, geoClue: geoClue))
            }
            await geoClue.leave()
        }
    }

    /// The environment of an agent with this system bus.
    private static func environment(_ address: String) -> [String: String] {
        ["BELFRY_NOW": start, "DBUS_SYSTEM_BUS_ADDRESS": address]
    }

    /// The agent's environment, to start it again.
    package var environment: [String: String] { Self.environment(geoClue.address) }

    /// Moves the machine to metres north of the middle of the map, and waits until the agent has the position.
    package func move(
        north: Double, accuracy: Double = 15, age: Double = 0, silently: Bool = false
    ) async throws {
        let now = Date(timeIntervalSince1970: try await agent.clock.now())
        try await geoClue.move(to: .init(north: north, accuracy: accuracy, age: age), at: now, silently: silently)
        guard geoClue.started > 0, age < 120 else { return }
        let stamp = (now.timeIntervalSince1970 - age).rounded(.down)
        try await withDeadline {
            while try await agent.proxy().location()["dateUnix"]?.double != stamp { try await yieldUntilDeadline() }
        }
    }

    /// Lets time pass, and moves the machine near a border, where the agent follows it all the time.
    ///
    /// Between its first position and that time, GeoClue's client is stopped for a moment.
    package func walk(to north: Double, after seconds: Double = 10, silently: Bool = false) async throws {
        try await withDeadline { [geoClue] in
            while !geoClue.isFollowed { try await yieldUntilDeadline() }
        }
        try await agent.clock.advance(seconds)
        try await move(north: north, silently: silently)
    }

    /// Waits until the client runs, for a position.
    package func waitForStart() async throws { while try await !geoClue.steps.next().hasPrefix("start") {} }

    /// Waits until the agent knows that the machine is outside of the place that the only request waits for.
    package func waitForOutside() async throws {
        try await withDeadline {
            while true {
                let fences = try await agent.proxy().location()["fences"]?.array ?? []
                if fences.first?.properties?["inside"]?.bool == false { return }
            }
        }
    }

    /// Lets the machine come to the middle of the map while no agent runs, and starts the agent four hours after
    /// ``start``.
    package func arriveWithoutAgent() async throws {
        try await agent.kill()
        await geoClue.endClients()
        while try await geoClue.steps.next() != "delete" {}
        try await agent.start(environment.merging(["BELFRY_NOW": "2026-11-27T12:00:00Z"]) { $1 })
        try await agent.hasMet(server)
        try await waitForStart()
        try await move(north: 0)
        try await walk(to: 0, after: 30)
    }

    /// Adds requests of an application that may use the location, and waits until the agent knows that the machine is
    /// outside of their place.
    package func addOutside(_ requests: [String: Value]...) async throws {
        try await agent.proxy().setLocationPermission("allowed")
        try await move(north: 600)
        for request in requests { _ = try await agent.proxy().add(request) }
        try await waitForStart()
        try await walk(to: 500)
        try await waitForOutside()
    }

    /// A trigger for a circle around the middle of the map, or another point in degrees.
    package static func home(
        latitude: Double = ScriptedGeoClue.Position.latitude, longitude: Double = ScriptedGeoClue.Position.longitude,
        entry: Bool = true, exit: Bool = false, radius: Double = 200, repeats: Bool = false
    ) -> [String: Value] {
        let region: [String: Value] = [
            "identifier": .string("home"), "latitude": .double(latitude), "longitude": .double(longitude),
            "radius": .double(radius), "notifyOnEntry": .boolean(entry), "notifyOnExit": .boolean(exit),
        ]
        return ["trigger": .properties(["region": .properties(region), "repeats": .boolean(repeats)])]
    }
}

extension TestAgent {
    /// Waits until the agent says that there is no position for a reason with these words.
    package func waitForLocationTrouble(_ words: String) async throws {
        try await withDeadline {
            while try await self.proxy().location()["trouble"]?.string?.contains(words) != true {
                try await yieldUntilDeadline()
            }
        }
    }
}
