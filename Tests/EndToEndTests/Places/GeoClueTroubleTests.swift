// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Foundation
import NotificationServer
import TestSupport
import Testing

/// Positions that prove nothing, and times without positions, with GeoClue's own daemon.
@Suite(.serialized) struct GeoClueTroubleTests {
    @Test func `the old position with which GeoClue begins is no first side`() async throws {
        try await GeoClueWorld.with { world in
            try await world.geoClue.start()
            try await world.geoClue.startAgent()
            await world.geoClue.move(north: 20, age: 600)
            _ = try await world.agent.proxy().add(request("home", title: "Home", GeoClueWorld.home(entry: false)))
            try await world.geoClue.waitForReceiver()
            // If the old position counted, this would be a departure.
            for north in [600.0, 610, 620] { try await world.walk(to: north) }
            for north in [20.0, 10] { try await world.walk(to: north) }
            #expect(try await world.firings() == 0)
            for north in [600.0, 610] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "Home")
            #expect(try await world.firings() == 1)
        }
    }

    @Test func `a coarse position proves a side at a distance only`() async throws {
        try await GeoClueWorld.with { world in
            try await world.geoClue.start()
            try await world.geoClue.startAgent()
            await world.geoClue.move(north: 600)
            _ = try await world.agent.proxy().add(request("home", title: "Home", GeoClueWorld.home()))
            for north in [600.0, 610] { try await world.walk(to: north) }
            // GeoClue makes 300 metres of this dilution.
            for north in [150.0, 140, 130] { try await world.walk(to: north, dilution: 25) }
            #expect(try await world.firings() == 0)
            for north in [150.0, 140] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "Home")
            for north in [470.0, 480, 490] { try await world.walk(to: north, dilution: 25) }
            #expect(try await world.firings() == 1)
            for north in [900.0, 910] { try await world.walk(to: north, dilution: 25) }
            #expect(try await world.server.nextNotification().summary == "Home")
            #expect(try await world.firings() == 2)
        }
    }

    @Test func `without an agent of GeoClue's other requests fire, and its agent may come later`() async throws {
        try await GeoClueWorld.with { world in
            try await world.geoClue.start()
            await world.geoClue.move(north: 600)
            _ = try await world.agent.proxy().add(request("home", title: "Home", GeoClueWorld.home()))
            let soon: [String: Value] = ["trigger": .properties(["in": .string("1s")])]
            _ = try await world.agent.proxy().add(request("tea", title: "Tea", soon))
            #expect(try await world.server.nextNotification().summary == "Tea")
            try await world.agent.waitForLocationTrouble("no GeoClue agent runs")

            try await world.geoClue.startAgent()
            for north in [600.0, 610, 20, 10] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "Home")
            #expect(try await world.agent.proxy().location()["trouble"] == nil)
        }
    }

    @Test func `location that the person switches off and on goes on where it was`() async throws {
        try await GeoClueWorld.with { world in
            let loop = EventLoop.onOwnThread(named: "person")
            defer { loop.stop() }
            try await world.geoClue.start()
            let person = try await GeoCluePerson(on: try Connection(to: .at(world.geoClue.address), on: loop))
            await world.geoClue.move(north: 600)
            _ = try await world.agent.proxy().add(request("home", title: "Home", GeoClueWorld.home(exit: false)))
            for north in [600.0, 610] { try await world.walk(to: north) }
            try await person.turn(on: false)
            try await world.agent.waitForLocationTrouble("switched off")
            await world.geoClue.move(north: 20)
            try await person.turn(on: true)
            for north in [20.0, 10] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "Home")
            #expect(try await world.firings() == 1)
        }
    }

    @Test func `an agent that starts again inside the place fires nothing until the person leaves`() async throws {
        try await GeoClueWorld.with { world in
            try await world.geoClue.start()
            try await world.geoClue.startAgent()
            await world.geoClue.move(north: 600)
            _ = try await world.agent.proxy().add(request("home", title: "Home", GeoClueWorld.home()))
            for north in [600.0, 610, 20, 10] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "Home")
            try await world.agent.kill()
            try await world.agent.start(world.environment)
            try await world.agent.hasMet(world.server)
            for north in [20.0, 10, 0] { try await world.walk(to: north) }
            #expect(try await world.firings() == 1)
            for north in [600.0, 610] { try await world.walk(to: north) }
            try await withDeadline { while try await world.firings() != 2 { try await yieldUntilDeadline() } }
        }
    }
}
