// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

/// `belfry place`, `belfry location`, `belfry where`, and the options for places of `remind` and `add`.
@Suite struct PlaceCommandTests {
    @Test func `a reminder comes when the person arrives at a named place`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            let allowed = try await agent.belfry("location", "allow")
            #expect(allowed.status == 0, "\(allowed.errors)")
            let added = try await agent.belfry("place", "add", "home", "52,13", "--radius", "200m")
            #expect(added.output == "home  52.0,13.0  200 m", "\(added.errors)")
            try await world.move(north: 600)
            let reminded = try await agent.belfry("remind", "--arrive", "home", "--id", "p", "--", "water the plants")
            #expect(reminded.output == "p  when you arrive at home  water the plants", "\(reminded.errors)")
            try await world.waitForStart()
            let listed = try await agent.belfry("list")
            #expect(listed.output.contains("when you arrive at home"))
            for north in [500.0, 20, 20] { try await world.walk(to: north) }
            #expect(try await world.server.nextNotification().summary == "water the plants")
        }
    }

    @Test func `where tells the position, its accuracy, and how far the places are`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            _ = try await agent.belfry("location", "allow")
            try await world.move(north: 600)
            let none = try await agent.belfry("where")
            #expect(none.status == 3)
            _ = try await agent.belfry("remind", "--leave", "office", "--id", "x", "--", "call Ann")
            _ = try await agent.belfry("remind", "--at-place", "52,13,250m", "--each-time", "--id", "p", "--", "plants")
            try await world.waitForStart()
            try await world.walk(to: 600)
            let found = try await agent.belfry("where")
            let lines = found.output.split(separator: "\n")
            #expect(lines.first?.hasPrefix("52.0054,13.0, within 15 m") == true, "\(found)")
            #expect(lines.last == "p  that place: you are not there, 600 m away", "\(found)")
        }
    }

    @Test func `the present position becomes a place, as large as it is inexact`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            _ = try await agent.belfry("location", "allow")
            try await world.move(north: 0, accuracy: 300)
            let added = try await agent.belfry("place", "add", "park", "--here", "--json")
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.errors.contains("known to 300 m only"))
            #expect(try await agent.proxy().places().first?["radius"]?.double == 300)
            while try await world.geoClue.steps.next() != "delete" {}
            let removed = try await agent.belfry("place", "remove", "park")
            #expect(removed.status == 0)
            #expect(try await agent.belfry("place", "remove", "park").status == 3)
        }
    }

    @Test(arguments: [
        ("y", "allowed", 1), ("perhaps\\nyes", "allowed", 2), ("no", "denied", 1), ("", "undecided", 1),
    ])
    func `a person at a terminal is asked there`(keys: String, permission: String, questions: Int) async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            let line = "belfry remind --at-place 52,13,200m --id p -- plants"
            let shown = try await agent.bash("printf '\(keys)\\n' | script -qec '\(line)' /dev/null")
            let question = "May this program use your location, to remind you at places? [y/n]"
            #expect(shown.output.ranges(of: question).count == questions, "\(shown.output)")
            #expect(try await agent.proxy().settings()["location"]?.string == permission)
            #expect(try await agent.proxy().pending().count == 1)
            if permission == "undecided" {
                // Who gives no answer is asked by a notification.
                _ = try await world.server.nextNotification()
            } else {
                let next = try await agent.bash("script -qec '\(line)' /dev/null < /dev/null")
                #expect(!next.output.contains(question), "\(next.output)")
            }
        }
    }

    @Test func `decisions about the location are made, listed and forgotten`() async throws {
        try await PlaceWorld.with { world in
            let agent = world.agent
            #expect(try await agent.belfry("location", "list").errors.contains("no application has asked"))
            for line in [["allow"], ["deny", "org.example.Shop"], ["allow", "org.example.Post"]] {
                #expect(try await agent.belfry(["location"] + line).status == 0)
            }
            let listed = try await agent.belfry("location", "list")
            #expect(
                listed.lines == ["org.example.App  allowed", "org.example.Post  allowed", "org.example.Shop  denied"])

            try await world.move(north: 600)
            _ = try await agent.belfry("remind", "--at-place", "52,13,200m", "--id", "p", "--", "plants")
            try await world.waitForStart()
            #expect(try await agent.belfry("location", "deny").status == 0)
            while try await world.geoClue.steps.next() != "delete" {}
            #expect(try await agent.belfry("list").output.contains("may not use your location"))

            let reset = try await agent.belfry("location", "reset", "--json")
            #expect(reset.output == #"{"app":"org.example.App","permission":"undecided","schema":1}"#)
            #expect(try await agent.belfry("location", "list").lines.count == 2)
            // The person is asked anew, at the next request.
            _ = try await agent.belfry("remind", "--at-place", "52,13,200m", "--", "cat")
            let question = try await world.server.nextNotification()
            #expect(question.actions.map(\.label).prefix(2) == ["Allow", "Don’t Allow"])
        }
    }

    @Test(arguments: [
        (["remind", "--arrive", "hut", "--", "x"], "which is no place of yours; there are none yet"),
        (["remind", "--arrive", "a", "--leave", "b", "--", "x"], "--arrive and --leave exclude each other"),
        (["remind", "--at-place", "52", "--", "x"], "is not latitude, longitude and radius"),
        (["remind", "--each-time", "10m", "tea"], "--each-time needs --arrive, --leave or --at-place"),
        (["remind", "--arrive", "home", "--before", "5m", "--", "x"], "--before and --tz need a time"),
        (["add", "--title", "x", "--arrive", "home", "--in", "5m"], "a request has one trigger"),
        (["place", "add", "home"], "here is it? Give --wifi"),
        (["place", "add", "home", "52,13", "--wifi"], "exclude each other"),
        (["place", "add", "home", "91,13"], "place.latitude is 91.0"),
        (["place", "add", "home", "52,13", "--radius", "far"], "is not a length"),
    ])
    func `impossible places are refused with the reason`(line: [String], words: String) async throws {
        try await withAgent { agent in
            let program = try await Stranger.runLimited([TestAgent.program("belfry")] + line, on: agent.bus)
            #expect(program.status == 2 || program.status == 65)
            #expect(program.errors.contains(words), "\(program.errors)")
        }
    }
}
