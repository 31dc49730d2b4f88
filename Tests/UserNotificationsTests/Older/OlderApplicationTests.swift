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

/// The rows of `legacy.md` §3 on a real agent: the application and its delegate.
@MainActor
@Suite struct OlderApplicationTests {
    /// A delegate that records its calls.
    final class Recorder: NSObject, UIApplicationDelegate {
        let calls = Mailbox<String>()
        var finishes = true

        func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
            calls.put("received \(notification.alertBody ?? "") \(application.applicationState)")
        }

        func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings) {
            calls.put("registered \(notificationSettings.types.rawValue)")
        }

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            for notification: UILocalNotification, completionHandler: @escaping () -> Void
        ) {
            calls.put("action \(identifier ?? "nil") \(application.applicationState)")
            if finishes { completionHandler() }
        }
    }

    /// A delegate with async methods only.
    final class AsyncRecorder: NSObject, UIApplicationDelegate {
        let calls = Mailbox<String>()

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any]
        ) async {
            await Task.yield()
            let text = responseInfo[UIUserNotificationActionResponseTypedTextKey] ?? ""
            calls.put("\(identifier ?? "nil") \(text) \(application.applicationState)")
        }
    }

    private static func category(_ name: String = "TEA") -> UIMutableUserNotificationCategory {
        let again = UIMutableUserNotificationAction()
        again.identifier = "AGAIN"
        again.title = "Again"
        again.activationMode = .background
        let open = UIMutableUserNotificationAction()
        open.identifier = "OPEN"
        open.title = "Show"
        let category = UIMutableUserNotificationCategory()
        category.identifier = name
        category.setActions([again, open], for: .default)
        return category
    }

    @Test func `an active application gets the notification, an inactive one lets it be shown`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            application.scheduleLocalNotification(reminder("One"))
            #expect(try await recorder.calls.next() == "received One active")
            application.isActive = false
            application.scheduleLocalNotification(reminder("Two"))
            let shown = try await server.nextNotification()
            #expect(shown.body == "Two")
            await server.press("default", on: shown)
            #expect(try await recorder.calls.next() == "received Two inactive")
            #expect(application.applicationState == .background)
        }
    }

    @Test func `actions are offered, and reach the delegate with their states`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            application.isActive = false
            let settings = UIUserNotificationSettings(types: [.alert, .sound], categories: [Self.category()])
            application.registerUserNotificationSettings(settings)
            #expect(try await recorder.calls.next() == "registered 6")
            for (label, expected) in [("Again", "action AGAIN background"), ("Show", "action OPEN inactive")] {
                application.scheduleLocalNotification(reminder("Tea") { $0.category = "TEA" })
                let shown = try await server.nextNotification()
                await server.press(shown.key(of: label), on: shown)
                #expect(try await recorder.calls.next() == expected)
            }
        }
    }

    @Test func `async methods get the text`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("inline-reply")
        try await withAgentAndServer(script: script) { agent, server async throws in
            let (application, recorder) = (agent.application(), AsyncRecorder())
            application.delegate = recorder
            let reply = UIMutableUserNotificationAction()
            reply.identifier = "REPLY"
            reply.title = "Reply"
            reply.activationMode = .background
            reply.behavior = .textInput
            let category = Self.category("MESSAGE")
            category.setActions([reply], for: .default)
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: .alert, categories: [category]))
            application.scheduleLocalNotification(reminder("Lunch?") { $0.category = "MESSAGE" })
            await server.reply("Yes", to: try await server.nextNotification())
            #expect(try await recorder.calls.next() == "REPLY Yes background")
        }
    }

    @Test func `a response whose handler isn't called stays with the agent`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = UIApplication(LegacyCenterForTests.short(agent))
            let recorder = Recorder()
            recorder.finishes = false
            application.delegate = recorder
            application.isActive = false
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: .alert, categories: [Self.category()]))
            _ = try await recorder.calls.next()
            application.scheduleLocalNotification(reminder("Tea") { $0.category = "TEA" })
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Again"), on: shown)
            #expect(try await recorder.calls.next() == "action AGAIN background")
            // The time limit of this center is 0.3 s; the agent gets the error before it replies to a later call.
            application.legacyCenter.delegation.waitForDelegate(atMost: .seconds(30))
            _ = try await application.legacyCenter.waitingResponseCount()
            #expect(try await application.legacyCenter.waitingResponseCount() == 1)

            let (next, other) = (agent.application(), Recorder())
            next.delegate = other
            #expect(try await other.calls.next() == "action AGAIN background")
        }
    }

    @Test func `settings: what is registered, replaced and allowed`() async throws {
        try await withAgent(configuration: "[applications.\"\(TestAgent.app)\"]\nsound = false\n") {
            agent async throws in
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            #expect(application.currentUserNotificationSettings?.types == [])
            let all: UIUserNotificationType = [.alert, .badge, .sound]
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: all, categories: [Self.category("A"), Self.category("B")]))
            #expect(try await recorder.calls.next() == "registered 5")
            #expect(application.currentUserNotificationSettings?.types == [.alert, .badge])
            #expect(application.currentUserNotificationSettings?.categories?.count == 2)
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: .badge, categories: [Self.category("C")]))
            #expect(try await recorder.calls.next() == "registered 1")
            #expect(application.currentUserNotificationSettings?.categories?.first?.identifier == "C")
            application.registerUserNotificationSettings(UIUserNotificationSettings(types: [], categories: nil))
            #expect(try await recorder.calls.next() == "registered 0")
            #expect(await application.legacyCenter.notificationCategories().isEmpty)
        }
    }

    @Test func `categories keep four actions and two, and fall back to the two`() throws {
        let actions = (1...5).map { number in
            let action = UIMutableUserNotificationAction()
            action.identifier = "\(number)"
            action.title = "\(number)"
            return action
        }
        let category = Self.category()
        category.setActions(actions, for: .default)
        category.setActions(actions, for: .minimal)
        #expect(category.actions(for: .default)?.count == 4)
        #expect(category.actions(for: .minimal)?.map(\.identifier) == ["1", "2"])
        category.setActions([], for: .default)
        #expect(category.actions(for: .default) == nil)
        let copies = UIUserNotificationSettings(types: [], categories: Set(arrayLiteral: category)).categories
        #expect(copies?.first?.actions(for: .minimal)?.count == 2)
        #expect(copies?.first.map { type(of: $0) == UIUserNotificationCategory.self } == true)
    }

    @Test func `a badge of 0 empties the list, and -1 does not`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            for badge in [-1, 0] {
                application.applicationIconBadgeNumber = 3
                #expect(application.applicationIconBadgeNumber == 3)
                application.presentLocalNotificationNow(reminder("Mail"))
                _ = try await server.nextNotification()
                application.applicationIconBadgeNumber = badge
                #expect(application.applicationIconBadgeNumber == 0)
                let left = await application.legacyCenter.deliveredNotifications().count
                #expect(left == (badge == 0 ? 0 : 1))
            }
        }
    }
}

/// Makes objects of `LegacyCenter` with other time limits.
@MainActor
enum LegacyCenterForTests {
    /// A center whose delegate has 0.3 seconds for a response.
    static func short(_ agent: TestAgent) -> LegacyCenter { LegacyCenter(agent.center(limits: .short)) }
}
