// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// A year of two hundred requests, with sleeps, set clocks, journeys and deaths of the agent, against a model of the rules.
@Suite struct YearTests {
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Kiritimati",
        "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia",
    ]

    /// How many days are played through: a month with every run of the suite, the whole year with `BELFRY_YEAR=366`.
    private static var days: Double {
        ProcessInfo.processInfo.environment["BELFRY_YEAR"].flatMap(Double.init) ?? 30
    }

    @Test(arguments: zones.indices)
    func `every occurrence of a year comes once, at its time, or is accounted for`(index: Int) async throws {
        let name = Self.zones[index]
        var random = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(index))
        // 2026-01-05, 12:00 in UTC.
        let start = 1_767_614_400.0
        var zone = try #require(TimeZone(identifier: name))
        let requests = YearRequest.all(now: start, zone: zone, using: &random)
        var model = YearModel(now: start, zone: zone, requests: requests)

        try await withAgentAndServer(environment: ["BELFRY_NOW": "@\(start)", "TZ": name]) { agent, server in
            var cursor: Int64 = 0
            for request in requests { _ = try await agent.proxy(request.app).add(request.dictionary) }
            let end = start + Self.days * 86_400
            while model.now < end, model.problems.isEmpty {
                switch Int.random(in: 0..<20, using: &random) {
                case 0, 1, 2:
                    let seconds = Double(Int.random(in: 60...150_000, using: &random))
                    try await agent.clock.suspend()
                    model.pass(seconds)
                    try await agent.clock.resume(after: seconds)
                case 3:
                    // Back and forth; of all set clocks these are the most.
                    let date = model.now + Double(Int.random(in: -7200...7200, using: &random))
                    model.setClock(to: date)
                    try await agent.clock.set(to: date)
                case 4:
                    let date = model.now + Double(Int.random(in: -3...3, using: &random)) * 86_400
                    model.setClock(to: date)
                    try await agent.clock.set(to: date)
                case 5, 6:
                    zone = try #require(TimeZone(identifier: Self.zones.randomElement(using: &random) ?? name))
                    model.move(to: zone)
                    try await agent.clock.setZone(zone.identifier)
                case 7:
                    try await agent.kill()
                    if Bool.random(using: &random) {
                        zone = try #require(TimeZone(identifier: Self.zones.randomElement(using: &random) ?? name))
                        model.move(to: zone)
                    }
                    model.pass(Double(Int.random(in: 0...200_000, using: &random)))
                    try await agent.start(["BELFRY_NOW": "@\(model.now)", "TZ": zone.identifier])
                    try await agent.clock.advance(0)
                default:
                    let seconds = Double(Int.random(in: 3600...500_000, using: &random))
                    model.pass(seconds)
                    try await agent.clock.advance(seconds)
                }
                cursor = try await follow(agent, server, &model, from: cursor)
                // The digests of the three applications come one after another.
                model.pass(6)
                try await agent.clock.advance(6)
                cursor = try await follow(agent, server, &model, from: cursor)
            }
            model.end()
        }
        #expect(model.problems == [], "seed \(SeededGenerator.seed), zone \(name)")
        #expect(Double(model.shown + model.passed) > Self.days * 6, "\(model.shown) shown, \(model.passed) passed over")
    }

    /// Holds what the agent has logged, and what came to the screen, against the model.
    private func follow(
        _ agent: TestAgent, _ server: ScriptedServer, _ model: inout YearModel, from cursor: Int64
    ) async throws -> Int64 {
        var cursor = cursor
        var entries: [YearModel.Entry] = []
        while true {
            let options: [String: Value] = ["since": .int64(cursor), "limit": .uint32(1000)]
            let page = try await agent.proxy("*").log(options)
            guard let last = page.last?["cursor"]?.int else { break }
            cursor = Int64(last)
            entries += page.compactMap(Self.entry)
        }
        model.check(entries)
        var fired = entries.filter { $0.kind == "fired" }.map { $0.gathered > 0 ? "digest" : $0.identifier }.sorted()
        var shown: [String] = []
        for _ in 0..<200 where shown.count < fired.count {
            shown += server.takeNotifications().map { $0.summary.hasPrefix("r") ? $0.summary : "digest" }
            if shown.count < fired.count { _ = try await agent.proxy().status() }
        }
        shown = (shown + server.takeNotifications().map { $0.summary.hasPrefix("r") ? $0.summary : "digest" }).sorted()
        // A newer showing of a request that has not been shown yet takes its place.
        if shown != fired { fired = fired.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
        #expect(shown == fired, "seed \(SeededGenerator.seed)")
        return cursor
    }

    private static func entry(_ event: [String: Value]) -> YearModel.Entry? {
        guard let kind = event["kind"]?.string, kind == "fired" || kind == "missed" else { return nil }
        let detail = event["detail"]?.properties ?? [:]
        return YearModel.Entry(
            identifier: event["identifier"]?.string ?? "", kind: kind, at: event["dateUnix"]?.double ?? .nan,
            due: detail["due"]?.properties?["$date"]?.double ?? .nan, reason: detail["reason"]?.string ?? "",
            gathered: detail["gathered"]?.int ?? 0, app: event["app"]?.string ?? "")
    }
}
