// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Foundation
import LegacyNotifications
import NotificationServer
import TestSupport
import Testing
import UIKitNotifications

@testable import UserNotifications

/// Actions, delegates and calendars of the older API on a real agent.
@MainActor
@Suite struct OlderActionTests {
    /// A delegate that records its calls under a name.
    final class Recorder: NSObject, UIApplicationDelegate {
        let name: String
        let calls: Mailbox<String>

        init(_ name: String = "", _ calls: Mailbox<String> = .init()) { (self.name, self.calls) = (name, calls) }

        func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
            calls.put("\(name) received \(notification.alertBody ?? "")")
        }

        func applicationWillResignActive(_ application: UIApplication) { calls.put("resigns") }
        func applicationDidEnterBackground(_ application: UIApplication) { calls.put("in background") }
        func applicationWillEnterForeground(_ application: UIApplication) { calls.put("enters foreground") }
        func applicationDidBecomeActive(_ application: UIApplication) { calls.put("active") }
    }

    /// A delegate that handles every response in one method.
    final class OneMethod: NSObject, UIApplicationDelegate {
        let calls = Mailbox<String>()

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
            completionHandler: @escaping () -> Void
        ) {
            calls.put("\(identifier ?? "nil") \(notification.alertBody ?? "") \(responseInfo.isEmpty)")
            completionHandler()
        }
    }

    private static func action(
        _ identifier: String?, _ title: String?, _ change: (UIMutableUserNotificationAction) -> Void = { _ in }
    ) -> UIUserNotificationAction {
        let action = UIMutableUserNotificationAction()
        (action.identifier, action.title) = (identifier, title)
        change(action)
        return action
    }

    private static func settings(_ actions: [UIUserNotificationAction]) -> UIUserNotificationSettings {
        let category = UIMutableUserNotificationCategory()
        category.identifier = "TEA"
        category.setActions(actions, for: .default)
        return UIUserNotificationSettings(types: .alert, categories: [category])
    }

    @Test func `activation, authentication and destruction are options of the registered actions`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            application.registerUserNotificationSettings(
                Self.settings([
                    Self.action("FRONT", "Front"),
                    Self.action("BACK", "Back") { $0.activationMode = .background },
                    Self.action("LOCKED", "Locked") {
                        $0.activationMode = .background
                        $0.isAuthenticationRequired = true
                    },
                    Self.action("GONE", "Gone") {
                        $0.activationMode = .background
                        $0.isDestructive = true
                    },
                ]))
            let actions = try #require(await application.legacyCenter.notificationCategories().first).actions
            #expect(actions.map(\.identifier) == ["FRONT", "BACK", "LOCKED", "GONE"])
            // An action that opens the application needs an unlocked session in any case.
            #expect(
                actions.map(\.options) == [
                    [.foreground, .authenticationRequired], [], .authenticationRequired, .destructive,
                ])
        }
    }

    @Test func `an action that needs authentication reaches the delegate after the unlock`() async throws {
        try await withScriptedLogind(isLocked: true) { logind async throws in
            try await withAgentAndServer(environment: ["DBUS_SYSTEM_BUS_ADDRESS": logind.address]) {
                agent, server async throws in
                let (application, delegate) = (agent.application(), OneMethod())
                application.delegate = delegate
                application.isActive = false
                application.registerUserNotificationSettings(
                    Self.settings([
                        Self.action("LOCKED", "Locked") {
                            $0.activationMode = .background
                            $0.isAuthenticationRequired = true
                        }
                    ]))
                application.scheduleLocalNotification(reminder("Tea") { $0.category = "TEA" })
                let shown = try await server.nextNotification()
                await server.press(shown.key(of: "Locked"), on: shown)
                // The notification is shown again, and waits for the person.
                _ = try await server.nextNotification()
                #expect(delegate.calls.takeAll().isEmpty)
                try await logind.lock(false)
                #expect(try await delegate.calls.next() == "LOCKED Tea true")
            }
        }
    }

    @Test func `an action without an identifier or a title is left out, and the log says so`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            application.registerUserNotificationSettings(
                Self.settings([
                    Self.action(nil, "Nameless"), Self.action("UNTITLED", nil), Self.action("KEPT", "Kept"),
                ]))
            application.scheduleLocalNotification(reminder("Tea") { $0.category = "TEA" })
            #expect(try await server.nextNotification().actions.map(\.label).filter { $0 != "Open" } == ["Kept"])
            let lines = try await agent.proxy().log([:]).map { "\($0)" }
            let said = "has an action without an identifier or a title, which is left out"
            #expect(lines.count { $0.contains(said) } == 2)
        }
    }

    @Test func `a response goes to the last delegate that was set, and life-cycle methods to it`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            let calls = Mailbox<String>()
            let (first, second) = (Recorder("first", calls), Recorder("second", calls))
            // The agent attaches the program once, and the second delegate is set before its reply.
            application.delegate = first
            application.delegate = second
            application.isActive = false
            for expected in ["resigns", "in background"] { #expect(try await calls.next() == expected) }
            application.scheduleLocalNotification(reminder("Tea"))
            let shown = try await server.nextNotification()
            await server.press("default", on: shown)
            #expect(try await calls.next() == "second received Tea")
            application.isActive = true
            for expected in ["enters foreground", "active"] { #expect(try await calls.next() == expected) }
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test func `a dismissal is told to nobody, and a click is an action without an identifier`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, delegate) = (agent.application(), OneMethod())
            let events = try await AgentEvents(of: agent)
            application.delegate = delegate
            for text in ["Closed", "Clicked"] {
                application.scheduleLocalNotification(reminder(text))
                let shown = try await server.nextNotification()
                #expect(shown.body == text)
                if text == "Clicked" { await server.press("default", on: shown) } else { await server.dismiss(shown) }
            }
            #expect(try await delegate.calls.next() == "nil Clicked true")
            try await events.next("acknowledged")
            #expect(delegate.calls.takeAll().isEmpty)
        }
    }

    @Test func `a notification that was missed while the agent was off is shown late`() async throws {
        let start = Date(timeIntervalSince1970: 1_796_126_400)
        let environment = ["BELFRY_NOW": "@\(start.timeIntervalSince1970)", "TZ": "UTC"]
        try await withAgentAndServer(environment: environment) { agent, server async throws in
            let application = agent.application(TestTime(seconds: start.timeIntervalSince1970))
            application.scheduleLocalNotification(reminder("Tea", at: start + 600))
            #expect(application.scheduledLocalNotifications?.count == 1)
            try await agent.kill()
            try await agent.start(["BELFRY_NOW": "@\(start.timeIntervalSince1970 + 86_400)", "TZ": "UTC"])
            let shown = try await server.nextNotification()
            #expect(shown.body.hasPrefix("Tea\n"), "the body says when it was due")
        }
    }

    @Test func `a month of another calendar repeats on its day, and what that calendar can't do is refused`()
        async throws
    {
        // 1 December 2026, 12:00 UTC. The Chinese months begin on 9 December, 8 January and 6 February.
        let start = Date(timeIntervalSince1970: 1_796_126_400)
        let environment = ["BELFRY_NOW": "@\(start.timeIntervalSince1970)", "TZ": "UTC"]
        try await withAgentAndServer(environment: environment, inMemory: true) { agent, server async throws in
            let application = agent.application(TestTime(seconds: start.timeIntervalSince1970))
            let failures = FailureList(of: application)
            let december = Date(timeIntervalSince1970: 1_796_803_200)
            let chinese = Calendar(identifier: .chinese)
            application.scheduleLocalNotification(
                reminder("Moon", at: december) {
                    $0.repeatInterval = .month
                    $0.repeatCalendar = chinese
                })
            _ = application.scheduledLocalNotifications
            for (days, isShown) in [(7.0, false), (2, true), (28, false), (2, true), (27, false), (2, true)] {
                try await agent.clock.advance(days * 86_400)
                if isShown { #expect(try await server.nextNotification().body == "Moon") }
                #expect(server.takeNotifications().isEmpty)
            }
            application.scheduleLocalNotification(
                reminder("Quarter", at: december) {
                    $0.repeatInterval = .quarter
                    $0.repeatCalendar = chinese
                })
            #expect(try await failures.mailbox.next().hasPrefix("Quarter: "))
        }
    }
}
