// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
@testable import AgentSchedule
import FoundationEssentials
import NotificationModel
@testable import NotificationStore
import Testing
import Triggers

/// Which notifications of a flood are shown one by one, and what the digest says of the others.
@Suite struct FloodGateTests {
    private let noon = Date(timeIntervalSince1970: 1_800_000_000)

    private func gate(_ toml: String) throws -> FloodGate {
        let file = FileManager.default.temporaryDirectory.appending(path: "flood-\(UUID().uuidString).toml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(toml.utf8).write(to: file)
        let gate = FloodGate()
        gate.use(try Configuration(contentsOf: file.path))
        return gate
    }

    private func request(_ identifier: String, _ level: InterruptionLevel = .active) -> Request {
        var content = Content(title: identifier)
        content.interruptionLevel = level
        return Request(identifier: identifier, content: content)
    }

    @Test func `the limit counts per period, and a flooding application waits until its flood ends`() throws {
        let gate = try gate("[flood]\nburst = 3\nperSeconds = 10")
        var admitted: [Int] = []
        // One every two seconds is more than three in ten seconds.
        for number in 0..<10 where gate.admits(request("n\(number)"), of: "a", at: noon + Double(number) * 2) {
            admitted.append(number)
        }
        #expect(admitted == [0, 1, 2])
        #expect(gate.admits(request("later"), of: "a", at: noon + 18 + 10))
        // One every four seconds never exceeds the limit.
        #expect((0..<20).allSatisfy { gate.admits(request("s\($0)"), of: "slow", at: noon + Double($0) * 4) })
    }

    @Test func `a newer notification of the same request does not count, and urgent ones count separately`() throws {
        let gate = try gate("[flood]\nburst = 3")
        #expect((0..<50).allSatisfy { _ in gate.admits(request("same"), of: "a", at: noon) })
        #expect(gate.admits(request("b"), of: "a", at: noon) && gate.admits(request("c"), of: "a", at: noon))
        #expect(!gate.admits(request("d"), of: "a", at: noon))
        // The request waits for the digest, so its newer notification waits, too.
        #expect(!gate.admits(request("d"), of: "a", at: noon))
        #expect(gate.admits(request("alarm", .critical), of: "a", at: noon))
        #expect(gate.admits(request("d"), of: "other", at: noon))
    }

    @Test func `of an application's pushes at most 60 a minute come one by one, besides the limit for all`() throws {
        let gate = try gate("[flood]\nburst = 20\nperSeconds = 10")
        func push(_ identifier: String) -> Request {
            var push = request(identifier)
            push.isRemote = true
            return push
        }
        // Ten in ten seconds are below the limit for all.
        let admitted = (0..<120).filter { gate.admits(push("p\($0)"), of: "a", at: noon + Double($0) / 2) }
        #expect(admitted == Array(0..<60))
        #expect(gate.admits(request("local"), of: "a", at: noon + 75))
        #expect(gate.admits(push("other"), of: "b", at: noon + 60))
        #expect(gate.admits(push("later"), of: "a", at: noon + 121))
    }

    @Test func `a clock that was set back delays no notification`() throws {
        let gate = try gate("[flood]\nburst = 1")
        #expect(gate.admits(request("a"), of: "a", at: noon))
        #expect(gate.admits(request("b"), of: "a", at: noon - 3600))
        #expect(!gate.admits(request("c"), of: "a", at: noon - 3599))
    }

    @Test(
        arguments: [
            ("[flood]\nburst = -1", "flood.burst must be a whole number from 0 (no limit) to 1000"),
            ("[flood]\nperSeconds = 0", "flood.perSeconds must be a whole number from 1 to 3600"),
            ("[flood]\nrate = 1", "\"flood.rate\" is not a key; known here are burst and perSeconds"),
            ("flood = 1", "flood must be a table"), ("desktop = 1", "desktop must be a table"),
            ("[desktop]\nreshow = \"loud\"", "desktop.reshow must be \"quiet\" or \"never\""),
            ("[desktop]\nreshowHours = 9000", "desktop.reshowHours must be a whole number from 0 to 8760"),
            ("[desktop]\nre = 1", "\"desktop.re\" is not a key; known here are reshow and reshowHours"),
            (
                "[applications.a]\nburst = 100000",
                "applications.a.burst must be a whole number from 0 (no limit) to 1000"
            ),
        ])
    func `the name of an invalid setting is reported`(_ toml: String, _ sentence: String) {
        #expect { try gate(toml) } throws: { "\($0)".contains(sentence) }
    }

    @Test func `a digest stays small however many it contains, and keeps the most relevant`() throws {
        let maker = DigestBuilder(timeZone: .gmt, words: .english)
        var digest: Request?
        for page in 0..<100 {
            let missed = (0..<100).map { number in
                var content = Content(title: "Title \(page * 100 + number)")
                content.threadIdentifier = "thread \(number)"
                if page == 50, number == 50 { content.relevanceScore = 1 }
                return MissedRequest(
                    app: "a", request: Request(identifier: "n\(page * 100 + number)", content: content), due: noon,
                    date: noon, reason: MissedRequest.floodReason, isWaiting: true)
            }
            digest = maker.request(DigestPage(missed: missed, isFlood: true, earlier: digest))
        }

        let content = try #require(digest?.content)
        #expect(content.title == "10000 more notifications")
        let lines = content.body.split(separator: "\n")
        #expect(lines.count == 9)
        #expect(lines.first?.hasPrefix("08:00  Title 5050, and ") == true)
        #expect(try JSONEncoder().encode(content).count < 100_000)
    }

    @Test(
        arguments: [
            #"{"count":9223372036854775807,"groups":[],"dropped":0,"identifiers":[],"today":0}"#,
            #"{"count":1,"groups":[],"dropped":-9223372036854775808,"identifiers":[],"today":0}"#,
            #"{"count":1,"groups":[],"dropped":0,"identifiers":[],"today":1e300}"#,
            #"{"count":1,"groups":[{"key":"t","isThread":true,"members":[],"memberCount":1,"count":1,"#
                + #""summaryCount":9223372036854775807,"arguments":[]}],"dropped":0,"identifiers":[],"today":0}"#,
        ])
    func `a digest that another program wrote is not continued, and no sum overflows`(_ forged: String) {
        let maker = DigestBuilder(timeZone: .gmt, words: .english)
        var earlier = Content(title: "Mine")
        earlier.userInfo = ["belfry.digest": .string(forged)]
        let missed = (0..<3).map { number in
            var content = Content(title: "T")
            (content.threadIdentifier, content.summaryArgumentCount) = ("t", .max)
            return MissedRequest(
                app: "a", request: Request(identifier: "\(number)", content: content), due: noon, date: noon,
                reason: MissedRequest.floodReason, isWaiting: true)
        }
        let digest = maker.request(
            DigestPage(
                missed: missed, isFlood: true, earlier: Request(identifier: "belfry.flood", content: earlier)))
        #expect(digest.content.title == "3 more notifications")
    }

    @Test(
        arguments: [
            ("%u more from %@", "6 more from Ann, Bob"), ("100 %% of %u", "100 % of 6"), ("%x %u", "%x 6"),
            ("%u%", "6%"),
        ])
    func `a summary contains its count and its arguments`(_ format: String, _ words: String) {
        let maker = DigestBuilder(timeZone: .gmt, words: .english)
        let missed = ["Ann", "%u", "Bob"].enumerated().map { number, name in
            var content = Content(title: name)
            (content.threadIdentifier, content.categoryIdentifier) = ("t", "c")
            (content.summaryArgument, content.summaryArgumentCount) = (name == "%u" ? "" : name, 2)
            return MissedRequest(
                app: "a", request: Request(identifier: "\(number)", content: content), due: noon, date: noon,
                reason: "quiet", isWaiting: true)
        }
        let page = DigestPage(missed: missed, isFlood: false, earlier: nil, formats: ["c": format])
        #expect(maker.request(page).content.title == words)
    }
}
