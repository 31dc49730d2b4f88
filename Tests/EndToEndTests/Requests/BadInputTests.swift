// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import Testing
import TestSupport
import Triggers

/// A caller's mistakes are refused with an error that names the key, the value and the limit; nothing is stored.
@Suite struct BadInputTests {
    /// A request that is refused, and words that the error's message must contain.
    struct Row {
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

    /// Adds each row alone; then no request may be pending, delivered, logged or copied.
    func check(_ rows: [Row], _ prepare: (AgentFolders) throws -> Void = { _ in }) async throws {
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

    func expectNothingStored(_ agent: TestAgent) async throws {
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

    @Test func `texts at their limits are accepted`() async throws {
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
            Row(
                with("summaryArgumentCount", .int64(.max)), .invalidRequest, "summaryArgumentCount", "\(Int64.max)",
                "1000000"),
            Row(
                with("identifier", .string("belfry.flood")), .invalidRequest, "identifier", "\"belfry.flood\"",
                "belfry."),
            Row(with("expireAfter", .double(-1)), .invalidRequest, "expireAfter", "-1", "2147483"),
            Row(with("expireAfter", .double(.infinity)), .invalidRequest, "expireAfter", "inf"),
            Row(
                with(
                    "sound", .properties(["name": .string("bell"), "critical": .boolean(true), "volume": .double(2)])),
                .invalidRequest, "volume", "2", "1"),
            Row(
                with("sound", .string("sounds/bell.wav")), .invalidRequest, "sound", "sounds/bell.wav", "absolute path"),
            Row(with("sound", .string("/etc/passwd")), .invalidAttachment, "sound", "/etc/passwd", "WAV"),
            Row(with("sound", .string("/nowhere/bell.wav")), .invalidAttachment, "sound", "/nowhere", "No such file"),
            Row(with("sound", .string("file:///tmp")), .invalidAttachment, "sound", "directory"),
            Row(with("progress", .int32(101)), .invalidRequest, "progress", "101", "100"),
            Row(with("progress", .int32(-1)), .invalidRequest, "progress", "-1"),
            Row(with("interruptionLevel", .string("loud")), .invalidRequest, "interruptionLevel", "loud"),
        ])
    }

    @Test func `an unknown key is refused, never dropped`() async throws {
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

    @Test func `a wrong type is refused, and the message names the key`() async throws {
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

    @Test func `attachments must be existing pictures`() async throws {
        let folders = try AgentFolders()
        let title: [String: Value] = ["title": .string("Tea")]
        func with(_ paths: String...) -> [String: Value] {
            title.merging(["attachments": .dictionaries(paths.map { ["url": .string($0)] })]) { _, new in new }
        }
        let text = try folders.file("text.png", "this is no picture".utf8)
        let picture = try folders.file("dot.png", Samples.png)
        let truncated = try folders.file("half.png", Samples.png.prefix(Samples.png.count - 20))
        let huge = try folders.file("huge.ppm", "P6 30000 30000 255\n".utf8 + [UInt8](repeating: 0, count: 90))
        let large = try folders.file("large.png", Samples.png)
        #expect(truncate(large, 10 * 1024 * 1024 + 1) == 0)
        try await check([
            Row(with("/nowhere/cat.png"), .invalidAttachment, "/nowhere/cat.png", "No such file"),
            Row(with(folders.path), .invalidAttachment, folders.path, "directory"),
            Row(with("/dev/null"), .invalidAttachment, "/dev/null", "regular file"),
            Row(with(large), .invalidAttachment, large, "10485761", "10485760"),
            Row(with(text), .invalidAttachment, text, "not a picture"),
            Row(with(picture, text), .invalidAttachment, text, "not a picture"),
            Row(with(truncated), .invalidAttachment, truncated, "broken"),
            Row(with(huge), .invalidAttachment, huge, "30000 by 30000 pixels", "50000000"),
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
}
