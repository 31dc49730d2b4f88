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

/// The rows of `legacy.md` §5 on a real agent: NSUserNotification.
@Suite struct UserNotificationCenterTests {
    /// A delegate that records its calls.
    final class Recorder: NSObject, NSUserNotificationCenterDelegate, Sendable {
        let calls = Mailbox<String>()

        func userNotificationCenter(_ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification) {
            calls.put("delivered \(notification.title ?? "")")
        }

        func userNotificationCenter(_ center: NSUserNotificationCenter, didActivate notification: NSUserNotification) {
            calls.put(
                "activated \(notification.activationType.rawValue) \(notification.response?.string ?? "")"
                    + "\(notification.additionalActivationAction?.identifier ?? "")")
        }
    }

    /// A delegate that shows nothing while the application is active.
    final class Hider: NSObject, NSUserNotificationCenterDelegate, Sendable {
        func userNotificationCenter(
            _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
        ) -> Bool { false }
    }

    private func notification(
        _ title: String, _ change: (NSUserNotification) -> Void = { _ in }
    ) -> NSUserNotification {
        let notification = NSUserNotification()
        notification.title = title
        change(notification)
        return notification
    }

    @Test func `it delivers at once, tells the delegate, and lists what was delivered`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (center, recorder) = (NSUserNotificationCenter(agent.legacy()), Recorder())
            center.delegate = recorder
            center.deliver(
                notification("Build") {
                    $0.subtitle = "belfry"
                    $0.informativeText = "0 warnings"
                    $0.deliveryDate = .distantFuture
                    $0.deliveryRepeatInterval = DateComponents(second: 1)
                })
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Build")
            #expect(shown.body == "belfry\n0 warnings")
            #expect(try await recorder.calls.next() == "delivered Build")
            let listed = try #require(center.deliveredNotifications.first)
            #expect(listed.isPresented)
            #expect(listed.actualDeliveryDate != nil)
            #expect(!listed.isRemote)
            await server.press("default", on: shown)
            #expect(try await recorder.calls.next() == "activated 1 ")
        }
    }

    @Test func `closing a notification tells nobody`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (center, recorder) = (NSUserNotificationCenter(agent.legacy()), Recorder())
            center.delegate = recorder
            for title in ["Closed", "Clicked"] {
                center.deliver(notification(title))
                let shown = try await server.nextNotification()
                #expect(try await recorder.calls.next() == "delivered \(title)")
                if title == "Clicked" { await server.press("default", on: shown) } else { await server.dismiss(shown) }
            }
            #expect(try await recorder.calls.next() == "activated 1 ")
            #expect(recorder.calls.takeAll().isEmpty)
        }
    }

    @Test func `a scheduled notification that should not be presented stays in the list`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (center, hider) = (NSUserNotificationCenter(agent.legacy()), Hider())
            let events = try await AgentEvents(of: agent)
            center.delegate = hider
            center.scheduleNotification(notification("Hidden") { $0.identifier = "hidden" })
            try await events.next("fired", of: "hidden")
            center.deliver(notification("Shown"))
            #expect(try await server.nextNotification().summary == "Shown")
            let presented = Dictionary(
                uniqueKeysWithValues: center.deliveredNotifications.map { ($0.title ?? "", $0.isPresented) })
            #expect(presented == ["Hidden": false, "Shown": true])
        }
    }

    @Test func `an identifier replaces, and without one each is its own`() async throws {
        try await withAgent { agent async throws in
            let center = NSUserNotificationCenter(agent.legacy())
            let date = Date.now + 3600
            for title in ["One", "Two"] {
                center.scheduleNotification(
                    notification(title) {
                        $0.identifier = "same"
                        $0.deliveryDate = date
                    })
                center.scheduleNotification(notification("Own") { $0.deliveryDate = date })
            }
            #expect(center.scheduledNotifications.compactMap(\.title).sorted() == ["Own", "Own", "Two"])
            center.removeScheduledNotification(notification("Own") { $0.deliveryDate = date })
            #expect(center.scheduledNotifications.compactMap(\.title) == ["Two"])
            center.removeScheduledNotification(notification("Other title") { $0.identifier = "same" })
            #expect(center.scheduledNotifications.isEmpty)
            center.scheduledNotifications = [notification("New") { $0.deliveryDate = date }]
            #expect(center.scheduledNotifications.compactMap(\.title) == ["New"])
        }
    }

    @Test func `removing finds an equal one with the person's own zone, and an interval with other units`()
        async throws
    {
        try await withAgent { agent async throws in
            let center = NSUserNotificationCenter(agent.legacy())
            let date = Date.now + 3600
            func daily() -> NSUserNotification {
                notification("Tea") {
                    $0.deliveryDate = date
                    $0.deliveryTimeZone = NSTimeZone.local
                    $0.deliveryRepeatInterval = DateComponents(calendar: .current, day: 1, weekday: 3)
                }
            }
            center.scheduleNotification(daily())
            #expect(center.scheduledNotifications.count == 1)
            center.removeScheduledNotification(daily())
            #expect(center.scheduledNotifications.isEmpty)
        }
    }

    @Test func `the getters work in a completion handler of UserNotifications`() async throws {
        try await withAgent { agent async throws in
            let legacy = agent.legacy()
            let center = NSUserNotificationCenter(legacy)
            center.scheduleNotification(notification("Tea") { $0.deliveryDate = Date.now + 3600 })
            let counts = Mailbox<Int>()
            legacy.center.getBadgeCount { _, _ in counts.put(center.scheduledNotifications.count) }
            #expect(try await counts.next() == 1)
        }
    }

    @Test func `a picture is shown, from data and from a file`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let legacy = agent.legacy()
            let center = NSUserNotificationCenter(legacy)
            let failures = FailureList(of: center)
            let folder = try TemporaryFolder()
            let data = try #require(
                Data(
                    base64Encoded:
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
                ))
            let path = folder.path + "/picture.png"
            try data.write(to: URL(filePath: path))
            for image in [NSImage(data: data), NSImage(contentsOfFile: path)] {
                center.deliver(notification("Picture") { $0.contentImage = image })
                #expect(try await server.nextNotification().summary == "Picture")
                #expect(await legacy.center.deliveredNotifications().first?.request.content.attachments.count == 1)
            }
            #expect(failures.mailbox.takeAll().isEmpty)
            withExtendedLifetime(folder) {}
        }
    }

    @Test func `all properties come back from the agent`() async throws {
        try await withAgent { agent async throws in
            let center = NSUserNotificationCenter(agent.legacy())
            let one = notification("Stand") {
                $0.subtitle = "up"
                $0.informativeText = "now"
                $0.soundName = NSUserNotificationDefaultSoundName
                $0.userInfo = ["count": 2]
                $0.actionButtonTitle = "Done"
                $0.otherButtonTitle = "Later"
                $0.responsePlaceholder = "…"
                $0.additionalActions = [NSUserNotificationAction(identifier: "skip", title: "Skip")]
                $0.deliveryDate = Date(timeIntervalSinceReferenceDate: 2_000_000_000.25)
                $0.deliveryTimeZone = TimeZone(identifier: "Asia/Tokyo")
                $0.deliveryRepeatInterval = DateComponents(day: 2)
            }
            center.scheduleNotification(one)
            let found = try #require(center.scheduledNotifications.first)
            #expect(found == one)
            #expect(found.userInfo?["count"] as? Int == 2)
            #expect(found.deliveryRepeatInterval?.day == 2)
            #expect(found.additionalActions?.first?.title == "Skip")
        }
    }

    @Test func `buttons: the action, the additional ones, and a reply in place of the action`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("inline-reply")
        try await withAgentAndServer(script: script) { agent, server async throws in
            let (center, recorder) = (NSUserNotificationCenter(agent.legacy()), Recorder())
            center.delegate = recorder
            func deliver(_ change: (NSUserNotification) -> Void) async throws -> ReceivedNotification {
                center.deliver(notification("Tea", change))
                _ = try await recorder.calls.next()
                return try await server.nextNotification()
            }
            let additional = [NSUserNotificationAction(identifier: "later", title: "Later")]
            var shown = try await deliver {
                $0.actionButtonTitle = "Brew"
                $0.additionalActions = additional
            }
            await server.press(shown.key(of: "Brew"), on: shown)
            #expect(try await recorder.calls.next() == "activated 2 ")
            shown = try await deliver {
                $0.hasActionButton = false
                $0.actionButtonTitle = "Brew"
                $0.additionalActions = additional
            }
            #expect(!shown.actions.map(\.label).contains("Brew"))
            await server.press(shown.key(of: "Later"), on: shown)
            #expect(try await recorder.calls.next() == "activated 4 later")
            shown = try await deliver { $0.hasReplyButton = true }
            await server.reply("Green", to: shown)
            #expect(try await recorder.calls.next() == "activated 3 Green")
        }
    }

    @Test func `what can't be scheduled is reported to the handler`() async throws {
        try await withAgent { agent async throws in
            let center = NSUserNotificationCenter(agent.legacy())
            let failures = FailureList(of: center)
            center.scheduleNotification(notification("A") { $0.deliveryRepeatInterval = DateComponents(second: 30) })
            #expect(try await failures.mailbox.next().contains("at least one minute"))
            center.scheduleNotification(
                notification("B") { $0.deliveryRepeatInterval = DateComponents(month: 1, day: 1) })
            #expect(try await failures.mailbox.next().contains("one unit"))
            center.scheduleNotification(NSUserNotification())
            #expect(try await failures.mailbox.next().contains("nothing to present"))
            center.deliver(notification("C") { $0.contentImage = NSImage(data: Data([1, 2, 3])) })
            let problem = try await failures.mailbox.next()
            #expect(problem.hasPrefix("C: "), "\(problem)")
            #expect(center.scheduledNotifications.isEmpty)
        }
    }

    @Test func `the zone: nil follows the person, and another one is fixed`() async throws {
        let start = 1_768_039_200.0
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        try await withAgent(environment: ["BELFRY_NOW": "@\(start)", "TZ": berlin.identifier]) { agent async throws in
            let center = NSUserNotificationCenter(agent.legacy(TestTime(seconds: start, zone: berlin)))
            let date = Date(timeIntervalSince1970: start + 3600)
            for zone in [nil, berlin] {
                center.scheduleNotification(
                    notification(zone?.identifier ?? "floats") {
                        $0.identifier = zone?.identifier ?? "floats"
                        $0.deliveryDate = date
                        $0.deliveryTimeZone = zone
                        $0.deliveryRepeatInterval = DateComponents(day: 1)
                    })
            }
            func next() async throws -> [String: Double] {
                let rows = try await agent.proxy().pending()
                return Dictionary(
                    uniqueKeysWithValues: rows.map {
                        ($0["identifier"]?.string ?? "", ($0["nextTriggerDateUnix"]?.double ?? 0) - start)
                    })
            }
            _ = center.scheduledNotifications
            #expect(try await next() == ["floats": 3600, "Europe/Berlin": 3600])
            try await agent.clock.setZone("Europe/London")
            #expect(try await next() == ["floats": 7200, "Europe/Berlin": 3600])
        }
    }
}
