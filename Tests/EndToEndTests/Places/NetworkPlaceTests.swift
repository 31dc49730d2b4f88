// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import NotificationServer
import TestSupport
import Testing

/// Requests that wait for a place with Wi-Fi networks, with NetworkManager's mock.
@Suite struct NetworkPlaceTests {
    @Test func `arriving is being connected, and leaving is being away for three minutes; nobody asks GeoClue`()
        async throws
    {
        try await NetworkWorld.with { world in
            let loop = EventLoop.onOwnThread(named: "GeoClue")
            defer { loop.stop() }
            let geoClue = try await ScriptedGeoClue(on: world.networks.address, loop: loop)
            let outcome = try await world.add("plants", "Home", entry: true, exit: true, repeats: true)
            #expect(outcome["text"]?.string == "when you arrive at or leave home")
            #expect(outcome["degraded"] == nil)
            #expect(outcome["notes"] == nil)
            try await world.connect(to: "Train")
            #expect(try await world.fired("plants") == 0)
            try await world.connect(to: "Home")
            #expect(try await world.server.nextNotification().summary == "plants")
            try await world.disconnect(from: "Home")
            try await world.agent.clock.advance(178)
            #expect(try await world.fired("plants") == 1)
            try await world.agent.clock.advance(4)
            #expect(try await world.server.nextNotification().summary == "plants")
            #expect(try await world.lateness(of: "plants") == [0, 0])
            #expect(geoClue.steps.takeAll().isEmpty)
            await geoClue.leave()
        }
    }

    @Test func `a short loss is no leaving, and each network of the place counts`() async throws {
        try await NetworkWorld.with { world in
            try await world.connect(to: "Home")
            try await world.add("lamp", "Home", "Home 5 GHz", exit: true)
            try await world.disconnect(from: "Home")
            try await world.agent.clock.advance(170)
            try await world.connect(to: "Home")
            try await world.agent.clock.advance(600)
            try await world.disconnect(from: "Home")
            try await world.agent.clock.advance(170)
            try await world.connect(to: "Home 5 GHz")
            try await world.agent.clock.advance(600)
            #expect(try await world.fired("lamp") == 0)
            try await world.disconnect(from: "Home 5 GHz")
            try await world.agent.clock.advance(100)
            // A network of another place does not count.
            try await world.connect(to: "Train")
            try await world.agent.clock.advance(82)
            #expect(try await world.server.nextNotification().summary == "lamp")
            #expect(try await world.agent.pendingIdentifiers() == [])
        }
    }

    @Test func `a person who is there hears of the next arrival`() async throws {
        try await NetworkWorld.with { world in
            try await world.connect(to: "Home")
            let outcome = try await world.add("plants", "Home", entry: true)
            let note = "You are there now; the notification comes when you arrive the next time."
            #expect(outcome["notes"]?.strings == [note])
            try await world.agent.clock.advance(600)
            try await world.disconnect(from: "Home")
            try await world.agent.clock.advance(182)
            #expect(try await world.fired("plants") == 0)
            try await world.connect(to: "Home")
            #expect(try await world.server.nextNotification().summary == "plants")
        }
    }

    @Test func `place add takes the present network, and refuses without one`() async throws {
        try await NetworkWorld.with { world in
            let agent = world.agent
            try await world.networks.begin(connectingTo: "Home")
            let early = try await agent.belfry("place", "add", "home", "--wifi")
            #expect(early.status != 0)
            #expect(
                early.errors.contains("the Wi-Fi network is not known: this machine is connected to none"),
                "\(early.errors)")

            try await world.networks.connect(to: "Home")
            let added = try await agent.belfry("place", "add", "home", "--wifi")
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.output == "home  Wi-Fi Home")
            #expect(try await agent.proxy().places().first?["networks"]?.strings == ["Home"])

