// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import LegacyNotifications
import NotificationServer
import TestSupport
import Testing
import UIKitNotifications

@testable import UserNotifications

/// Repeating notifications over a simulated year on a real agent, compared with a model.
@MainActor
@Suite(.serialized) struct OlderYearTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let zone: String
        /// The time of day, which lies in the gap of the zone's summer time.
        let time: (hour: Int, minute: Int)
        let isFloating: Bool
        let isPast: Bool

        var testDescription: String {
            "\(zone), \(isFloating ? "floating" : "absolute"), \(isPast ? "past" : "future")"
        }
    }

    nonisolated private static let zones = [
        ("Europe/Berlin", (2, 30)), ("America/St_Johns", (2, 15)), ("Pacific/Chatham", (2, 50)),
    ]

    nonisolated private static let cases = zones.flatMap { zone, time in
        [(false, false), (false, true), (true, false), (true, true)].map {
            Case(zone: zone, time: time, isFloating: $0.0, isPast: $0.1)
        }
    }

    /// 10 January 2026, 10:00 UTC. No clock of the zones shows a time of ``Case/time`` near 10:00 UTC.
    private static let start = Date(timeIntervalSince1970: 1_768_039_200)
    private static let units: [NSCalendar.Unit] = [.day, .weekOfYear, .month, .quarter, .year]

    @Test(arguments: cases)
    func `every date of a year is the model's, through a journey and deaths of the agent`(_ each: Case) async throws {
        let (zone, tokyo) = (
            try #require(TimeZone(identifier: each.zone)), try #require(TimeZone(identifier: "Asia/Tokyo"))
        )
        let first = try Self.date(each, in: zone)
        let environment = ["BELFRY_NOW": "@\(Self.start.timeIntervalSince1970)", "TZ": each.zone]
        try await withAgentAndServer(environment: environment, inMemory: true) { agent, server async throws in
            let application = agent.application(TestTime(seconds: Self.start.timeIntervalSince1970, zone: zone))
            for unit in Self.units {
                application.scheduleLocalNotification(
                    reminder("\(unit.rawValue)", at: first) {
                        $0.repeatInterval = unit
                        $0.timeZone = each.isFloating ? zone : nil
                    })
            }
            let requests = await application.legacyCenter.pendingNotificationRequests()
            #expect(requests.count == Self.units.count)
            let names = Dictionary(uniqueKeysWithValues: requests.map { ($0.identifier, $0.content.body) })

            var fired = Fired()
            let journey = Self.start + 180 * 86_400
            for step in 1...37 {
                try await agent.clock.advance(10 * 86_400)
                try await fired.read(agent, names)
                _ = server.takeNotifications()
                if step == 18 { try await agent.clock.setZone(tokyo.identifier) }
                guard step == 12 || step == 25 else { continue }
                let now = Self.start + Double(step) * 10 * 86_400
                try await agent.kill()
                let own = step < 18 ? each.zone : tokyo.identifier
                try await agent.start(["BELFRY_NOW": "@\(now.timeIntervalSince1970)", "TZ": own])
                try await agent.clock.advance(0)
            }
            let model = RepeatModel(
                journeys: [(.distantPast, zone), (journey, tokyo)], reading: each.isFloating ? zone : nil)
            for unit in Self.units {
                var expected = model.dates(
                    of: unit, from: first, after: Self.start, until: Self.start + 370 * 86_400)
                // A past date is presented at once, a second after the call.
                if each.isPast { expected.insert(Self.start + 1, at: 0) }
                #expect(fired.dates["\(unit.rawValue)"] ?? [] == expected, "unit \(unit.rawValue)")
            }
        }
    }

    @Test(arguments: cases)
    func `minutes and hours around the change of the clock are the model's`(_ each: Case) async throws {
        let zone = try #require(TimeZone(identifier: each.zone))
        let change = try #require(zone.nextDaylightSavingTimeTransition(after: Self.start))
        let start = change - 2.5 * 3600
        let first = start + (each.isPast ? -4321 : 1321)
        let environment = ["BELFRY_NOW": "@\(start.timeIntervalSince1970)", "TZ": each.zone]
        try await withAgentAndServer(environment: environment, inMemory: true) { agent, server async throws in
            let application = agent.application(TestTime(seconds: start.timeIntervalSince1970, zone: zone))
            let units: [NSCalendar.Unit] = [.minute, .hour]
            for unit in units {
                application.scheduleLocalNotification(
                    reminder("\(unit.rawValue)", at: first) {
                        $0.repeatInterval = unit
                        $0.timeZone = each.isFloating ? zone : nil
                    })
            }
            let requests = await application.legacyCenter.pendingNotificationRequests()
            let names = Dictionary(uniqueKeysWithValues: requests.map { ($0.identifier, $0.content.body) })
            var fired = Fired()
            for _ in 1...10 {
                try await agent.clock.advance(1800)
                try await fired.read(agent, names)
                _ = server.takeNotifications()
            }
            let model = RepeatModel(journeys: [(.distantPast, zone)], reading: each.isFloating ? zone : nil)
            for unit in units {
                var expected = model.dates(of: unit, from: first, after: start, until: start + 5 * 3600)
                if each.isPast { expected.insert(start + 1, at: 0) }
                #expect(fired.dates["\(unit.rawValue)"] ?? [] == expected, "unit \(unit.rawValue)")
            }
        }
    }

    /// The date: on the 31st of January or December, at the case's time on the zone's clock.
    private static func date(_ each: Case, in zone: TimeZone) throws -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            year: each.isPast ? 2025 : 2026, month: each.isPast ? 12 : 1, day: 31, hour: each.time.hour,
            minute: each.time.minute)
        return RepeatModel.instant(of: try #require(calendar.date(from: components)), in: zone)
    }

    /// The dates at which notifications have fired, by their texts.
    private struct Fired {
        var dates: [String: [Date]] = [:]
        private var cursor: Int64 = 0

        mutating func read(_ agent: TestAgent, _ names: [String: String]) async throws {
            while true {
                let options: [String: Value] = ["since": .int64(cursor), "limit": .uint32(1000)]
                let page = try await agent.proxy("*").log(options)
                for event in page where event["kind"]?.string == "fired" {
                    guard let name = names[event["identifier"]?.string ?? ""] else { continue }
                    let detail = event["detail"]?.properties ?? [:]
                    let due = detail["due"]?.properties?["$date"]?.double ?? .nan
                    dates[name, default: []].append(Date(timeIntervalSince1970: due))
                }
                guard let last = page.last?["cursor"]?.int else { return }
                cursor = Int64(last)
            }
        }
    }
}
