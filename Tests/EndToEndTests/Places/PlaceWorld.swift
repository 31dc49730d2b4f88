// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Foundation
import NotificationServer
import TestSupport
import Testing
import Triggers

/// A real agent, a notification server and GeoClue, which stamps its positions with the test's clock.
struct PlaceWorld {
    let agent: TestAgent
    let server: ScriptedServer
    let geoClue: ScriptedGeoClue

    static let start = "2026-11-27T08:00:00Z"

    static func with(_ body: (PlaceWorld) async throws -> Void) async throws {
        let loop = EventLoop.onOwnThread(named: "GeoClue")
        defer { loop.stop() }
        try await withPrivateBus { system in
            let address = String(system.prefix { $0 != "," })
            let geoClue = try await ScriptedGeoClue(on: address, loop: loop)
            let environment = ["BELFRY_NOW": start, "DBUS_SYSTEM_BUS_ADDRESS": address]
            try await withAgentAndServer(environment: environment) { agent, server in
                try await body(PlaceWorld(agent: agent, server: server, geoClue: geoClue))
            }
            await geoClue.leave()
        }
    }

    /// Moves the machine, and waits until the agent has the position.
    func move(north: Double, accuracy: Double = 15, age: Double = 0, silently: Bool = false) async throws {
        let now = Date(timeIntervalSince1970: try await agent.clock.now())
        try await geoClue.move(to: .init(north: north, accuracy: accuracy, age: age), at: now, silently: silently)
        guard geoClue.started > 0, age < 120 else { return }
        let stamp = (now.timeIntervalSince1970 - age).rounded(.down)
        try await withDeadline { while try await agent.proxy().location()["dateUnix"]?.double != stamp {} }
    }

    /// Lets time pass, and moves the machine.
    func walk(to north: Double, after seconds: Double = 10, silently: Bool = false) async throws {
        try await agent.clock.advance(seconds)
        try await move(north: north, silently: silently)
    }

    /// Waits until the client runs, for a position.
    func waitForStart() async throws { while try await !geoClue.steps.next().hasPrefix("start") {} }

    /// Waits until the agent knows that the machine is outside of the place that the only request waits for.
    func waitForOutside() async throws {
        try await withDeadline {
            while true {
                let fences = try await agent.proxy().location()["fences"]?.array ?? []
                if fences.first?.properties?["inside"]?.bool == false { return }
            }
        }
    }

    /// A trigger for the middle of the map.
    static func home(
        entry: Bool = true, exit: Bool = false, radius: Double = 200, repeats: Bool = false
    ) -> [String: Value] {
        let region: [String: Value] = [
            "identifier": .string("home"), "latitude": .double(ScriptedGeoClue.Position.latitude),
            "longitude": .double(ScriptedGeoClue.Position.longitude), "radius": .double(radius),
            "notifyOnEntry": .boolean(entry), "notifyOnExit": .boolean(exit),
        ]
        return ["trigger": .properties(["region": .properties(region), "repeats": .boolean(repeats)])]
    }
}
