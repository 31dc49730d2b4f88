// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import TestSupport
import Testing
import Triggers

/// Lists that are longer than one message of the bus.
@Suite(.serialized) struct PagesTests {
    /// With more than some 40,000 pending requests of one application, most verbs of `belfry` failed.
    ///
    /// Here a message may have 100,000 bytes instead of 16 MiB, so that 1500 requests suffice.
    @Test func `every verb works if no message can hold all pending requests`() async throws {
        let count = 1500
        try await withAgent(environment: ["BELFRYD_LIST_BYTES": "100000"]) { agent in
            let proxy = agent.proxy()
            // The last request is the soonest.
            let requests = (0..<count).map { number in
                request("r\(number)", title: "Request \(number)", ["trigger": after(Double(200_000 - number))])
            }
            let outcomes = try await proxy.addAll(requests)
            #expect(outcomes.count == count && outcomes.allSatisfy { $0["error"] == nil })
            await #expect(throws: Refusal.self) { try await proxy.pending() }
            _ = try await proxy.add(request("unique", ["trigger": after(300_000)]))

            var listed = 0
            var last = 0.0
            try await proxy.eachPage(of: .pending) { rows in
                for row in rows {
                    let due = row["nextTriggerDateUnix"]?.double ?? 0
                    #expect(due >= last)
                    last = due
                }
                listed += rows.count
            }
            #expect(listed == count + 1)

            #expect(try await agent.belfry("show", "uni").output.contains("unique"))
            let soonest = try await agent.belfry("next", "-n", "3")
            #expect(soonest.lines.map { $0.prefix(6) } == ["r1499 ", "r1498 ", "r1497 "], "\(soonest.output)")
            #expect(try await agent.belfry("next", "uniq").status == 0)
            #expect(try await agent.belfry("snooze", "r1499", "1h").status == 0)
            #expect(try await agent.belfry("edit", "uniq", "--title", "Other").status == 0)
            #expect(try await agent.belfry("wait", "uniq", "--timeout", "1s").status == 124)
            #expect(try await agent.belfry("show", "r1").status == 0, "it is one's whole identifier")
            #expect(try await agent.belfry("show", "r14").status == 0, "it is one's whole identifier")
            #expect(try await agent.belfry("show", "r").errors.contains("several identifiers"))
            #expect(try await agent.belfry("cancel", "r0000").status == 3)
            #expect(try await agent.belfry("cancel", "uniq").status == 0)
            let list = try await agent.belfry("list", "--porcelain")
            #expect(list.status == 0 && list.lines.count == count)
        }
    }

