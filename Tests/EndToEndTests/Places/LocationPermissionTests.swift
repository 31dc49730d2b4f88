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

/// The permission to use the location, and places by name.
@Suite struct LocationPermissionTests {
    @Test func `the person is asked once by a notification, and the answer counts`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await world.move(north: 600)
            let outcome = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
            #expect(outcome["degraded"]?.strings == ["location"])
            let question = try await world.server.nextNotification()
            #expect(question.actions.map(\.label).prefix(2) == ["Allow", "Don’t Allow"])
            _ = try await agent.proxy().add(request("more", title: "More", PlaceWorld.home()))
            #expect(world.geoClue.clients == 0)
            #expect(try await agent.proxy().settings()["location"]?.string == "undecided")
            await world.server.press(question.key(of: "Allow"), on: question)
            try await world.waitForStart()
            #expect(try await agent.proxy().settings()["location"]?.string == "allowed")
            #expect(try await agent.proxy().pending().first?["waitsFor"] == nil)
        }
    }

    @Test func `a denied request stays, and says why it waits`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("denied")
            _ = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
            let pending = try await agent.proxy().pending().first
            #expect(pending?["waitsFor"]?.string == "location")
            #expect(
                pending?["text"]?.string
                    == "when you arrive at home (this application may not use your location)")
            #expect(world.geoClue.clients == 0)
            await #expect(throws: Refusal.self) { try await agent.proxy().location() }
        }
    }

    @Test func `a place has a name, which requests use`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            _ = try await agent.proxy().setPlace(
                [
                    "identifier": .string("home"), "latitude": .double(52), "longitude": .double(13),
                    "radius": .double(200),
                ], [:])
            let trigger: [String: Value] = ["region": .properties(["identifier": .string("home")])]
            _ = try await agent.proxy().add(request("plants", ["trigger": .properties(trigger)]))
            let region = try await agent.proxy().pending().first?["trigger"]?.properties?["region"]?.properties
            #expect(region?["radius"]?.double == 200)
            let unknown: [String: Value] = ["region": .properties(["identifier": .string("hut")])]
            await #expect(
                throws: Refusal.invalidTrigger(
                    "trigger.region.identifier is \"hut\", which is no place of yours; there are \"home\"")
            ) { try await agent.proxy().add(request("plants", ["trigger": .properties(unknown)])) }
            #expect(try await agent.proxy().removePlace("home"))
            #expect(try await agent.proxy().places().isEmpty)
        }
    }

    @Test func `without requests that wait for a place, nobody asks GeoClue`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            _ = try await agent.proxy().add(
                request("tea", title: "Tea", ["trigger": .properties(["in": .string("1h")])]))
            try await agent.clock.advance(3_600)
            #expect(try await world.server.nextNotification().summary == "Tea")
            #expect(world.geoClue.clients == 0)
            #expect(world.geoClue.starts.isEmpty)
        }
    }

    @Test func `without a GeoClue agent other requests fire, and the doctor says so`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            world.geoClue.become(.silent)
            try await agent.proxy().setLocationPermission("allowed")
            _ = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
            #expect(try await world.geoClue.steps.next() == "create")
            _ = try await agent.proxy().add(
                request("tea", title: "Tea", ["trigger": .properties(["in": .string("1m")])]))
            try await agent.clock.advance(60)
            #expect(try await world.server.nextNotification().summary == "Tea")
            let findings = try await agent.belfry("doctor", "--json").output
            #expect(findings.contains("no GeoClue agent runs"))
        }
    }

    @Test func `an export has the names of places only, unless the person wants more`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            try await agent.proxy().setLocationPermission("allowed")
            _ = try await agent.proxy().add(request("plants", title: "Plants", PlaceWorld.home()))
            let plain = try await agent.belfry("export")
            #expect(plain.output.contains(#""identifier":"home""#))
            #expect(!plain.output.contains("latitude"))
            let whole = try await agent.belfry("export", "--places")
            #expect(whole.output.contains(#""latitude":52"#))

            let file = try agent.folders.file("plain.jsonl", "\(plain.output)\n".utf8)
            _ = try await agent.proxy().removePending(["plants"])
            let refused = try await agent.belfry("import", file)
            #expect(refused.errors.contains(#"there is no place of that name"#), "\(refused.errors)")
            let place: [String: Value] = [
                "identifier": .string("home"), "latitude": .double(52), "longitude": .double(13),
                "radius": .double(300),
            ]
            _ = try await agent.proxy().setPlace(place, [:])
            let taken = try await agent.belfry("import", file)
            #expect(taken.status == 0, "\(taken.errors)")
            let region = try await agent.proxy().pending().first?["trigger"]?.properties?["region"]?.properties
            #expect(region?["radius"]?.double == 300)
        }
    }
}
