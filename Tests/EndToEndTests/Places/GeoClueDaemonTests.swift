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
    @Test func `a walk from outside to the place and back fires once on each way`() async throws {
        try await GeoClueWorld.with { world in
            let (agent, server, geoClue) = (world.agent, world.server, world.geoClue)
            try await geoClue.start()
            try await geoClue.startAgent()
            await geoClue.move(north: 600)
            _ = try await agent.proxy().add(request("home", title: "Home", GeoClueWorld.home()))
            for north in [600.0, 400, 205, 195, 205, 100, 60] { try await world.walk(to: north) }
            #expect(try await server.nextNotification().summary == "Home")
            for north in [195.0, 205, 195, 300, 400] { try await world.walk(to: north) }
            #expect(try await server.nextNotification().summary == "Home")
            #expect(try await world.firings() == 2)
        }
    }

    @Test func `the daemon dies and comes back on the way`() async throws {
        try await GeoClueWorld.with { world in
            let (agent, server, geoClue) = (world.agent, world.server, world.geoClue)
            try await geoClue.start()
            try await geoClue.startAgent()
            await geoClue.move(north: 600)
            _ = try await agent.proxy().add(request("home", title: "Home", GeoClueWorld.home(exit: false)))
            try await world.walk(to: 500)
            try await geoClue.kill()
            await geoClue.move(north: 50)
            try await geoClue.start()
            try await world.walk(to: 40)
            try await world.walk(to: 30)
            #expect(try await server.nextNotification().summary == "Home")
        }
    }

    @Test func `a configuration that forbids it is told by the doctor`() async throws {
        try await GeoClueWorld.with { world in
            let (agent, geoClue) = (world.agent, world.geoClue)
            try await geoClue.configure(allowing: false)
            try await geoClue.start()
            try await geoClue.startAgent()
            _ = try await agent.proxy().add(request("home", title: "Home", GeoClueWorld.home()))
            try await world.agent.waitForLocationTrouble("geoclue.conf")
        }
    }
}
