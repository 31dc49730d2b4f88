// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport
import Triggers
import UserNotifications

/// Requested options, the resulting settings, and the presentation of notifications, with the real agent.
///
/// `PermissionTests` has every row of the table in `Differences.md`; this suite has the rows that differ on the screen.
@Suite struct CenterAuthorizationTests {
    /// The presentation of a notification with a sound and a badge.
    private struct Seen: Equatable, CustomStringConvertible {
        var banner: Bool
        var sound: Bool
        var badge: Bool

        var description: String { "banner \(banner), sound \(sound), badge \(badge)" }
    }

    private static func script(_ name: String = "belfry") -> ScriptedServerScript {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("sound")
        script.configuration.information = ServerInformation(name: name, vendor: "Test", version: "6.0")
        return script
    }

    private func add(_ center: UNUserNotificationCenter) async throws {
        try await center.add(
            request("tea") {
                $0.sound = .default
                $0.badge = 3
            })
    }

    /// Whether it was on the screen, or only in the list.
    private func seen(_ agent: TestAgent, _ server: ScriptedServer, _ events: AgentEvents) async throws -> Seen {
        // A notification of another application, which never requested authorization, is shown after it.
        _ = try await agent.proxy("marker").add(["title": .string("Marker")])
        let first = try await server.nextNotification()
        let isShown = first.summary == "Tea"
        if isShown {
            try await events.next("shown", of: "tea")
        } else {
            let gone = try await events.next("gone", of: "tea")
            #expect(gone.detail["reason"]?.string == "settings")
        }
        return Seen(
            banner: isShown, sound: isShown && first.hints.soundName != nil,
            badge: try await agent.proxy().settings()["badgeCount"]?.int == 3)
    }

