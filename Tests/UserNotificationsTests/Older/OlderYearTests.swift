// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import LegacyNotifications
import NotificationServer
import TestSupport
import Testing
import Triggers
import UIKitNotifications
import ZoneFiles

@testable import UserNotifications

/// Repeating notifications over a simulated year on a real agent, compared with a model.
@Suite struct OlderYearTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let zone: String
        /// The time of day, which lies in the gap of the zone's summer time.
        let time: (hour: Int, minute: Int)

        var testDescription: String { zone }
    }

    /// One of the four ways in which a date repeats.
    private struct Way: Hashable {
        let isFloating: Bool
        let isPast: Bool

        static let all = [(false, false), (false, true), (true, false), (true, true)].map(Way.init)

        func name(_ unit: NSCalendar.Unit) -> String {
            "\(unit.rawValue), \(isFloating ? "floating" : "absolute"), \(isPast ? "past" : "future")"
        }
    }

    private static let places = [
        Place(zone: "Europe/Berlin", time: (2, 30)), Place(zone: "America/St_Johns", time: (2, 15)),
        Place(zone: "Pacific/Chatham", time: (2, 50)),
    ]

    /// 10 January 2026, 10:00 UTC. No clock of the zones shows a time of ``Place/time`` near 10:00 UTC.
    private static let start = Date(timeIntervalSince1970: 1_768_039_200)
    private static let units: [NSCalendar.Unit] = [.day, .weekOfYear, .month, .quarter, .year]
    /// The number of days on which every minute is compared; packaging/soak sets it to a year.
    private static let days = ProcessInfo.processInfo.environment["BELFRY_OLDER_DAYS"].flatMap(Double.init) ?? 4

    @Test(arguments: places)
    func `every date of a year is the model's, through a journey and deaths of the agent`(_ place: Place) async throws {
        let (zone, tokyo) = (
            try #require(TimeZone(identifier: place.zone)), try #require(TimeZone(identifier: "Asia/Tokyo"))
        )
        let environment = ["BELFRY_NOW": "@\(Self.start.timeIntervalSince1970)", "TZ": place.zone]
        try await withAgentAndServer(environment: environment, inMemory: true) { agent, server async throws in
            let names = try await schedule(Self.units, on: agent, at: Self.start, in: zone) {
                try date(place, $0, in: zone)
            }
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
                let own = step < 18 ? place.zone : tokyo.identifier
                try await agent.start(["BELFRY_NOW": "@\(now.timeIntervalSince1970)", "TZ": own])
                try await agent.clock.advance(0)
            }
            for way in Way.all {
                let model = RepeatModel(
                    journeys: [(.distantPast, zone), (journey, tokyo)], reading: way.isFloating ? zone : nil)
                let first = try date(place, way, in: zone)
                for unit in Self.units {
                    var expected = model.dates(
                        of: unit, from: first, after: Self.start, until: Self.start + 370 * 86_400)
                    // A past date is presented at once, a second after the call.
                    if way.isPast { expected.insert(Self.start + 1, at: 0) }
                    #expect(fired.dates[way.name(unit)] ?? [] == expected, "unit \(way.name(unit))")
                }
            }
        }
    }

    /// Fires for five hours around a change of the clock; packaging/soak fires every hour of a year, and every minute of
    /// the two weeks around the change.
    @Test(arguments: places, [NSCalendar.Unit.minute, .hour])
    func `minutes and hours around the change of the clock are the model's`(
        _ place: Place, unit: NSCalendar.Unit
    ) async throws {
        let zone = try #require(TimeZone(identifier: place.zone))
        let change = try #require(zone.nextDaylightSavingTimeTransition(after: Self.start))
        let isSoak = Self.days >= 365
        let length = 3600 * Double(isSoak ? unit == .hour ? 365 * 24 : 14 * 24 : 5)
        let start = isSoak && unit == .hour ? Self.start : change - length / 2
        let environment = ["BELFRY_NOW": "@\(start.timeIntervalSince1970)", "TZ": place.zone]
        try await withAgentAndServer(environment: environment, inMemory: true) { agent, server async throws in
            func first(_ way: Way) -> Date { start + (way.isPast ? -4321 : 1321) }
            let names = try await schedule([unit], on: agent, at: start, in: zone) { first($0) }
            var fired = Fired()
            // The log keeps 10,000 events, and each firing of the four ways has three.
            let mostFirings = 500 * (unit == .hour ? 3600.0 : 60)
            let steps = max(10 * (length / 864_000).rounded(.up), (length / mostFirings).rounded(.up))
            for _ in 0..<Int(steps) {
                try await agent.clock.advance(length / steps)
                try await fired.read(agent, names)
                _ = server.takeNotifications()
            }
            for way in Way.all {
                let model = RepeatModel(journeys: [(.distantPast, zone)], reading: way.isFloating ? zone : nil)
                var expected = model.dates(of: unit, from: first(way), after: start, until: start + length)
                if way.isPast { expected.insert(start + 1, at: 0) }
                #expect(fired.dates[way.name(unit)] ?? [] == expected, "unit \(way.name(unit))")
            }
        }
    }

    /// Compares the dates that the agent computes for what it has stored: a firing of each would take hours.
    @Test(arguments: places)
    func `every hour of a year, and every minute of its days, is the model's`(_ place: Place) async throws {
        let zone = try #require(TimeZone(identifier: place.zone))
        let own = try #require(Zone(identifier: place.zone))
        let change = try #require(zone.nextDaylightSavingTimeTransition(after: Self.start))
        let environment = ["BELFRY_NOW": "@\(Self.start.timeIntervalSince1970)", "TZ": place.zone]
        try await withAgentAndServer(environment: environment, inMemory: true) { agent, _ async throws in
            let units: [NSCalendar.Unit] = [.minute, .hour]
            let start = Self.start
            func first(_ way: Way) -> Date { start + (way.isPast ? -4321 : 1321) }
            let names = try await schedule(units, on: agent, at: start, in: zone) { first($0) }
            let requests = await agent.center().pendingNotificationRequests()
            let triggers = Dictionary(
                uniqueKeysWithValues: requests.compactMap { request in
                    names[request.identifier].map { ($0, request.trigger as? UNRuleNotificationTrigger) }
                })
            for way in Way.all {
                let model = RepeatModel(journeys: [(.distantPast, zone)], reading: way.isFloating ? zone : nil)
                for unit in units {
                    let set = try #require(triggers[way.name(unit)] ?? nil).recurrence
                    // The days begin before the change, unless they are the whole year.
                    let length = unit == .hour ? 365 : Self.days
                    let begin = length < 365 ? change - length * 43_200 : Self.start + 1
                    let expected = model.dates(
                        of: unit, from: first(way), after: begin, until: begin + length * 86_400)
                    var last = begin
                    let found = expected.map { _ in
                        last =
                            Trigger.rule(set).nextDate(after: last, anchoredAt: Self.start, in: own) ?? .distantFuture
                        return last
                    }
                    #expect(found == expected, "unit \(way.name(unit))")
                    #expect(Double(expected.count) >= length * (unit == .hour ? 23.9 : 1439))
                }
            }
        }
    }

    /// Schedules a notification of each unit and way.
    ///
    /// - Returns: The names of the notifications, by the identifiers of their requests.
    @MainActor
    private func schedule(
        _ units: [NSCalendar.Unit], on agent: TestAgent, at now: Date, in zone: TimeZone, date: (Way) throws -> Date
    ) async throws -> [String: String] {
        let application = agent.application(TestTime(seconds: now.timeIntervalSince1970, zone: zone))
        for way in Way.all {
            let first = try date(way)
            for unit in units {
                application.scheduleLocalNotification(
                    reminder(way.name(unit), at: first) {
                        $0.repeatInterval = unit
                        $0.timeZone = way.isFloating ? zone : nil
                    })
            }
        }
        let requests = await application.legacyCenter.pendingNotificationRequests()
        #expect(requests.count == units.count * Way.all.count)
        return Dictionary(uniqueKeysWithValues: requests.map { ($0.identifier, $0.content.body) })
    }

    /// The date: on the 31st of January or December, at the place's time on the zone's clock.
    private func date(_ place: Place, _ way: Way, in zone: TimeZone) throws -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            year: way.isPast ? 2025 : 2026, month: way.isPast ? 12 : 1, day: 31, hour: place.time.hour,
            minute: place.time.minute)
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
