// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AppKitNotifications
import DBus
import Foundation
import LegacyNotifications
import NotificationServer
import TestSupport
import Testing

@testable import UserNotifications

/// More rows of `legacy.md` §5 on a real agent: removing, the order of the delegate's calls, intervals and replies.
@Suite struct UserNotificationRowTests {
    /// A delegate that records its calls, and presents all notifications but one.
    final class Asked: NSObject, NSUserNotificationCenterDelegate, Sendable {
        let calls = Mailbox<String>()

        func userNotificationCenter(_ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification) {
            calls.put("delivered \(notification.title ?? "")")
        }

        func userNotificationCenter(
            _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
        ) -> Bool {
            calls.put("asked \(notification.title ?? "")")
            return notification.title != "Hidden"
        }
    }

    /// 10 January 2026, 10:00 UTC.
    private static let start = 1_768_039_200.0
    private static let day = 86_400.0
    /// Intervals and their first three dates, in seconds from the start.
    private static let intervals: [(interval: DateComponents, dates: [Double])] = [
        (DateComponents(second: 90), [3600, 3690, 3780]),
        (DateComponents(minute: 90), [3600, 9000, 14_400]),
        (DateComponents(hour: 1, minute: 30), [3600, 9000, 14_400]),
        (DateComponents(day: 2), [3600, 3600 + 2 * day, 3600 + 4 * day]),
        (DateComponents(weekOfYear: 1), [3600, 3600 + 7 * day, 3600 + 14 * day]),
        // From 31 January on: the last days of February and April.
        (DateComponents(month: 1), [21 * day, 49 * day, 80 * day]),
        (DateComponents(month: 2), [21 * day, 80 * day, 141 * day]),
        (DateComponents(quarter: 1), [21 * day, 110 * day, 202 * day]),
        (DateComponents(year: 1), [21 * day, 386 * day, 751 * day]),
    ]

    private func notification(
        _ title: String, _ change: (NSUserNotification) -> Void = { _ in }
    ) -> NSUserNotification {
        let notification = NSUserNotification()
        notification.title = title
        change(notification)
        return notification
    }

    @Test(arguments: intervals.indices)
    func `an interval repeats on its grid`(_ index: Int) async throws {
        let row = Self.intervals[index]
        let environment = ["BELFRY_NOW": "@\(Self.start)", "TZ": "UTC"]
        try await withAgent(environment: environment, inMemory: true) { agent async throws in
            let center = NSUserNotificationCenter(agent.legacy(TestTime(seconds: Self.start)))
            center.scheduleNotification(
                notification("Stand") {
                    $0.deliveryDate = Date(timeIntervalSince1970: Self.start + row.dates[0])
                    $0.deliveryRepeatInterval = row.interval
                })
            #expect(center.scheduledNotifications.count == 1)
            var now = Self.start
            var dates: [Double] = []
            for _ in row.dates {
                let pending = try #require(try await agent.proxy().pending().first)
                let date = try #require(pending["nextTriggerDateUnix"]?.double)
                dates.append(date - Self.start)
                try await agent.clock.advance(date + 1 - now)
                now = date + 1
            }
            #expect(dates == row.dates)
        }
    }

    @Test func `removing a delivered one finds its identifier or its values, and all are removed`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = NSUserNotificationCenter(agent.legacy())
            var numbers: [UInt32] = []
            for title in ["Named", "Equal", "Last"] {
                center.deliver(notification(title) { if title == "Named" { $0.identifier = "name" } })
                numbers.append(try await server.nextNotification().id)
            }
            center.removeDeliveredNotification(notification("Another title") { $0.identifier = "name" })
            #expect(try await server.nextClosing().id == numbers[0])
            center.removeDeliveredNotification(notification("Equal"))
            #expect(try await server.nextClosing().id == numbers[1])
            #expect(center.deliveredNotifications.map { $0.title ?? "" } == ["Last"])
            center.removeDeliveredNotification(notification("Unknown"))
            #expect(center.deliveredNotifications.count == 1)
            center.removeAllDeliveredNotifications()
            #expect(try await server.nextClosing().id == numbers[2])
            #expect(center.deliveredNotifications.isEmpty)
        }
    }

    @Test func `a delivery is told before the question, and deliver asks nothing`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (center, delegate) = (NSUserNotificationCenter(agent.legacy()), Asked())
            center.delegate = delegate
            for title in ["Hidden", "Scheduled"] {
                center.scheduleNotification(notification(title))
                #expect(try await delegate.calls.next() == "delivered \(title)")
                #expect(try await delegate.calls.next() == "asked \(title)")
            }
            #expect(try await server.nextNotification().summary == "Scheduled")
            center.deliver(notification("Hidden"))
            #expect(try await delegate.calls.next() == "delivered Hidden")
            #expect(try await server.nextNotification().summary == "Hidden")
            #expect(delegate.calls.takeAll().isEmpty)
        }
    }

    @Test func `a reply takes the place of the action button, and has its placeholder`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = NSUserNotificationCenter(agent.legacy())
            center.deliver(
                notification("Tea") {
                    $0.actionButtonTitle = "Brew"
                    $0.hasReplyButton = true
                    $0.responsePlaceholder = "Which?"
                    $0.otherButtonTitle = "Never"
                })
            let shown = try await server.nextNotification()
            #expect(shown.offersReply)
            #expect(shown.hints.replyPlaceholder == "Which?")
            let labels = shown.actions.map(\.label)
            #expect(!labels.contains("Brew") && !labels.contains("Never"), "\(labels)")
        }
    }
}
