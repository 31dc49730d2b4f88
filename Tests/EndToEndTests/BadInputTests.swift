// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationModel
import Testing
import TestSupport

/// What a caller gets wrong is refused by name, with the key, the value and the limit; nothing of it is stored.
@Suite struct BadInputTests {
    /// A request that is refused, and the words that the refusal must have.
    private struct Row {
        let request: [String: Value]
        let code: Refusal.Code
        let words: [String]

        init(_ request: [String: Value], _ code: Refusal.Code, _ words: String...) {
            self.request = request
            self.code = code
            self.words = words
        }

        init(trigger: [String: Value], _ words: String...) {
            request = ["title": .string("Tea"), "trigger": .properties(trigger)]
            code = .invalidTrigger
            self.words = words
        }

        init(components: [String: Value], _ words: String...) {
            request = [
                "title": .string("Tea"), "trigger": .properties(["dateComponents": .properties(components)]),
            ]
            code = .invalidTrigger
            self.words = words
        }
    }

    /// Adds each row alone; then nothing may be pending, delivered, logged or copied.
    private func check(_ rows: [Row], _ prepare: (AgentFolders) throws -> Void = { _ in }) async throws {
        try await withAgent(prepare: prepare) { agent in
            for row in rows {
                do {
                    let outcome = try await agent.proxy().add(row.request)
                    Issue.record("\(row.words) was not refused: \(outcome)")
                } catch let refusal as Refusal {
                    #expect(refusal.code == row.code, "\(row.words): \(refusal)")
                    for word in row.words {
                        #expect(refusal.message.contains(word), "\"\(word)\" is not in: \(refusal)")
                    }
                } catch {
                    Issue.record("\(row.words): \(error)")
                }
            }
            try await expectNothingStored(agent)
        }
    }

    private func expectNothingStored(_ agent: TestAgent) async throws {
        let all = agent.proxy(AgentNames.allApplications)
        #expect(try await all.pending().isEmpty)
        #expect(try await all.delivered().isEmpty)
        #expect(try await all.log([:]).isEmpty)
        let copies = agent.folders.data + "/belfry/attachments"
        let kept = (try? FileManager.default.contentsOfDirectory(atPath: copies)) ?? []
        #expect(kept == [])
    }

    @Test func `texts have limits`() async throws {
        func long(_ count: Int) -> Value { .string(String(repeating: "x", count: count)) }
        let title: [String: Value] = ["title": .string("Tea")]
        func with(_ key: String, _ value: Value) -> [String: Value] { title.merging([key: value]) { _, new in new } }
        try await check([
            Row([:], .invalidRequest, "title", "body"),
            Row(["title": .string(""), "body": .string("")], .invalidRequest, "title", "body"),
            Row(["title": long(1025)], .contentTooLarge, "title", "1025", "1024"),
            Row(with("subtitle", long(1025)), .contentTooLarge, "subtitle", "1025", "1024"),
            Row(with("body", long(8193)), .contentTooLarge, "body", "8193", "8192"),
            Row(with("identifier", long(257)), .contentTooLarge, "identifier", "257", "256"),
            Row(with("threadIdentifier", long(257)), .contentTooLarge, "threadIdentifier", "257", "256"),
            Row(with("categoryIdentifier", long(257)), .contentTooLarge, "categoryIdentifier", "257", "256"),
            Row(with("applicationName", long(1025)), .contentTooLarge, "applicationName", "1025", "1024"),
            // 65537 bytes as JSON: {"k":"…"} has eight bytes around the text.
            Row(
                with("userInfo", .properties(["k": long(65529)])), .contentTooLarge, "userInfo", "65537", "65536"),
            Row(
                with("userInfo", .properties(["k": .double(.nan)])), .invalidRequest, "userInfo", "NaN"),
            Row(
                with("environment", .dictionary([.string("A"): long(32768)], key: .string, value: .string)),
                .contentTooLarge, "environment", "32768"),
            Row(
                with("environment", .dictionary([.string("A=B"): long(1)], key: .string, value: .string)),
                .invalidRequest, "environment"),
            Row(with("on", .properties(["default": long(8193)])), .contentTooLarge, "on.default", "8193", "8192"),
            Row(with("on", .properties(["default": .string("")])), .invalidRequest, "on.default", "empty"),
            Row(with("on", .properties(["default": .strings([])])), .invalidRequest, "on.default", "empty"),
        ])
    }