    @Test func `the pages make up the whole list, whatever their size`() async throws {
        try await withAgentAndServer { agent, _ in
            let due = (0..<25).map { index -> Double in
                [500.0, 400, 400, 300, 600][index % 5] + Double(index / 10) * 1000
            }
            _ = try await agent.proxy().addAll(due.enumerated().map { request("p\($0)", ["trigger": after($1)]) })
            _ = try await agent.proxy("org.example.Other").add(request("p1", ["trigger": after(450)]))
            _ = try await agent.proxy().addAll((0..<7).map { request("d\($0)", title: "D\($0)") })
            let all = agent.proxy(AgentNames.allApplications)

            for proxy in [agent.proxy(), all] {
                for list in [AgentProxy.PagedList.pending, .delivered] {
                    let whole = try await list == .pending ? proxy.pending() : proxy.delivered()
                    for limit in [1, 7, 100] {
                        var joined: [[String: Value]] = []
                        try await proxy.eachPage(of: list, PageOptions(limit: limit)) { rows in
                            #expect(rows.count <= limit)
                            joined += rows
                        }
                        #expect(
                            joined.map { $0["identifier"] } == whole.map { $0["identifier"] }, "\(list) by \(limit)")
                    }
                }
            }
            let ones = try await agent.proxy().page(of: .pending, PageOptions(prefix: "p1", limit: 3))
            #expect(ones.rows.count == 3 && !ones.next.isEmpty)
            let named = try await all.page(of: .pending, PageOptions(identifiers: ["p1", "none"]))
            #expect(named.rows.count == 2 && named.next.isEmpty)
            let shown = try await all.page(of: .delivered, PageOptions(prefix: "d", limit: 2))
            #expect(shown.rows.compactMap { $0["identifier"]?.string } == ["d6", "d5"])
        }
    }

    @Test func `a page with some keys has the same rows as a page with all`() async throws {
        try await withAgent { agent in
            let proxy = agent.proxy()
            let nine = Value.properties(["hour": .int32(9)])
            let daily: [String: Value] = ["dateComponents": nine, "repeats": .boolean(true)]
            let home = Value.properties(["identifier": .string("home"), "networks": .strings(["Home"])])
            let triggers: [[String: Value]] = [
                ["timeInterval": .double(500)], ["timeInterval": .double(600), "repeats": .boolean(true)], daily,
                ["rule": .string("FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=8;BYMINUTE=0;BYSECOND=0")],
                ["region": home, "repeats": .boolean(true)], ["region": home],
            ]
            let titles = [
                "Tea", "\u{201C}Ünï\u{201D} \\ \"quoted\"", "two\nlines", "", "🫖", "nested {\"title\": \"no\"}",
            ]
            for (number, (trigger, title)) in zip(triggers, titles).enumerated() {
                let more: [String: Value] = ["body": .string("b"), "trigger": .properties(trigger)]
                _ = try await proxy.add(request("r\(number)", title: title, more))
            }
            try await proxy.snooze("r2", seconds: 300)
            let warned: [String: Value] = ["before": .strings(["5m"]), "trigger": .properties(triggers[1])]
            _ = try await proxy.add(request("warned", warned))
            let keys = [
                "identifier", "app", "title", "warnsOf", "snoozed", "when", "nextTriggerDate", "nextTriggerDateUnix",
                "waitsFor", "text",
            ]

            let whole = try await proxy.page(of: .pending, PageOptions()).rows
            let outlines = try await proxy.page(of: .pending, PageOptions(keys: keys)).rows
            #expect(whole.count == 9)
            #expect(whole.contains { $0["warnsOf"] != nil } && whole.contains { $0["snoozed"] == .boolean(true) })
            #expect(outlines == whole.map { $0.filter { keys.contains($0.key) } })
            // These keys need the whole request.
            let bodies = try await proxy.page(of: .pending, PageOptions(keys: ["identifier", "trigger"])).rows
            #expect(bodies == whole.map { $0.filter { ["identifier", "trigger"].contains($0.key) } })

            _ = try await proxy.add(request("shown", title: "Shown"))
            let shown = try await proxy.page(of: .delivered, PageOptions(keys: ["title", "app"])).rows
            #expect(shown == [["title": .string("Shown"), "app": .string(TestAgent.app)]])
        }
    }

    @Test func `invalid page options are refused`() async throws {
        try await withAgent { agent in
            let wrong: [([String: Value], String)] = [
                (["limit": .uint32(0)], "limit is 0"), (["limit": .uint32(10_001)], "10001"),
                (["after": .string("x")], "after is \"x\""), (["offset": .uint32(5)], "offset"),
                (["identifiers": .strings(["a"]), "prefix": .string("a")], "exclude"),
                (["keys": .strings(["title", "titel"])], "keys has \"titel\", which no row has"),
            ]
            for (options, words) in wrong {
                for member in ["PendingPage", "DeliveredPage"] {
                    let message = Message.methodCall(
                        destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
                        member: member, arguments: [.string(TestAgent.app), .properties(options)])
                    let error = await #expect(throws: BusError.self) { try await agent.connection.call(message) }
                    #expect(error?.name == "org.belfry.Error.InvalidRequest" && error?.message.contains(words) == true)
                }
            }
        }
    }
}
