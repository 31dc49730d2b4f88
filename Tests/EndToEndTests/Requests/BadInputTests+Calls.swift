// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import Testing
import TestSupport
import Triggers

/// Wrong input outside of requests: options, applications, quotas, and the person's settings.
extension BadInputTests {
    @Test func `a NUL can't be sent at all`() async throws {
        try await withAgent { agent in
            await #expect(throws: BusError.self) {
                try await agent.proxy().add(request("a\u{0}b"))
            }
            try await expectNothingStored(agent)
            // The connection still works.
            _ = try await agent.proxy().status()
        }
    }

    @Test func `the options of a call are checked like a request`() async throws {
        try await withAgent { agent in
            let proxy = agent.proxy()
            func refusal(_ body: () async throws -> Void) async -> Refusal? {
                do { try await body() } catch { return error as? Refusal }
                return nil
            }
            let attach = await refusal { try await proxy.attach(["identifer": .strings(["x"])]) }
            #expect(attach?.code == .invalidRequest && attach?.message.contains("identifer") == true)
            let addAll = await refusal { _ = try await proxy.addAll([], options: ["atomic": .boolean(true)]) }
            #expect(addAll?.message.contains("atomic") == true)
            let limit = await refusal { _ = try await proxy.log(["limit": .uint32(0)]) }
            #expect(limit?.message.contains("limit") == true)
            let count = await refusal { _ = try await proxy.explain(["timeInterval": .double(5)], count: 1001) }
            #expect(count?.message.contains("1001") == true)
            let snooze = await refusal { try await proxy.snooze("nothing", seconds: 5) }
            #expect(snooze?.code == .noSuchRequest && snooze?.message.contains("nothing") == true)
            for seconds in [0, -1, Double.nan, .infinity] {
                let refused = await refusal { try await proxy.snooze("nothing", seconds: seconds) }
                #expect(refused?.code == .invalidTrigger && refused?.message.contains("seconds") == true)
            }
            let keep = await refusal {
                _ = try await proxy.add(request("none", ["trigger": .properties(["keep": .boolean(true)])]))
            }
            #expect(keep?.code == .noSuchRequest && keep?.message.contains("none") == true)
            let anonymous = await refusal {
                _ = try await proxy.add(["title": .string("x"), "trigger": .properties(["keep": .boolean(true)])])
            }
            #expect(anonymous?.code == .invalidRequest && anonymous?.message.contains("identifier") == true)
            let ask = await refusal { _ = try await proxy.requestAuthorization(["alert", "horn"]) }
            #expect(ask?.code == .invalidRequest && ask?.message.contains("\"horn\"; there are badge, sound") == true)
            #expect(try await proxy.settings()["authorizationStatus"]?.string == "notDetermined")
            let twice = await refusal {
                try await proxy.setCategories([["identifier": .string("a")], ["identifier": .string("a")]])
            }
            #expect(twice?.code == .invalidRequest && twice?.message.contains("\"a\"") == true)
            try await expectNothingStored(agent)
        }
    }

    @Test(arguments: ["a/b", "..", "a b", "ä", "../../etc", String(repeating: "x", count: 256)])
    func `an invalid application id is refused`(app: String) async throws {
        try await withAgent { agent in
            await #expect {
                try await agent.proxy(app).add(request("tea"))
            } throws: { error in
                (error as? BusError)?.name == "org.freedesktop.DBus.Error.InvalidArgs"
            }
            await #expect(throws: BusError.self) { try await agent.proxy("*").add(request("tea")) }
            try await expectNothingStored(agent)
        }
    }

    @Test func `a refused request of a list leaves the others, unless allOrNothing was set`() async throws {
        try await withAgent { agent in
            let requests = [
                request("a", ["trigger": tomorrow]), ["titel": .string("b")], request("c", ["trigger": tomorrow]),
            ]

            await #expect(throws: Refusal.self) {
                try await agent.proxy().addAll(requests, options: ["allOrNothing": .boolean(true)])
            }
            #expect(try await agent.pendingIdentifiers() == [])

            let outcomes = try await agent.proxy().addAll(requests)
            #expect(outcomes.map { $0["error"]?.string } == [nil, "org.belfry.Error.InvalidRequest", nil])
            #expect(outcomes[1]["message"]?.string?.contains("titel") == true)
            #expect(try await agent.pendingIdentifiers() == ["a", "c"])
        }
    }

    @Test func `a quota is enforced, and replacing a request does not count`() async throws {
        try await withAgent(configuration: "quota = 3\n[applications.free]\nquota = 100\n") { agent in
            for identifier in ["a", "b", "c"] {
                _ = try await agent.proxy().add(request(identifier, ["trigger": tomorrow]))
            }
            do {
                _ = try await agent.proxy().add(request("d", ["trigger": tomorrow]))
                Issue.record("The fourth was taken.")
            } catch let refusal as Refusal {
                #expect(refusal.code == .tooManyRequests)
                #expect(refusal.message.contains("3"))
            }
            _ = try await agent.proxy().add(request("c", title: "New", ["trigger": tomorrow]))
            _ = try await agent.proxy("free").add(request("d", ["trigger": tomorrow]))
            #expect(try await agent.pendingIdentifiers() == ["a", "b", "c"])
        }
    }

    @Test func `an application that the person has silenced gets an error that says so`() async throws {
        let toml = """
            [applications."org.example.App"]
            notifications = false
            [applications.quiet]
            badge = false
            """
        try await withAgent(configuration: toml) { agent in
            for trigger in [nil, tomorrow] {
                do {
                    _ = try await agent.proxy().add(request("a", trigger.map { ["trigger": $0] } ?? [:]))
                    Issue.record("It was taken.")
                } catch let refusal as Refusal {
                    #expect(refusal.code == .notAuthorized)
                    #expect(refusal.message.contains("org.example.App"))
                }
            }
            #expect(try await agent.proxy().requestAuthorization(["alert"]) == false)
            #expect(try await agent.proxy().settings()["authorizationStatus"]?.string == "denied")
            await #expect(throws: Refusal.self) { try await agent.proxy("quiet").setBadgeCount(3) }
        }
    }
}
