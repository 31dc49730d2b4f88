// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// A year of two hundred requests, with suspends, set clocks, journeys and deaths of the agent, compared with a model
/// of the rules.
@Suite struct YearTests {
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Kiritimati",
        "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia",
    ]

    private static let environment = ProcessInfo.processInfo.environment

    /// The shipped agent, if `packaging/test` has built it: it runs through a year five times as fast.
    private static let program = environment["BELFRY_RELEASED_AGENT"]

    /// The stretches of days, with their zones.
    struct Stretch: Sendable, CustomTestStringConvertible {
        /// The index of the zone in which the stretch begins.
        let zone: Int
        /// The first day, at noon in UTC.
        let start: Double
        let days: Double
        /// The change of the clock that the stretch must include in its zone.
        var change: Double?

        var testDescription: String { "\(days) days in \(zones[zone])" }
    }

    /// The stretches: the number of days of `BELFRY_YEAR` from 5 January 2026, in each zone; without it, as in
    /// `packaging/test`, the 45 days around a gap and around a fold.
    private static let stretches: [Stretch] = {
        guard let days = environment["BELFRY_YEAR"].flatMap(Double.init) else {
            return [
                // From 12 March 2026; the gap is on 29 March.
                Stretch(zone: 0, start: 1_773_316_800, days: 45, change: 1_774_746_000),
                // From 15 October 2026; the fold is on 1 November.
                Stretch(zone: 1, start: 1_792_065_600, days: 45, change: 1_793_512_800),
            ]
        }
        let indices = environment["BELFRY_YEAR_ZONE"].flatMap(Int.init).map { $0..<$0 + 1 } ?? zones.indices
        return indices.map { Stretch(zone: $0, start: 1_767_614_400, days: days) }
    }()

    /// The kinds of steps of the year.
    private struct Year {
        let agent: TestAgent
        let server: ScriptedServer
        var model: YearModel
        var random: SeededGenerator
        var cursor: Int64 = 0
        /// The server's last number at the start of this agent: the server reports the end of a notification only to
        /// its sender.
        var firstOwn: UInt32 = 0
        let stretch: Stretch
        /// Whether the clock of the zone changed while the agent was in it.
        var hasMetChange = false

        /// Whether the change that the stretch must include is near: there is no journey then.
        var staysAtHome: Bool {
            stretch.change.map { abs($0 - model.now) < 12 * 86_400 } ?? false
        }

        mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    }

    @Test(arguments: stretches)
    func `every occurrence of a year is shown once, at its time, or is accounted for`(stretch: Stretch) async throws {
        let name = Self.zones[stretch.zone]
        var random = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(stretch.zone))
        let start = stretch.start
        let zone = try #require(TimeZone(identifier: name))
        let requests = YearRequest.all(now: start, zone: zone, using: &random)

        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "@\(start)", "TZ": name], configuration: YearHolding.configuration,
            inMemory: true, program: Self.program
        ) { agent, server in
            var year = Year(
                agent: agent, server: server, model: YearModel(now: start, zone: zone, requests: requests),
                random: random, stretch: stretch)
            for request in requests { _ = try await agent.proxy(request.app).add(request.dictionary) }
            let end = start + stretch.days * 86_400
            while year.model.now < end, year.model.problems.isEmpty {
                let before = year.model.now
                if year.staysAtHome, year.model.zone != zone { try await move(&year, to: zone) }
                try await step(&year)
                try await follow(&year)
                // The digests of the three applications are shown one after another, and so are nagging notifications.
                year.model.pass(100)
                try await agent.clock.advance(100)
                try await follow(&year)
                year.model.checkDigests(seconds: 100)
                if let change = stretch.change, before < change, change <= year.model.now, year.model.zone == zone {
                    year.hasMetChange = true
                }
            }
            try await printStory(of: year)
            let (model, days) = (year.model, stretch.days)
            #expect(model.problems == [], "seed \(SeededGenerator.seed), zone \(name)")
            #expect(Double(model.shown + model.passed) > days * 6, "\(model.shown) shown, \(model.passed) passed over")
            #expect(days < 100 || model.nagged > 100, "\(model.nagged) shown again")
            #expect(stretch.change == nil || year.hasMetChange, "the clock did not change in \(name)")
        }
    }

    /// The last log events of the faulty requests.
    private func printStory(of year: Year) async throws {
        let words = year.model.problems.flatMap { $0.split { " ,:".contains($0) } }.map(String.init)
        for identifier in Set(words.filter { $0.hasPrefix("r") && $0.dropFirst().first?.isNumber == true }) {
            let options: [String: Value] = [
                "identifier": .string(identifier), "newest": .boolean(true), "limit": .uint32(20),
            ]
            for event in try await year.agent.proxy("*").log(options) {
                print(identifier, event["dateUnix"]?.double ?? 0, event["kind"]?.string ?? "", event["detail"] ?? "")
            }
        }
    }

    private func step(_ year: inout Year) async throws {
        let (agent, app) = (year.agent, "org.example.App\(Int.random(in: 0..<3, using: &year.random))")
        switch Int.random(in: 0..<24, using: &year.random) {
        case 0, 1, 2:
            let seconds = year.number(60...150_000)
            try await agent.clock.suspend()
            year.model.pass(seconds, asleep: true)
            try await agent.clock.resume(after: seconds)
        case 3:
            // Back and forth; these are the most frequent changes of the clock.
            try await set(&year, by: year.number(-7200...7200))
        case 4: try await set(&year, by: year.number(-3...3) * 86_400)
        case 5, 6:
            let zone = try randomZone(&year)
            if !year.staysAtHome { try await move(&year, to: zone) }
        case 7: try await restart(&year)
        case 8:
            let whose = Bool.random(using: &year.random) ? app : "*"
            let seconds = year.number(600...200_000).rounded()
            try await agent.proxy(whose).pause(seconds: seconds)
            year.model.pause(whose, until: year.model.now + seconds)
        case 9:
            let whose = Bool.random(using: &year.random) ? app : "*"
            try await agent.proxy(whose).resume()
            year.model.resume(whose)
            try await agent.clock.advance(0)
        case 10, 11:
            let open = await year.server.open.filter { $0.id > year.firstOwn }
            guard let shown = open.randomElement(using: &year.random) else { break }
            await year.server.dismiss(shown)
            try await follow(&year, until: "dismissed")
        default:
            let seconds = year.number(3600...500_000)
            year.model.pass(seconds)
            try await agent.clock.advance(seconds)
        }
    }

    private func move(_ year: inout Year, to zone: TimeZone) async throws {
        year.model.move(to: zone)
        try await year.agent.clock.setZone(zone.identifier)
    }

    private func set(_ year: inout Year, by seconds: Double) async throws {
        let date = year.model.now + seconds
        year.model.setClock(to: date)
        try await year.agent.clock.set(to: date)
    }

    private func restart(_ year: inout Year) async throws {
        try await year.agent.kill()
        year.firstOwn = await year.server.open.map(\.id).max() ?? year.firstOwn
        if Bool.random(using: &year.random), !year.staysAtHome { year.model.move(to: try randomZone(&year)) }
        year.model.reboot(after: year.number(0...200_000))
        try await year.agent.start(["BELFRY_NOW": "@\(year.model.now)", "TZ": year.model.zone.identifier])
        try await year.agent.clock.advance(0)
    }

    private func randomZone(_ year: inout Year) throws -> TimeZone {
        try #require(TimeZone(identifier: Self.zones.randomElement(using: &year.random) ?? ""))
    }

    /// Compares the agent's log and the screen with the model.
    ///
    /// `until` is an event that is still to come.
    private func follow(_ year: inout Year, until kind: String? = nil) async throws {
        var entries: [YearModel.Entry] = []
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            let options: [String: Value] = ["since": .int64(year.cursor), "limit": .uint32(1000)]
            let page = try await year.agent.proxy("*").log(options)
            entries += page.compactMap(Self.entry)
            if let last = page.last?["cursor"]?.int {
                year.cursor = Int64(last)
            } else if kind == nil || entries.contains(where: { $0.kind == kind }) {
                break
            } else {
                // The agent waits by this clock for the server's signals about a closed notification.
                year.model.pass(1)
                try await year.agent.clock.advance(1)
            }
        }
        #expect(kind == nil || entries.contains { $0.kind == kind }, "no \(kind ?? "")")
        year.model.check(entries)
        var fired = entries.filter { $0.kind == "fired" || $0.kind == "nagged" }.map {
            $0.gathered > 0 ? "digest" : String($0.identifier.prefix { $0 != "~" })
        }.sorted()
        func take() -> [String] {
            year.server.takeNotifications().map { $0.summary.hasPrefix("r") ? $0.summary : "digest" }
        }
        var shown: [String] = []
        for _ in 0..<200 where shown.count < fired.count {
            shown += take()
            if shown.count < fired.count { _ = try await year.agent.proxy().status() }
        }
        shown = (shown + take()).sorted()
        // A newer notification of a request replaces one that has not been shown yet.
        if shown != fired { fired = fired.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
        #expect(shown == fired, "seed \(SeededGenerator.seed)")
    }

    private static func entry(_ event: [String: Value]) -> YearModel.Entry? {
        guard let kind = event["kind"]?.string,
            ["fired", "missed", "nagged", "expired", "dismissed"].contains(kind)
        else { return nil }
        let detail = event["detail"]?.properties ?? [:]
        return YearModel.Entry(
            identifier: event["identifier"]?.string ?? "", kind: kind, at: event["dateUnix"]?.double ?? .nan,
            due: detail["due"]?.properties?["$date"]?.double ?? .nan, reason: detail["reason"]?.string ?? "",
            gathered: detail["gathered"]?.int ?? 0, app: event["app"]?.string ?? "")
    }
}
