// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport
import UserNotifications

/// The person's settings, with the real agent; the numbers are those of `un-behaviour.md`.
@Suite struct CenterSettingsTests {
    private static func configuration(_ line: String) -> String {
        "[applications.\"\(TestAgent.app)\"]\n\(line)\n"
    }

    @Test func `15, 19, 20: settings are current, and unknown features are not supported`() async throws {
        try await withAgent(configuration: Self.configuration("sound = false")) { agent async throws in
            let center = agent.center()
            _ = try await center.requestAuthorization(options: [.alert, .sound, .badge])
            let settings = await center.notificationSettings()
            #expect(settings.soundSetting == .disabled)
            #expect(settings.badgeSetting == .enabled)
            #expect(settings.alertStyle == .banner)
            for setting in [
                settings.carPlaySetting, settings.announcementSetting, settings.scheduledDeliverySetting,
                settings.directMessagesSetting,
            ] { #expect(setting == .notSupported) }

            // The person changes the file while the program runs.
            try await agent.kill()
            try agent.folders.configure(Self.configuration("notifications = false"))
            try await agent.start()
            let later = await center.notificationSettings()
            #expect(later.authorizationStatus == .denied)
            #expect(later.alertStyle == .none)
            #expect(later.alertSetting == .disabled)
        }
    }

    @Test func `107: a forbidden level is reported, and shown as active`() async throws {
        let configuration = Self.configuration("critical = false") + "[levels]\ntimeSensitive = false\n"
        try await withAgentAndServer(configuration: configuration) { agent, server async throws in
            _ = try await agent.center().requestAuthorization(options: [.alert, .criticalAlert])
            let settings = await agent.center().notificationSettings()
            #expect(settings.criticalAlertSetting == .disabled && settings.timeSensitiveSetting == .disabled)
            try await agent.center().add(request("fire") { $0.interruptionLevel = .critical })
            #expect(try await server.nextNotification().hints.urgency == .normal)
        }
        try await withAgent(configuration: Self.configuration("critical = true")) { agent async throws in
            _ = try await agent.center().requestAuthorization(options: [.alert, .criticalAlert])
            let settings = await agent.center().notificationSettings()
            #expect(settings.criticalAlertSetting == .enabled && settings.timeSensitiveSetting == .enabled)
        }
    }

    @Test func `16: without sound and badge the rest is shown`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("sound")
        try await withAgentAndServer(script: script, configuration: Self.configuration("sound = false\nbadge = false"))
        {
            agent, server async throws in
            let center = agent.center()
            try await center.add(
                request("tea") {
                    $0.sound = .default
                    $0.badge = 3
                })
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Tea")
            #expect(shown.hints.soundName == nil)
            #expect(try await agent.proxy().settings()["badgeCount"]?.int == 0)
        }
    }

    @Test(arguments: [
        UNAuthorizationOptions.announcement, .timeSensitive, [.announcement, .timeSensitive, .carPlay],
        .providesAppNotificationSettings, UNAuthorizationOptions(rawValue: .max),
    ])
    func `18, 21, 22, 23: no option is refused, and no status is that of an App Clip`(_ options: UNAuthorizationOptions)
        async throws
    {
        try await withAgent { agent async throws in
            let center = agent.center()
            #expect(try await center.requestAuthorization(options: options))
            // A second request, with more options: the person is not asked, and the decision is kept.
            #expect(try await center.requestAuthorization(options: [.alert, .sound, .badge]))
            let status = await center.notificationSettings().authorizationStatus
            #expect(status == .authorized || status == .provisional)
        }
    }

    @Test func `93, 94, 95: an action's response is delivered whatever its options are`() async throws {
        let options: [UNNotificationActionOptions] = [[], .foreground, .authenticationRequired, .destructive]
        let actions = options.enumerated().map {
            UNNotificationAction(identifier: "a\($0)", title: "A\($0)", options: $1)
        }
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder()
            center.delegate = recorder
            center.setNotificationCategories([
                UNNotificationCategory(identifier: "c", actions: actions, intentIdentifiers: [])
            ])
            for number in options.indices {
                try await center.add(request("tea") { $0.categoryIdentifier = "c" })
                let shown = try await server.nextNotification()
                await server.press(shown.key(of: "A\(number)"), on: shown)
                #expect(try await recorder.responses.next().response.actionIdentifier == "a\(number)")
            }
        }
    }

    @Test func `L1: 100: two categories with one identifier are refused, and others accepted`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let one = UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])
            let other = UNNotificationCategory(
                identifier: "c", actions: [UNNotificationAction(identifier: "a", title: "A")], intentIdentifiers: [])
            let good = UNNotificationCategory(identifier: "good", actions: [], intentIdentifiers: [])
            center.setNotificationCategories([one])
            center.setNotificationCategories([one, other, good])
            #expect(await center.notificationCategories() == [good])
        }
    }

    @Test func `139, 141: requests, lists, categories, badge and permission survive the agent`()
        async throws
    {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            _ = try await center.requestAuthorization(options: [.alert, .badge])
            let category = UNNotificationCategory(identifier: "c", actions: [], intentIdentifiers: [])
            center.setNotificationCategories([category])
            try await center.setBadgeCount(7)
            let events = try await AgentEvents(of: agent)
            try await center.add(request("delivered"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "delivered")
            try await center.add(request("pending", in: 3600))
            try await agent.kill()
            try await agent.start()

            #expect(await center.pendingNotificationRequests().map(\.identifier) == ["pending"])
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["delivered"])
            #expect(await center.notificationCategories() == [category])
            #expect(await center.notificationSettings().authorizationStatus == .authorized)
            #expect(try await agent.proxy().settings()["badgeCount"]?.int == 7)
        }
    }

    @Test func `119: a delegate that an actor owns, with async methods, gets the response`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let owner = Owner()
            await owner.begin(center)
            try await center.add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            #expect(try await owner.heard.next() == UNNotificationDefaultActionIdentifier)
            await owner.end(center)
        }
    }

    private actor Owner {
        let heard = Mailbox<String>()
        private var receiver: Receiver?

        func begin(_ center: UNUserNotificationCenter) {
            receiver = Receiver(self)
            center.delegate = receiver
        }

        func end(_ center: UNUserNotificationCenter) {
            center.delegate = nil
            receiver = nil
        }

        func hear(_ action: String) { heard.put(action) }
    }

    private final class Receiver: NSObject, UNUserNotificationCenterDelegate {
        private let owner: Owner

        init(_ owner: Owner) { self.owner = owner }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
        ) async {
            await owner.hear(response.actionIdentifier)
        }
    }
}