            try await world.networks.stop()
            let refused = try await agent.belfry("place", "add", "home", "--wifi")
            #expect(refused.status != 0)
            #expect(
                refused.errors.contains("the Wi-Fi network is not known: NetworkManager does not run"),
                "\(refused.errors)")
        }
    }

    @Test func `another access point of the same network is the same network`() async throws {
        try await NetworkWorld.with { world in
            try await world.networks.connect(to: "Office")
            try await world.networks.roam()
            let place = try await world.agent.proxy().setPlace(
                ["identifier": .string("office")], ["network": .boolean(true)])
            #expect(place["networks"]?.strings == ["Office"])
        }
    }

    @Test func `an arrival while no agent ran is told once, late`() async throws {
        try await NetworkWorld.with { world in
            try await world.add("plants", "Home", entry: true)
            try await world.agent.kill()
            try await world.networks.connect(to: "Home")
            try await world.startAgain()
            #expect(try await world.server.nextNotification().summary == "plants")
            let lateness = try await world.lateness(of: "plants")
            #expect(lateness.count == 1)
            #expect((lateness.first ?? 0) > 3_600)
            #expect(try await world.agent.pendingIdentifiers() == [])
        }
    }

    @Test func `a departure while no agent ran is told late, after the three minutes`() async throws {
        try await NetworkWorld.with { world in
            try await world.connect(to: "Home")
            try await world.add("lamp", "Home", exit: true)
            try await world.agent.kill()
            try await world.networks.disconnect()
            try await world.startAgain()
            // The agent reads the networks some time after its start.
            try await withDeadline {
                while try await world.fired("lamp") == 0 { try await world.agent.clock.advance(60) }
            }
            #expect(try await world.server.nextNotification().summary == "lamp")
            let lateness = try await world.lateness(of: "lamp")
            #expect(lateness.count == 1)
            #expect((lateness.first ?? 0) > 3_600)
        }
    }

    @Test func `an absence that an earlier agent saw begin does not count the time without an agent`() async throws {
        try await NetworkWorld.with { world in
            try await world.connect(to: "Home")
            try await world.add("lamp", "Home", exit: true)
            try await world.disconnect(from: "Home")
            // The reply comes when the absence is stored.
            try await world.agent.clock.advance(1)
            try await world.agent.kill()
            try await world.startAgain()
            try await world.connect(to: "Home")
            try await world.agent.clock.advance(600)
            #expect(try await world.fired("lamp") == 0)
        }
    }

    @Test func `the time asleep is no absence`() async throws {
        try await NetworkWorld.with { world in
            try await world.connect(to: "Home")
            try await world.add("lamp", "Home", exit: true)
            try await world.disconnect(from: "Home")
            try await world.agent.clock.advance(100)
            try await world.agent.clock.suspend()
            try await world.agent.clock.resume(after: 28_800)
            // A change makes the agent compare the networks.
            try await world.connect(to: "Neighbour")
            try await world.agent.clock.advance(60)
            #expect(try await world.fired("lamp") == 0)
            try await world.connect(to: "Home")
            try await world.agent.clock.advance(600)
            #expect(try await world.fired("lamp") == 0)
            try await world.disconnect(from: "Home")
            try await world.agent.clock.advance(182)
            #expect(try await world.server.nextNotification().summary == "lamp")
        }
    }

    @Test func `without NetworkManager other requests fire, the doctor says so, and it may come later`() async throws {
        try await NetworkWorld.with(hasNetworkManager: false) { world in
            let agent = world.agent
            try await world.add("plants", "Home", entry: true)
            _ = try await agent.proxy().add(
                request("tea", title: "Tea", ["trigger": .properties(["in": .string("1m")])]))
            try await agent.clock.advance(60)
            #expect(try await world.server.nextNotification().summary == "Tea")
            let findings = try await agent.belfry("doctor", "--json").output
            #expect(findings.contains("NetworkManager does not run"))

            try await world.networks.start()
            try await world.waitUntilKnown()
            try await world.connect(to: "Home")
            #expect(try await world.server.nextNotification().summary == "plants")
        }
    }
}

extension NetworkWorld {
    /// Starts the agent anew, four hours after the test's start.
    fileprivate func startAgain() async throws {
        try await agent.start(["BELFRY_NOW": "2026-11-27T12:00:00Z", "DBUS_SYSTEM_BUS_ADDRESS": networks.address])
        try await agent.hasMet(server)
    }
}