    @Test(
        arguments: [
            ([], "banner true, sound true, badge true"), ([[]], "banner true, sound true, badge true"),
            ([[.alert, .sound, .badge]], "banner true, sound true, badge true"),
            ([[.alert]], "banner true, sound false, badge false"),
            ([[.badge]], "banner false, sound false, badge true"),
            ([[.alert, .sound, .badge, .provisional]], "banner false, sound false, badge false"),
            ([[.alert, .provisional], [.alert]], "banner true, sound false, badge false"),
            ([[.alert, .sound], [.provisional]], "banner true, sound true, badge false"),
        ] as [([UNAuthorizationOptions], String)])
    func `L2: 16, 17: a notification is shown as the settings say`(
        _ requests: [UNAuthorizationOptions], _ expected: String
    ) async throws {
        try await withAgentAndServer(script: Self.script()) { agent, server async throws in
            let center = agent.center()
            let events = try await AgentEvents(of: agent, app: TestAgent.app)
            for options in requests { _ = try await center.requestAuthorization(options: options) }
            try await add(center)
            #expect(try await seen(agent, server, events).description == expected)
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["tea"])
        }
    }

    @Test func `L2: 11, 16, 19: without a request the settings say so, and add works`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            let settings = await center.notificationSettings()
            #expect(settings.authorizationStatus == .notDetermined && settings.alertStyle == .none)
            for setting in [
                settings.alertSetting, settings.soundSetting, settings.badgeSetting, settings.notificationCenterSetting,
                settings.lockScreenSetting, settings.criticalAlertSetting, settings.timeSensitiveSetting,
            ] { #expect(setting == .notSupported) }
            #expect(
                try await agent.proxy().settings()["presentation"]?.strings == ["banner", "list", "sound", "badge"])
            try await center.add(request("tea", in: 3600))
            #expect(await center.pendingNotificationRequests().count == 1)
            #expect(try await !center.requestAuthorization(options: []))
            #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        }
    }

    @Test func `L2: 17, 23: granted options are kept, and later ones wait`() async throws {
        try await withAgent { agent async throws in
            let center = agent.center()
            #expect(try await center.requestAuthorization(options: [.badge]))
            #expect(try await !center.requestAuthorization(options: [.alert]))
            #expect(try await center.requestAuthorization(options: [.alert, .badge]))
            #expect(try await center.requestAuthorization(options: [.provisional]))
            let settings = await center.notificationSettings()
            #expect(settings.authorizationStatus == .authorized)
            #expect(settings.badgeSetting == .enabled && settings.alertSetting == .notSupported)
            // The decision survives a restart of the agent.
            try await agent.kill()
            try agent.folders.configure("[applications.\"\(TestAgent.app)\"]\nnotifications = true\n")
            try await agent.start()
            #expect(await center.notificationSettings().alertSetting == .enabled)
            #expect(await center.notificationSettings().alertStyle == .banner)
        }
    }

    @Test func `L2: 102: a badge that is not granted is refused, also on trial`() async throws {
        try await withAgent { agent async throws in
            for options in [UNAuthorizationOptions.alert, [.badge, .provisional]] {
                let center = agent.center(app: "org.example.A\(options.rawValue)")
                _ = try await center.requestAuthorization(options: options)
                let error = await #expect(throws: UNError.self) { try await center.setBadgeCount(3) }
                #expect(error?.errorUserInfo["BelfryRefusal"] as? String == "NotAuthorized")
            }
        }
    }

    @Test func `L2: 79: willPresent can't get more than the settings allow`() async throws {
        try await withAgentAndServer(script: Self.script()) { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder(options: [.banner, .list, .sound, .badge])
            center.delegate = recorder
            _ = try await center.requestAuthorization(options: [.alert, .provisional])
            let events = try await AgentEvents(of: agent, app: TestAgent.app)
            try await add(center)
            #expect(try await recorder.questions.next().request.identifier == "tea")
            #expect(try await seen(agent, server, events) == Seen(banner: false, sound: false, badge: false))
            // A notification without list is in no list.
            recorder.present([.banner])
            try await center.add(request("coffee"))
            try await events.next("gone", of: "coffee")
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["tea"])
        }
    }

    @Test func `L2: 17: a listed notification is shown if config allows it`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            _ = try await center.requestAuthorization(options: [.alert, .provisional])
            let events = try await AgentEvents(of: agent, app: TestAgent.app)
            try await center.add(request("tea"))
            try await events.next("gone", of: "tea")
            #expect(try await agent.proxy().repost(["tea"]) == ["tea"])
            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `L2: 21: the application's own settings are recorded, and opened by the person`() async throws {
        try await withAgentAndServer(script: Self.script("Plasma")) { agent, server async throws in
            let center = agent.center()
            let refusal = await #expect(throws: Refusal.self) { try await agent.proxy().openSettings() }
            #expect(refusal?.code == .invalidRequest)
            _ = try await center.requestAuthorization(options: [.alert, .providesAppNotificationSettings])
            #expect(await center.notificationSettings().providesAppNotificationSettings)
            // The application does not run.
            #expect(try await !agent.proxy().openSettings())

            let recorder = CenterRecorder()
            center.delegate = recorder
            #expect(await center.notificationSettings().authorizationStatus == .authorized)
            #expect(try await agent.proxy().openSettings())
            #expect(try await recorder.settings.next() == nil)
            // A press on Plasma's settings button closes no notification.
            try await center.add(request("tea"))
            let shown = try await server.nextNotification()
            #expect(shown.actions.contains { $0.key == "settings" })
            await server.emit("ActionInvoked", [.uint32(shown.id), .string("settings")], about: shown)
            #expect(try await recorder.settings.next() == "tea")
            #expect(await center.deliveredNotifications().count == 1)
            #expect(try await agent.proxy().openSettings(for: "tea"))
            #expect(try await recorder.settings.next() == "tea")
            let missing = await #expect(throws: Refusal.self) { try await agent.proxy().openSettings(for: "coffee") }
            #expect(missing?.code == .noSuchRequest)
            center.delegate = nil
        }
    }

    @Test func `L3: a notification that the person dismisses leaves the delivered list at once`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let events = try await AgentEvents(of: agent, app: TestAgent.app)
            try await center.add(request("tea"))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            await server.dismiss(shown)
            try await server.catchUp()
            #expect(await center.deliveredNotifications().isEmpty)
            try await events.next("dismissed", of: "tea")
        }
    }
}
