// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing
import Triggers

/// The life of a request that waits for a place: its end, snoozes and edits, and the times at which GeoClue runs.
@Suite struct PlaceLifeTests {
    private func ending(_ key: String, _ words: String) -> [String: Value] {
        guard key == "until" else { return PlaceWorld.home().merging([key: .string(words)]) { $1 } }
        var trigger = PlaceWorld.home()["trigger"]?.properties ?? [:]
        trigger["until"] = .string(words)
        return ["trigger": .properties(trigger)]
    }

    @Test(arguments: ["until", "expires"])
    func `a wait for a place ends at its date, and nothing is shown`(key: String) async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 600)
            _ = try await agent.proxy().add(request("plants", title: "Plants", ending(key, "2026-11-27T09:00:00Z")))
            try await world.waitForStart()
            try await world.walk(to: 600)
            #expect(try await agent.pendingIdentifiers() == ["plants"])
            try await agent.clock.advance(3_600)
            #expect(try await agent.pendingIdentifiers() == [])
            let log = try await agent.proxy().log(["identifier": .string("plants")])
            #expect(log.compactMap { $0["kind"]?.string } == ["set", "missed"])
            #expect(log.last?["detail"]?.properties?["reason"]?.string == key)
            while try await world.geoClue.steps.next() != "delete" {}
        }
    }

    @Test(arguments: [("skip", "skip"), ("digest:1h", "old")])
    func `a crossing while no agent ran is left out as ifMissed says`(policy: String, reason: String) async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            let keys = PlaceWorld.home().merging(["ifMissed": .string(policy)]) { $1 }
            try await world.addOutside(
                request("plants", title: "Plants", keys), request("cat", title: "Cat", PlaceWorld.home()))
            try await world.arriveWithoutAgent()
            // The request without a policy is shown, late.
            #expect(try await world.server.nextNotification().summary == "Cat")
            let log = try await agent.proxy().log(["identifier": .string("plants")])
            #expect(log.compactMap { $0["kind"]?.string } == ["set", "missed"])
            #expect(log.last?["detail"]?.properties?["reason"]?.string == reason)
        }
    }

    @Test func `an edit gives a wait for a place another end`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            try await world.move(north: 600)
            _ = try await agent.proxy().add(request("plants", title: "Plants", ending("until", "2026-11-27T20:00:00Z")))
            let line = ["edit", "plants", "--app", TestAgent.app, "--until", "2026-11-27T09:00:00Z"]
            let edited = try await agent.belfry(line)
            #expect(edited.status == 0, "\(edited.errors)")
            let region = try await agent.proxy().pending().first?["trigger"]?.properties
            #expect(region?["until"]?.string == "2026-11-27T09:00:00Z")
            #expect(region?["region"]?.properties?["radius"]?.double == 200)
            let late = try await agent.belfry(line.dropLast() + ["2026-11-27T07:00:00Z"])
            #expect(late.status == 65, "\(late.errors)")
            try await agent.clock.advance(3_600)
            #expect(try await agent.pendingIdentifiers() == [])
        }
    }

    @Test func `an end that has passed is refused`() async throws {
        try await PlaceWorld.with { world async throws in
            for key in ["until", "expires"] {
                await #expect(throws: Refusal.self) {
                    try await world.agent.proxy().add(request("x", ending(key, "2026-11-27T07:00:00Z")))
                }
            }
            #expect(try await world.agent.pendingIdentifiers() == [])
        }
    }

    @Test func `a delivered one is snoozed by time, and an edit keeps what is known of the place`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await world.addOutside(request("plants", title: "Plants", PlaceWorld.home(repeats: true)))
            let edited = try await agent.belfry("edit", "plants", "--app", TestAgent.app, "--title", "Water the plants")
            #expect(edited.status == 0, "\(edited.errors)")
            // The machine was outside before the edit: the next two positions are an arrival.
            for _ in 0..<3 { try await world.walk(to: 20, after: 30) }
            #expect(try await world.server.nextNotification().summary == "Water the plants")
            try await agent.waitForDelivered(["plants": "shown"])
            try await agent.proxy().snooze("plants", seconds: 300)
            let rows = try await agent.proxy().pending()
            #expect(rows.count == 2)
            #expect(rows.compactMap { $0["nextTriggerDate"]?.string }.count == 1)
            try await agent.clock.advance(300)
            #expect(try await world.server.nextNotification().summary == "Water the plants")
            #expect(try await agent.proxy().pending().compactMap { $0["nextTriggerDate"]?.string } == [])
        }
    }

    @Test func `an undecided person is asked again after a day, at the next request`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            _ = try await agent.proxy().add(request("one", title: "One", PlaceWorld.home()))
            let first = try await world.server.nextNotification()
            await world.server.dismiss(first)
            _ = try await agent.proxy().add(request("two", title: "Two", PlaceWorld.home()))
            try await agent.clock.advance(86_401)
            _ = try await agent.proxy().add(request("three", title: "Three", PlaceWorld.home()))
            let second = try await world.server.nextNotification()
            #expect(second.summary == first.summary)
            #expect(try await agent.proxy().settings()["location"]?.string == "undecided")
        }
    }

    @Test func `ten kilometres away, a still machine is located twice an hour, a moving one 13 times`() async throws {
        for isMoving in [false, true] {
            try await PlaceWorld.with { world in
                let agent = world.agent
                try await agent.proxy().setLocationPermission("allowed")
                try await world.move(north: 10_000)
                _ = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
                try await world.waitForStart()
                var hours: [Int] = []
                for _ in 0..<4 {
                    let before = world.geoClue.starts.count
                    for minute in 0..<60 {
                        try await agent.clock.advance(60)
                        // The machine drives back and forth, some ten kilometres away.
                        let north = isMoving ? 10_000 + Double((minute % 4) * 1_500) : 10_000
                        try await world.move(north: north)
                    }
                    hours.append(world.geoClue.starts.count - before)
                }
                // The waits grow in the first two hours, until the machine's speed is known.
                #expect(hours[2...].allSatisfy { $0 <= (isMoving ? 13 : 2) }, "\(isMoving): \(hours)")
                #expect(hours.allSatisfy { $0 >= 1 }, "\(isMoving): \(hours)")
            }
        }
    }

    @Test func `location that is switched off and on again finds the place`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            world.geoClue.become(.refusing("Geolocation disabled for UID 0"))
            try await world.move(north: 600)
            _ = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
            try await agent.waitForLocationTrouble("switched off")
            world.geoClue.become(.usual)
            // A failed attempt is repeated after half an hour at the latest.
            try await agent.clock.advance(1_800)
            try await world.waitForStart()
            try await world.move(north: 500)
            try await world.waitForOutside()
            for _ in 0..<2 { try await world.walk(to: 20, after: 30) }
            #expect(try await world.server.nextNotification().summary == "Plants")
        }
    }
}
