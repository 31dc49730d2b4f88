// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing
import UIKitNotifications

@testable import UserNotifications

/// More rows of `legacy.md` §2 on a real agent: what has no text, zones, units, calendars and limits.
@MainActor
@Suite struct LocalNotificationRowTests {
    /// 10 January 2026, 10:00 UTC.
    nonisolated private static let start = 1_768_039_200.0
    nonisolated private static let environment = ["BELFRY_NOW": "@\(start)", "TZ": "UTC"]
    nonisolated private static let day = 86_400.0

    /// The date of the only pending request, in Unix seconds.
    private func next(_ agent: TestAgent) async throws -> Double {
        let rows = try await agent.proxy().pending()
        #expect(rows.count == 1)
        return rows.first?["nextTriggerDateUnix"]?.double ?? .nan
    }

    @Test func `a badge alone is set, and a sound alone is accepted, and neither shows anything`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            let failures = FailureList(of: application)
            let events = try await AgentEvents(of: agent)
            let badge = UILocalNotification()
            badge.applicationIconBadgeNumber = 3
            application.scheduleLocalNotification(badge)
            try await events.next("shown")
            try await withDeadline {
                while await application.applicationIconBadgeNumber != 3 { try await yieldUntilDeadline() }
            }
            let sound = UILocalNotification()
            sound.soundName = UILocalNotificationDefaultSoundName
            application.scheduleLocalNotification(sound)
            try await events.next("shown")
            #expect(server.takeNotifications().isEmpty)
            #expect(failures.mailbox.takeAll().isEmpty)
        }
    }

    @Test func `the zone: nil is a moment, and another one is a time of day that follows the person`() async throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let environment = ["BELFRY_NOW": "@\(Self.start)", "TZ": berlin.identifier]
        try await withAgent(environment: environment) { agent async throws in
            let application = agent.application(TestTime(seconds: Self.start, zone: berlin))
            for zone in [nil, berlin] {
                application.scheduleLocalNotification(
                    reminder(zone == nil ? "moment" : "reading", at: Date(timeIntervalSince1970: Self.start + 3600)) {
                        $0.timeZone = zone
                    })
            }
            _ = application.scheduledLocalNotifications
            @MainActor func waits() async throws -> [String: Double] {
                let rows = try await agent.proxy().pending()
                return Dictionary(
                    uniqueKeysWithValues: rows.map {
                        ($0["body"]?.string ?? "", ($0["nextTriggerDateUnix"]?.double ?? 0) - Self.start)
                    })
            }
            #expect(try await waits() == ["moment": 3600, "reading": 3600])
            try await agent.clock.setZone("Europe/London")
            #expect(try await waits() == ["moment": 3600, "reading": 7200])
        }
    }

    @Test(arguments: [
        (NSCalendar.Unit.weekday, 1.0), (.weekOfMonth, 7.0), (.weekdayOrdinal, 7.0),
        (NSCalendar.Unit(rawValue: 256), 7.0),
    ])
    func `the other units of a week repeat every day or every week`(
        _ unit: NSCalendar.Unit, _ days: Double
    ) async throws {
        try await withAgentAndServer(environment: Self.environment, inMemory: true) { agent, server async throws in
            let application = agent.application(TestTime(seconds: Self.start))
            application.scheduleLocalNotification(
                reminder("Tea", at: Date(timeIntervalSince1970: Self.start + 60)) { $0.repeatInterval = unit })
            _ = application.scheduledLocalNotifications
            // A second after each date, and then a second before the next one.
            try await agent.clock.advance(61)
            #expect(try await server.nextNotification().body == "Tea")
            for _ in 1...2 {
                try await agent.clock.advance(days * Self.day - 2)
                #expect(server.takeNotifications().isEmpty)
                try await agent.clock.advance(2)
                #expect(try await server.nextNotification().body == "Tea")
            }
        }
    }

    @Test(arguments: [29, 30])
    func `from the 29th and the 30th on, February has its last day`(_ day: Int) async throws {
        try await withAgent(environment: Self.environment, inMemory: true) { agent async throws in
            let application = agent.application(TestTime(seconds: Self.start))
            let first = Self.start + Double(day - 10) * Self.day
            application.scheduleLocalNotification(
                reminder("Rent", at: Date(timeIntervalSince1970: first)) { $0.repeatInterval = .month })
            _ = application.scheduledLocalNotifications
            var now = Self.start
            var days: [Double] = []
            for _ in 1...3 {
                let date = try await next(agent)
                days.append((date - Self.start) / Self.day)
                try await agent.clock.advance(date + 1 - now)
                now = date + 1
            }
            // In January, on 28 February, and in March.
            #expect(days == [Double(day - 10), 49, Double(day + 49)])
        }
    }

    @Test func `a year of another calendar repeats from its next such date on, and a later date is refused`()
        async throws
    {
        try await withAgent(environment: Self.environment, inMemory: true) { agent async throws in
            let application = agent.application(TestTime(seconds: Self.start))
            let failures = FailureList(of: application)
            var persian = Calendar(identifier: .persian)
            persian.timeZone = .gmt
            let newYear = try #require(
                persian.nextDate(
                    after: Date(timeIntervalSince1970: Self.start),
                    matching: DateComponents(month: 1, day: 1, hour: 8, minute: 0, second: 0),
                    matchingPolicy: .nextTime))
            let second = try #require(persian.date(byAdding: .year, value: 1, to: newYear))
            @MainActor func yearly(_ text: String, from date: Date) -> UILocalNotification {
                reminder(text, at: date) {
                    $0.repeatInterval = .year
                    $0.repeatCalendar = Calendar(identifier: .persian)
                }
            }
            application.scheduleLocalNotification(yearly("Later", from: second))
            #expect(try await failures.mailbox.next().contains("only from its next matching date on"))
            application.scheduleLocalNotification(yearly("Nowruz", from: newYear))
            _ = application.scheduledLocalNotifications
            #expect(try await next(agent) == newYear.timeIntervalSince1970)
            try await agent.clock.advance(newYear.timeIntervalSince1970 + 1 - Self.start)
            #expect(try await next(agent) == second.timeIntervalSince1970)
            #expect(failures.mailbox.takeAll().isEmpty)
        }
    }

    @Test func `days are the same in every calendar`() async throws {
        try await withAgent(environment: Self.environment) { agent async throws in
            let application = agent.application(TestTime(seconds: Self.start))
            let first = Self.start + 40 * Self.day
            application.scheduleLocalNotification(
                reminder("Tea", at: Date(timeIntervalSince1970: first)) {
                    $0.repeatInterval = .day
                    $0.repeatCalendar = Calendar(identifier: .chinese)
                })
            let found = application.scheduledLocalNotifications?.first
            #expect(found?.repeatCalendar?.identifier == .chinese)
            #expect(try await next(agent) == first)
            try await agent.clock.advance(40 * Self.day + 1)
            #expect(try await next(agent) == first + Self.day)
        }
    }

    @Test func `64 KiB are for the user info and the hidden properties together`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            let failures = FailureList(of: application)
            @MainActor func schedule(_ text: String, _ bytes: Int) {
                application.scheduleLocalNotification(
                    reminder(text, at: .now + 60) { $0.userInfo = ["x": String(repeating: "x", count: bytes)] })
            }
            schedule("Small", 60_000)
            // {"x":"…"} is 65,536 bytes, and so at the limit, without the hidden properties.
            schedule("Large", 65_528)
            let problem = try await failures.mailbox.next()
            #expect(problem.hasPrefix("Large: ") && problem.contains("userInfo"), "\(problem)")
            #expect(application.scheduledLocalNotifications?.map { $0.alertBody ?? "" } == ["Small"])
        }
    }

    @Test func `without an action a click dismisses, and the delegate is not told`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, delegate) = (agent.application(), OlderActionTests.OneMethod())
            let events = try await AgentEvents(of: agent)
            application.delegate = delegate
            for hasAction in [false, true] {
                application.scheduleLocalNotification(
                    reminder(hasAction ? "With" : "Without") {
                        $0.alertAction = "Brew"
                        $0.hasAction = hasAction
                    })
                let shown = try await server.nextNotification()
                try await events.next("shown")
                await server.press("default", on: shown)
                try await events.next(hasAction ? "answered" : "dismissed")
            }
            #expect(try await delegate.calls.next() == "nil With true")
            #expect(delegate.calls.takeAll().isEmpty)
        }
    }
}