    @Test func `texts at their limits are taken`() async throws {
        try await withAgent { agent in
            func long(_ count: Int) -> Value { .string(String(repeating: "x", count: count)) }
            let outcome = try await agent.proxy().add([
                "title": long(1024), "subtitle": long(1024), "body": long(8192), "identifier": long(256),
                "userInfo": .properties(["k": long(65528)]), "trigger": tomorrow,
            ])
            #expect(outcome["identifier"]?.string?.count == 256)
            let pending = try await agent.proxy().pending()
            #expect(pending.first?["userInfo"]?.properties?["k"]?.string?.count == 65528)
        }
    }

    @Test func `numbers have ranges`() async throws {
        let title: [String: Value] = ["title": .string("Tea")]
        func with(_ key: String, _ value: Value) -> [String: Value] { title.merging([key: value]) { _, new in new } }
        try await check([
            Row(with("badge", .int32(-1)), .invalidRequest, "badge", "-1"),
            Row(with("relevanceScore", .double(1.5)), .invalidRequest, "relevanceScore", "1.5", "1"),
            Row(with("relevanceScore", .double(.nan)), .invalidRequest, "relevanceScore", "nan"),
            Row(with("summaryArgumentCount", .int32(0)), .invalidRequest, "summaryArgumentCount", "0", "1"),
            Row(with("expireAfter", .double(-1)), .invalidRequest, "expireAfter", "-1", "2147483"),
            Row(with("expireAfter", .double(.infinity)), .invalidRequest, "expireAfter", "inf"),
            Row(
                with(
                    "sound", .properties(["name": .string("bell"), "critical": .boolean(true), "volume": .double(2)])),
                .invalidRequest, "volume", "2", "1"),
            Row(with("sound", .string("/etc/passwd")), .invalidRequest, "sound", "path"),
            Row(with("interruptionLevel", .string("loud")), .invalidRequest, "interruptionLevel", "loud"),
        ])
    }

    @Test func `intervals must be real, and long enough to repeat`() async throws {
        try await check([
            Row(trigger: ["timeInterval": .double(0)], "timeInterval", "0", "more than 0"),
            Row(trigger: ["timeInterval": .double(-1)], "timeInterval", "-1", "more than 0"),
            Row(trigger: ["timeInterval": .double(.nan)], "timeInterval", "nan"),
            Row(trigger: ["timeInterval": .double(.infinity)], "timeInterval", "inf"),
            Row(trigger: ["timeInterval": .double(-.infinity)], "timeInterval", "-inf"),
            Row(trigger: ["timeInterval": .double(1e300)], "timeInterval", "1e+300", "100 years"),
            Row(trigger: ["timeInterval": .double(59.9), "repeats": .boolean(true)], "timeInterval", "59.9", "60"),
        ])
    }

    @Test func `components that never match are refused`() async throws {
        try await check([
            Row(components: ["month": .int32(13)], "month", "13", "12"),
            Row(components: ["month": .int32(0)], "month", "0", "1"),
            Row(components: ["month": .int32(2), "day": .int32(30)], "day", "30", "29"),
            Row(components: ["month": .int32(6), "day": .int32(31)], "day", "31", "30"),
            Row(components: ["hour": .int32(24)], "hour", "24", "23"),
            Row(components: ["minute": .int32(60)], "minute", "60", "59"),
            Row(components: ["weekday": .int32(8)], "weekday", "8", "7"),
            Row(components: [:], "dateComponents", "empty"),
            Row(components: ["hour": .int32(9), "timeZone": .string("Mars/Olympus")], "timeZone", "Mars/Olympus"),
            Row(components: ["hour": .int32(9), "calendar": .string("stardate")], "calendar", "stardate"),
            Row(components: ["year": .int32(2001), "month": .int32(1), "day": .int32(1)], "past", "2001-01-01"),
        ])
    }

