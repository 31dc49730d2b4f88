// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

/// Requests that wait for a place, with GeoClue's own daemon and a simulated satellite receiver.
@Suite(.serialized) struct GeoClueDaemonTests {
    private func with(
        _ body: (TestAgent, ScriptedServer, GeoClueDaemon) async throws -> Void
    ) async throws {
        try await withGeoClueDaemon { geoClue in
            let environment = ["DBUS_SYSTEM_BUS_ADDRESS": geoClue.address, "BELFRYD_LOCATION_INTERVAL": "0"]
            try await withAgentAndServer(environment: environment) { agent, server in
                try await agent.proxy().setLocationPermission("allowed")
                try await body(agent, server, geoClue)
            }
        }
    }

    private func home(entry: Bool = true, exit: Bool = true, repeats: Bool = true) -> [String: Value] {
        let region: [String: Value] = [
            "identifier": .string("home"), "latitude": .double(GeoClueDaemon.latitude),
            "longitude": .double(GeoClueDaemon.longitude), "radius": .double(200),
            "notifyOnEntry": .boolean(entry), "notifyOnExit": .boolean(exit),
        ]
        return ["trigger": .properties(["region": .properties(region), "repeats": .boolean(repeats)])]
    }

    /// Moves the receiver, and waits until the agent has the position; positions have whole seconds.
    private func walk(to north: Double, _ agent: TestAgent, _ geoClue: GeoClueDaemon) async throws {
        let before = try await agent.proxy().location()["dateUnix"]?.double ?? 0
        let latitude = GeoClueDaemon.latitude + north / 111_195
        try await withDeadline {
            while true {
                await geoClue.move(north: north)
                for _ in 0..<200 {
                    let now = try await agent.proxy().location()
                    let isThere = abs((now["latitude"]?.double ?? 0) - latitude) < 1e-6
                    if isThere, (now["dateUnix"]?.double ?? 0) > before { return }
                }
            }
        }
    }

    @Test func `a walk from outside to the place and back fires once on each way`() async throws {
        try await with { agent, server, geoClue in
            try await geoClue.start()
            try await geoClue.startAgent()
            await geoClue.move(north: 600)
            _ = try await agent.proxy().add(request("home", title: "Home", home()))
            for north in [600.0, 400, 205, 195, 205, 100, 60] { try await walk(to: north, agent, geoClue) }
            #expect(try await server.nextNotification().summary == "Home")
            for north in [195.0, 205, 195, 300, 400] { try await walk(to: north, agent, geoClue) }
            #expect(try await server.nextNotification().summary == "Home")
            let log = try await agent.proxy().log(["identifier": .string("home")])
            #expect(log.count { $0["kind"]?.string == "fired" } == 2)
        }
    }

    @Test func `the daemon dies and comes back on the way`() async throws {
        try await with { agent, server, geoClue in
            try await geoClue.start()
            try await geoClue.startAgent()
            await geoClue.move(north: 600)
            _ = try await agent.proxy().add(request("home", title: "Home", home(exit: false)))
            try await walk(to: 500, agent, geoClue)
            try await geoClue.kill()
            await geoClue.move(north: 50)
            try await geoClue.start()
            try await walk(to: 40, agent, geoClue)
            try await walk(to: 30, agent, geoClue)
            #expect(try await server.nextNotification().summary == "Home")
        }
    }

    @Test func `a configuration that forbids it is told by the doctor`() async throws {
        try await with { agent, server, geoClue in
            try await geoClue.configure(allowing: false)
            try await geoClue.start()
            try await geoClue.startAgent()
            _ = try await agent.proxy().add(request("home", title: "Home", home()))
            try await withDeadline {
                while try await agent.proxy().location()["trouble"]?.string?.contains("geoclue.conf") != true {}
            }
        }
    }
}
