// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

@testable import UserNotifications

/// The center's additional methods on Linux.
@Suite struct CenterAdditionTests {
    @Test func `a pending request that is snoozed waits longer`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            try await center.add(request("tea", in: 3600))

            try await center.snoozeNotificationRequest(withIdentifier: "tea", for: 7200)

            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["snoozed"]?.bool } == [true])
            let next = pending.first?["nextTriggerDateUnix"]?.double ?? 0
            #expect(abs(next - Date.now.timeIntervalSince1970 - 7200) < 120)
        }
    }

    @Test func `a delivered notification that is snoozed leaves the screen, and is shown again`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            try await center.add(request("tea"))
            let shown = try await server.nextNotification()
            try await withDeadline {
                while try await agent.proxy().delivered().first?["state"]?.string != "shown" {
                    try await yieldUntilDeadline()
                }
            }
            let told = Mailbox<Bool>()

            center.snoozeNotificationRequest(withIdentifier: "tea", for: 0.3) { told.put($0 == nil) }

            #expect(try await told.next())
            #expect(try await server.nextClosing().id == shown.id)
            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test(arguments: [0, -1, Double.nan, .infinity, 1e12])
    func `a snooze into the past is refused`(interval: Double) async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            try await center.add(request("tea", in: 3600))
            let error = await #expect(throws: UNError.self) {
                try await center.snoozeNotificationRequest(withIdentifier: "tea", for: interval)
            }
            #expect(error?.errorUserInfo["BelfryRefusal"] as? String == "InvalidTrigger")
        }
    }

    @Test func `an identifier that the bus can't carry belongs to no request`() async throws {
        try await withAgent { agent async throws in
            let told = Mailbox<String?>()
            agent.center().snoozeNotificationRequest(withIdentifier: "te\0a", for: 60) { error in
                told.put((error as? UNError)?.errorUserInfo["BelfryRefusal"] as? String)
            }
            #expect(try await told.next() == "NoSuchRequest")
        }
    }

    @Test func `with a server, or with a trigger, waitsForServer false succeeds`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            try await center.add(request("tea"), waitsForServer: false)
            #expect(try await server.nextNotification().summary == "Tea")
        }
        try await withAgent { agent async throws in
            let center = agent.center()
            let told = Mailbox<Bool>()
            center.add(request("later", in: 3600), waitsForServer: false) { told.put($0 == nil) }
            #expect(try await told.next())
            #expect(await center.pendingNotificationRequests().map(\.identifier) == ["later"])
        }
    }

    @Test func `the form with a handler returns the same errors`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let told = Mailbox<String?>()
            center.add(request("tea"), waitsForServer: false) { error in
                told.put((error as? UNError)?.errorUserInfo["BelfryRefusal"] as? String)
            }
            #expect(try await told.next() == "ServerUnavailable")
            let strange = request("te\0a")
            center.add(strange, waitsForServer: false) { error in
                told.put((error as? UNError)?.errorUserInfo["BelfryRefusal"] as? String)
            }
            #expect(try await told.next() == "InvalidRequest")
            #expect(await center.deliveredNotifications().isEmpty)
        }
    }

    @Test func `a rule trigger fires, and comes back from the agent`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            content.defaultActionTitle = "Brew"
            let start = Date(timeIntervalSince1970: 4_000_000_000)
            let trigger = try UNRuleNotificationTrigger(rule: "FREQ=DAILY", start: .date(start), timeZone: .gmt)
            try await center.add(UNNotificationRequest(identifier: "tea", content: content, trigger: trigger))
            let pending = try #require(await center.pendingNotificationRequests().first)
            #expect(pending.trigger == trigger)
            #expect((pending.trigger as? UNRuleNotificationTrigger)?.nextTriggerDate() == start)
            #expect((pending.content.mutableCopy() as? UNMutableNotificationContent)?.defaultActionTitle == "Brew")
        }
    }

    @Test func `the badge count can be read`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            #expect(try await center.badgeCount() == 0)
            try await center.setBadgeCount(7)
            #expect(try await center.badgeCount() == 7)
            let told = Mailbox<Int>()
            center.getBadgeCount { count, _ in told.put(count) }
            #expect(try await told.next() == 7)
        }
    }

    @Test func `the number of waiting responses is known before a delegate is set`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (center, other) = (agent.center(), agent.center(app: "org.example.Other"))
            let events = try await AgentEvents(of: agent)
            #expect(try await center.waitingResponseCount() == 0)
            try await center.add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "tea")
            #expect(try await center.waitingResponseCount() == 1)
            #expect(try await other.waitingResponseCount() == 0)
            let told = Mailbox<Int>()
            center.getWaitingResponseCount { count, _ in told.put(count) }
            #expect(try await told.next() == 1)
        }
    }
}
