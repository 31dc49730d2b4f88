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

/// Requests that wait for a place, with a scripted GeoClue.
@Suite struct PlaceTests {
    @Test func `a request fires when the person arrives, and not before`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 600)
            let outcome = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
            #expect(outcome["text"]?.string == "when you arrive at home")
            #expect(outcome["nextTriggerDate"] == nil)
            #expect(outcome["degraded"] == nil)
            let pending = try await agent.proxy().pending()
            #expect(pending.first?["nextTriggerDate"] == nil)
            #expect(pending.first?["text"]?.string == "when you arrive at home")
            try await world.waitForStart()
            try await world.walk(to: 500)
            try await world.waitForOutside()
            try await world.walk(to: 250)
            try await world.walk(to: 100)
            #expect(try await agent.pendingIdentifiers() == ["plants"])
            try await world.walk(to: 50)
            #expect(try await world.server.nextNotification().summary == "Plants")
            #expect(try await agent.pendingIdentifiers() == [])
            // Nobody waits for a place any more.
            while try await world.geoClue.steps.next() != "delete" {}
            #expect(world.geoClue.clients == 0)
            // Positions are in no log.
            let events = try await agent.belfry("log", "--app", TestAgent.app, "--json").output
            #expect(events.contains("plants"))
            for text in [agent.log, events] { #expect(!text.contains("52.00") && !text.contains("latitude")) }
        }
    }

    @Test func `a person who is there hears of the next arrival`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 20)
            let outcome = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
            let notes = outcome["notes"]?.strings ?? []
            #expect(notes == ["You are there now; the notification comes when you arrive the next time."])
            try await world.waitForStart()
            for north in [0.0, 300, 500, 500, 100] { try await world.walk(to: north) }
            #expect(try await agent.pendingIdentifiers() == ["plants"])
            try await world.walk(to: 20)
            #expect(try await world.server.nextNotification().summary == "Plants")
        }
    }

    @Test func `a repeating request fires at each crossing, and one of exits only when the person leaves`() async throws
    {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 600)
            _ = try await agent.proxy().add(
                request("both", title: "Both", PlaceWorld.home(exit: true, repeats: true)))
            _ = try await agent.proxy().add(
                request("exit", title: "Exit", PlaceWorld.home(entry: false, exit: true)))
            try await world.waitForStart()
            for north in [600.0, 0, 0] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "Both")
            for north in [500.0, 500] { try await world.walk(to: north) }
            let shown = [try await world.server.nextNotification(), try await world.server.nextNotification()]
            #expect(Set(shown.map(\.summary)) == ["Both", "Exit"])
            #expect(try await agent.pendingIdentifiers() == ["both"])
        }
    }

    @Test func `changes without a signal count, and a position that is old or coarse does not`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await world.addOutside(request("plants", title: "Plants", PlaceWorld.home()))
            try await agent.clock.advance(10)
            try await world.move(north: 0, age: 600)
            try await agent.clock.advance(10)
            try await world.move(north: 0, accuracy: 5_000)
            try await world.walk(to: 400)
            #expect(try await agent.pendingIdentifiers() == ["plants"])
            try await world.walk(to: 0, silently: true)
            try await world.walk(to: 0, silently: true)
            #expect(try await world.server.nextNotification().summary == "Plants")
        }
    }

    @Test func `a position whose object has vanished before it is read is left out`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await world.addOutside(request("plants", title: "Plants", PlaceWorld.home()))
            world.geoClue.become(.forgetful)
            for north in [10.0, 20] {
                try await agent.clock.advance(10)
                let now = Date(timeIntervalSince1970: try await agent.clock.now())
                try await world.geoClue.move(to: .init(north: north), at: now)
            }
            world.geoClue.become(.usual)
            try await world.walk(to: 400)
            #expect(try await agent.pendingIdentifiers() == ["plants"])
            for north in [20.0, 10] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "Plants")
        }
    }

    @Test func `a crossing while no agent ran is told once, late`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await world.addOutside(request("plants", title: "Plants", PlaceWorld.home()))
            try await world.arriveWithoutAgent()
            #expect(try await world.server.nextNotification().summary == "Plants")
            let log = try await agent.proxy().log(["identifier": .string("plants")])
            let fired = log.filter { $0["kind"]?.string == "fired" }
            #expect(fired.count == 1)
            #expect((fired.first?["detail"]?.properties?["late"]?.int ?? 0) > 3_600)
        }
    }

    @Test func `too many places, and places that are impossible, are refused with the key and the limit`() async throws
    {
        try await PlaceWorld.with { world in
            let agent = world.agent
            for number in 0..<20 { _ = try await agent.proxy().add(request("r\(number)", PlaceWorld.home())) }
            await #expect(
                throws: Refusal(
                    .tooManyRequests, "app \"\(TestAgent.app)\" has 20 requests that wait for a place; the limit is 20")
            ) {
                try await agent.proxy().add(request("more", PlaceWorld.home()))
            }
            // The request that a new one replaces does not count.
            _ = try await agent.proxy().add(request("r0", PlaceWorld.home()))
            await #expect(
                throws: Refusal.invalidTrigger(
                    "trigger.region.radius is 400001.0; it must be above 0 and at most 400000 metres")
            ) {
                try await agent.proxy().add(request("r0", PlaceWorld.home(radius: 400_001)))
            }
            let outcome = try await agent.proxy().add(request("r0", PlaceWorld.home(radius: 20)))
            #expect(outcome["notes"]?.strings == ["The radius of 20 m counts as 50 m, the smallest."])
            #expect(outcome["degraded"]?.strings == ["location"])
        }
    }
}
