// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// The rest of the D-Bus interface: lists, categories, settings, badges, the log, and Status.
@Suite struct CenterTests {
    @Test func `pending requests are listed soonest first, with all their keys`() async throws {
        try await withAgent { agent in
            let full: [String: Value] = [
                "subtitle": .string("Earl Grey"), "body": .string("five minutes"), "badge": .int32(2),
                "sound": .string("bell"), "threadIdentifier": .string("kitchen"), "relevanceScore": .double(0.5),
                "interruptionLevel": .string("timeSensitive"), "actions": buttons("yes"), "trigger": after(3600),
                "targetContentIdentifier": .string("window"), "transient": .boolean(true), "expireAfter": .double(5),
                "hints": .properties(["value": .int32(50)]), "icon": .string("teapot"),
                "on": .properties(["yes": .strings(["true"]), "default": .string("true")]),
            ]
            _ = try await agent.proxy().add(request("later", ["trigger": tomorrow]))
            let outcome = try await agent.proxy().add(request("soon", full))

            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["identifier"]?.string } == ["soon", "later"])
            let soon = try #require(pending.first)
            for (key, value) in full where key != "trigger" {
                // Integers are returned in a wider type; all other values are unchanged.
                #expect(soon[key] == value || soon[key]?.int == value.int || soon[key]?.properties != nil, "\(key)")
            }
            #expect(soon["app"]?.string == TestAgent.app)
            #expect(soon["nextTriggerDateUnix"]?.double == outcome["nextTriggerDateUnix"]?.double)
            #expect(soon["nextTriggerDate"]?.string == outcome["nextTriggerDate"]?.string)
            #expect(soon["nextTriggerDate"]?.string?.hasSuffix("Z") == true)
            #expect(soon["hints"]?.properties?["value"]?.int == 50)
            #expect(soon["on"]?.properties?["yes"]?.array?.compactMap(\.string) == ["true"])
        }
    }

    @Test func `removing returns the removed identifiers, and affects only its own application`() async throws {
        try await withAgent { agent in
            for app in [TestAgent.app, "other"] {
                for identifier in ["a", "b", "c"] {
                    _ = try await agent.proxy(app).add(request(identifier, ["trigger": tomorrow]))
                }
            }

            #expect(try await agent.proxy().removePending(["b", "nothing", "b"]) == ["b"])
            #expect(try await agent.pendingIdentifiers() == ["a", "c"])
            try await agent.proxy().removeAllPending()

            #expect(try await agent.pendingIdentifiers() == [])
            #expect(try await agent.pendingIdentifiers("other") == ["a", "b", "c"])
            #expect(try await agent.proxy("*").pending().count == 3)
        }
    }

    @Test func `a request without an identifier gets a short one`() async throws {
        try await withAgent { agent in
            var seen: Set<String> = []
            for _ in 0..<20 {
                let outcome = try await agent.proxy().add(["title": .string("Tea"), "trigger": tomorrow])
                seen.insert(outcome["identifier"]?.string ?? "")
            }
            #expect(seen.count == 20)
            #expect(seen == Set(try await agent.pendingIdentifiers()))
            #expect(seen.allSatisfy { $0.count == 5 })
        }
    }

    @Test func `a caller that names no application is identified by its environment`() async throws {
        try await withAgent { agent in
            let call = try await Stranger.run(
                "gdbus", "call", "--session", "-d", "org.belfry.Agent", "-o", "/org/belfry/Agent", "-m",
                "org.belfry.NotificationCenter1.Add", "", "{'title': <'Tea'>, 'trigger': <{'timeInterval': <60.0>}>}",
                on: agent.bus, environment: ["BELFRY_APP": "org.example.Script"])
            #expect(call.status == 0)

            #expect(try await agent.pendingIdentifiers("org.example.Script").count == 1)
        }
    }

    @Test func `categories are kept, replaced as a whole, and survive a restart of the agent`() async throws {
        try await withAgent { agent in
            try await agent.proxy().setCategories([
                [
                    "identifier": .string("todo"), "actions": buttons("done", "later"),
                    "options": .strings(["customDismissAction"]), "hiddenPreviewsBodyPlaceholder": .string("A todo"),
                    "categorySummaryFormat": .string("%u more"), "intentIdentifiers": .strings(["x"]),
                ],
                ["identifier": .string("old")],
            ])
            try await agent.kill()
            try await agent.start()

            let kept = try await agent.proxy().categories()
            #expect(kept.compactMap { $0["identifier"]?.string } == ["todo", "old"])
            #expect(kept[0]["options"]?.strings == ["customDismissAction"])
            #expect(kept[0]["actions"]?.array?.count == 2)
            #expect(kept[0]["hiddenPreviewsBodyPlaceholder"]?.string == "A todo")
            #expect(kept[0]["categorySummaryFormat"]?.string == "%u more")
            #expect(try await agent.proxy("other").categories().isEmpty)
            try await agent.proxy().setCategories([["identifier": .string("new")]])
            #expect(try await agent.proxy().categories().compactMap { $0["identifier"]?.string } == ["new"])
        }
    }

    @Test func `settings follow the requested options and the configuration`() async throws {
        try await withAgent(configuration: "[applications.quiet]\nsound = false\n") { agent in
            #expect(try await agent.proxy().settings()["authorizationStatus"]?.string == "notDetermined")
            #expect(try await agent.proxy().requestAuthorization(["alert", "sound"]))
            let settings = try await agent.proxy().settings()
            #expect(settings["authorizationStatus"]?.string == "authorized")
            #expect(settings["soundSetting"]?.string == "enabled")
            #expect(settings["badgeCount"]?.int == 0)
            #expect(try await agent.proxy("p").requestAuthorization(["provisional"]))
            #expect(try await agent.proxy("p").settings()["authorizationStatus"]?.string == "provisional")
            #expect(try await agent.proxy("quiet").requestAuthorization(["alert", "sound"]))
            #expect(try await agent.proxy("quiet").settings()["soundSetting"]?.string == "disabled")
        }
    }

    @Test func `a watcher gets events of its applications only`() async throws {
        try await withAgentAndServer { agent, server in
            let all = try await AgentEvents(of: agent)
            let connection = try agent.connect()
            let heard = Mailbox<String>()
            try await connection.subscribe(to: MatchRule(interface: AgentNames.interface, member: AgentNames.event)) {
                heard.put($0.arguments.prefix(3).compactMap(\.string).joined(separator: " "))
            }
            try await agent.proxy("one", on: connection).watch()

            _ = try await agent.proxy("two").add(request("x"))
            try await all.next("shown", of: "x")
            _ = try await agent.proxy("one").add(request("y"))
            try await all.next("shown", of: "y")

            #expect(try await heard.next() == "one y set")
            #expect(try await heard.next() == "one y fired")
            #expect(try await heard.next() == "one y shown")
            try await agent.proxy("one", on: connection).unwatch()
            _ = try await agent.proxy("one").add(request("z"))
            try await all.next("shown", of: "z")
            // Any event for the watcher was sent before the reply to this call.
            _ = try await agent.proxy("one", on: connection).status()
            #expect(heard.takeAll() == [])
            await connection.close()
        }
    }

    @Test func `the log continues after a cursor`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("a"))
            try await events.next("shown", of: "a")
            let first = try await agent.proxy().log([:])
            #expect(first.compactMap { $0["kind"]?.string } == ["set", "fired", "shown"])
            #expect(first[1]["detail"]?.properties?["late"]?.int == 0)
            let cursor = try #require(first.last?["cursor"])

            _ = try await agent.proxy().add(request("b"))
            try await events.next("shown", of: "b")
            _ = try await agent.proxy("other").add(request("c", ["trigger": tomorrow]))

            let next = try await agent.proxy().log(["since": cursor])
            #expect(next.compactMap { $0["identifier"]?.string } == ["b", "b", "b"])
            let newest = try await agent.proxy("*").log(["newest": .boolean(true), "limit": .uint32(2)])
            #expect(newest.compactMap { $0["kind"]?.string } == ["shown", "set"])
            let one = try await agent.proxy("*").log(["identifier": .string("c")])
            #expect(one.compactMap { $0["app"]?.string } == ["other"])
        }
    }

    @Test func `Explain changes nothing`() async throws {
        try await withAgent { agent in
            let components: [String: Value] = [
                "hour": .int32(9), "minute": .int32(30), "timeZone": .string("Asia/Tokyo"),
            ]
            let explanation = try await agent.proxy().explain(
                ["dateComponents": .properties(components), "repeats": .boolean(true)], count: 3)
            let dates = explanation["dates"]?.array?.compactMap(\.properties) ?? []
            #expect(dates.count == 3)
            #expect(dates.allSatisfy { $0["date"]?.string?.contains("T09:30:00+09:00") == true })
            let seconds = dates.compactMap { $0["dateUnix"]?.double }
            #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 == 86400 })
            #expect(try await agent.pendingIdentifiers("*") == [])
        }
    }

    @Test func `Status returns the paths and versions`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("a", ["trigger": tomorrow]))
            let status = try await agent.proxy().status()
            #expect(status["store"]?.string == agent.folders.state + "/belfry/belfry.sqlite")
            #expect(status["configuration"]?.string == agent.folders.configuration)
            #expect((status["storeBytes"]?.int ?? 0) > 0)
            #expect(status["pending"]?.int == 1)
            #expect(status["zone"]?.string == "UTC" || status["zone"]?.string == "GMT")
            #expect(status["nextDue"] != nil)
            let server = status["server"]?.properties
            #expect(server?["name"]?.string == "belfry")
            #expect(server?["capabilities"]?.strings?.contains("actions") == true)
        }
    }
}