    @Test func `rules must be rules`() async throws {
        try await check([
            Row(trigger: ["rule": .string("")], "rule"),
            Row(trigger: ["rule": .string("FREQ=NEVERLY")], "NEVERLY"),
            Row(trigger: ["rule": .string("FREQ=SECONDLY")], "60"),
            Row(trigger: ["rule": .string("FREQ=DAILY"), "start": .string("noon")], "start", "noon"),
            Row(trigger: ["rule": .string("FREQ=DAILY"), "timeZone": .string("Mars/Olympus")], "Mars/Olympus"),
            Row(trigger: ["rule": .string("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")], "never"),
        ])
    }

    @Test func `a key that is not understood is refused, never dropped`() async throws {
        let title: [String: Value] = ["title": .string("Tea")]
        func with(_ key: String, _ value: Value) -> [String: Value] { title.merging([key: value]) { _, new in new } }
        let action: [String: Value] = ["identifier": .string("a"), "title": .string("A"), "colour": .string("red")]
        try await check([
            Row(["titel": .string("Tea")], .invalidRequest, "titel", "userInfo"),
            Row(with("warnsOf", .string("x")), .invalidRequest, "warnsOf"),
            Row(with("leadTime", .double(5)), .invalidRequest, "leadTime"),
            Row(with("trigger", .properties(["timeIntervall": .double(5)])), .invalidRequest, "timeIntervall"),
            Row(
                with("trigger", .properties(["timeInterval": .double(5), "timeZone": .string("UTC")])), .invalidRequest,
                "trigger.timeZone"),
            Row(with("trigger", .properties(["in": .string("5m"), "at": .string("9:00")])), .invalidRequest, "at"),
            Row(
                with("trigger", .properties(["timeInterval": .double(5), "dateComponents": .properties([:])])),
                .invalidRequest, "exactly one"),
            Row(with("trigger", .properties([:])), .invalidRequest, "trigger", "exactly one"),
            Row(with("actions", .dictionaries([action])), .invalidRequest, "actions[0].colour"),
            Row(with("sound", .properties(["pitch": .int32(3)])), .invalidRequest, "sound.pitch"),
            Row(with("attachments", .dictionaries([["uri": .string("/x")]])), .invalidRequest, "attachments[0].uri"),
            Row(
                with("trigger", .properties(["dateComponents": .properties(["hours": .int32(9)])])), .invalidRequest,
                "hours"),
        ])
    }

    @Test func `a wrong type is refused and names the key`() async throws {
        let title: [String: Value] = ["title": .string("Tea")]
        func with(_ key: String, _ value: Value) -> [String: Value] { title.merging([key: value]) { _, new in new } }
        try await check([
            Row(["title": .int32(5)], .invalidRequest, "title", "string"),
            Row(with("body", .boolean(true)), .invalidRequest, "body", "string"),
            Row(with("badge", .string("5")), .invalidRequest, "badge", "whole number"),
            Row(with("badge", .double(1.5)), .invalidRequest, "badge", "whole number"),
            Row(with("actions", .string("yes")), .invalidRequest, "actions"),
            Row(with("actions", .strings(["yes"])), .invalidRequest, "actions[0]"),
            Row(with("actions", .dictionaries([["title": .string("A")]])), .invalidRequest, "actions[0].identifier"),
            Row(with("attachments", .dictionaries([[:]])), .invalidRequest, "attachments[0].url", "missing"),
            Row(with("userInfo", .string("x")), .invalidRequest, "userInfo"),
            Row(with("transient", .string("yes")), .invalidRequest, "transient", "true or false"),
            Row(with("trigger", .string("tomorrow")), .invalidRequest, "trigger"),
            Row(
                with("trigger", .properties(["timeInterval": .string("5")])), .invalidRequest, "trigger.timeInterval",
                "number"),
            Row(
                with("trigger", .properties(["timeInterval": .double(70), "repeats": .int32(1)])), .invalidRequest,
                "trigger.repeats", "true or false"),
            Row(with("snooze", .string("5m")), .invalidRequest, "snooze"),
            Row(with("on", .properties(["default": .int32(5)])), .invalidRequest, "on.default"),
            Row(with("expireAfter", .string("5")), .invalidRequest, "expireAfter", "number"),
        ])
    }

    @Test func `buttons have limits`() async throws {
        let title: [String: Value] = ["title": .string("Tea")]
        func with(_ actions: [[String: Value]]) -> [String: Value] {
            title.merging(["actions": .dictionaries(actions)]) { _, new in new }
        }
        func action(_ identifier: String, _ title: String = "A", _ more: [String: Value] = [:]) -> [String: Value] {
            ["identifier": .string(identifier), "title": .string(title)].merging(more) { _, new in new }
        }
        try await check([
            Row(with((0..<17).map { action("a\($0)") }), .contentTooLarge, "actions", "17", "16"),
            Row(with([action("same"), action("same")]), .invalidRequest, "same", "twice"),
            Row(with([action("")]), .invalidRequest, "actions", "identifier", "empty"),
            Row(with([action("a", "")]), .invalidRequest, "actions", "title", "empty"),
            Row(
                with([action("a", String(repeating: "x", count: 257))]), .contentTooLarge, "actions.title", "257", "256"
            ),
            Row(
                with([action("a", "A", ["options": .strings(["explosive"])])]), .invalidRequest, "options", "explosive",
                "destructive"),
        ])
    }

    @Test func `attachments must be pictures that are there`() async throws {
        let folders = try AgentFolders()
        let title: [String: Value] = ["title": .string("Tea")]
        func with(_ paths: String...) -> [String: Value] {
            title.merging(["attachments": .dictionaries(paths.map { ["url": .string($0)] })]) { _, new in new }
        }
        let text = try folders.file("text.png", "this is no picture".utf8)
        let picture = try folders.file("dot.png", Samples.png)
        let large = try folders.file("large.png", Samples.png)
        #expect(truncate(large, 10 * 1024 * 1024 + 1) == 0)
        try await check([
            Row(with("/nowhere/cat.png"), .invalidAttachment, "/nowhere/cat.png", "No such file"),
            Row(with(folders.path), .invalidAttachment, folders.path, "directory"),
            Row(with("/dev/null"), .invalidAttachment, "/dev/null", "regular file"),
            Row(with(large), .invalidAttachment, large, "10485761", "10485760"),
            Row(with(text), .invalidAttachment, text, "not a picture"),
            Row(with(picture, text), .invalidAttachment, text, "not a picture"),
            Row(with("cat.png"), .invalidAttachment, "cat.png", "absolute"),
            Row(with("https://example.org/cat.png"), .invalidAttachment, "https://example.org/cat.png", "absolute"),
            Row(with(""), .invalidAttachment, "absolute"),
            Row(
                title.merging(
                    ["attachments": .dictionaries((0..<11).map { _ in ["url": .string(picture)] })]
                ) { _, new in new }, .contentTooLarge, "attachments", "11", "10"),
        ])
        try? FileManager.default.removeItem(atPath: folders.path)
    }

    @Test func `a NUL can't even be sent`() async throws {
        try await withAgent { agent in
            await #expect(throws: BusError.self) {
                try await agent.proxy().add(request("a\u{0}b"))
            }
            try await expectNothingStored(agent)
            // The connection has not suffered.
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
            let twice = await refusal {
                try await proxy.setCategories([["identifier": .string("a")], ["identifier": .string("a")]])
            }
            #expect(twice?.code == .invalidRequest && twice?.message.contains("\"a\"") == true)
            try await expectNothingStored(agent)
        }
    }

    @Test(arguments: ["a/b", "..", "a b", "ä", "../../etc", String(repeating: "x", count: 256)])
    func `an application id that can't be one is refused`(app: String) async throws {
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

    @Test func `a refused request of a list leaves the others, unless all were to be or none`() async throws {
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

    @Test func `a quota holds, and replacing is not adding`() async throws {
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

    @Test func `an application that the person has silenced is told so`() async throws {
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
