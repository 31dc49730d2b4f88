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

/// More rows of `legacy.md` §3 on a real agent: the forms of the delegate's methods, texts, and what outlives a launch.
@MainActor
@Suite struct OlderDeliveryTests {
    /// A delegate with both forms that have a handler.
    final class BothForms: NSObject, UIApplicationDelegate {
        let calls = Mailbox<String>()

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            for notification: UILocalNotification, completionHandler: @escaping () -> Void
        ) {
            calls.put("without information \(identifier ?? "nil")")
            completionHandler()
        }

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
            completionHandler: @escaping () -> Void
        ) {
            calls.put("with information \(identifier ?? "nil")")
            completionHandler()
        }
    }

    /// A delegate with the async form that has no information.
    final class ShortAsync: NSObject, UIApplicationDelegate {
        let calls = Mailbox<String>()

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            for notification: UILocalNotification
        ) async {
            await Task.yield()
            calls.put("\(identifier ?? "nil") \(notification.alertBody ?? "") \(application.applicationState)")
        }
    }

    private static func action(
        _ title: String, _ behavior: UIUserNotificationActionBehavior = .default
    ) -> UIMutableUserNotificationAction {
        let action = UIMutableUserNotificationAction()
        (action.identifier, action.title, action.activationMode) = (title.uppercased(), title, .background)
        action.behavior = behavior
        return action
    }

    private static func category(
        _ actions: [UIUserNotificationAction], for context: UIUserNotificationActionContext = .default
    ) -> UIMutableUserNotificationCategory {
        let category = UIMutableUserNotificationCategory()
        category.identifier = "TEA"
        category.setActions(actions, for: context)
        return category
    }

    private static func settings(_ category: UIUserNotificationCategory) -> UIUserNotificationSettings {
        UIUserNotificationSettings(types: [.alert, .badge], categories: [category])
    }

    /// Presents a notification with a text and the category, and returns it from the server.
    private func present(
        _ text: String, _ application: UIApplication, _ server: ScriptedServer
    ) async throws -> ReceivedNotification {
        application.presentLocalNotificationNow(reminder(text) { $0.category = "TEA" })
        while true {
            // The agent may draw an earlier one again.
            let shown = try await server.nextNotification()
            if shown.body == text { return shown }
        }
    }

    @Test func `what an active application gets sets no badge`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, recorder) = (agent.application(), OlderApplicationTests.Recorder())
            application.delegate = recorder
            application.scheduleLocalNotification(reminder("Mail") { $0.applicationIconBadgeNumber = 5 })
            #expect(try await recorder.calls.next() == "received Mail active")
            // The agent presents one notification after the other.
            application.isActive = false
            application.scheduleLocalNotification(reminder("Tea"))
            #expect(try await server.nextNotification().body == "Tea")
            #expect(application.applicationIconBadgeNumber == 0)
        }
    }

    @Test func `of two forms the one with the information is called, and alone`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, delegate) = (agent.application(), BothForms())
            let events = try await AgentEvents(of: agent)
            application.delegate = delegate
            application.registerUserNotificationSettings(Self.settings(Self.category([Self.action("Later")])))
            let shown = try await present("Tea", application, server)
            await server.press(shown.key(of: "Later"), on: shown)
            #expect(try await delegate.calls.next() == "with information LATER")
            try await events.next("acknowledged")
            #expect(delegate.calls.takeAll().isEmpty)
        }
    }

    @Test func `the async form without information is called`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, delegate) = (agent.application(), ShortAsync())
            let events = try await AgentEvents(of: agent)
            application.delegate = delegate
            application.registerUserNotificationSettings(Self.settings(Self.category([Self.action("Later")])))
            let shown = try await present("Tea", application, server)
            await server.press(shown.key(of: "Later"), on: shown)
            #expect(try await delegate.calls.next() == "LATER Tea background")
            try await events.next("acknowledged")
        }
    }

    @Test func `on a server without a text field, a text action is a button and gives no text`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body"]
        // Nor is there a program that asks for the text.
        try await withAgentAndServer(script: script, configuration: "[prompt]\ncommand = []\n") {
            agent, server async throws in
            let (application, delegate) = (agent.application(), OlderActionTests.OneMethod())
            application.delegate = delegate
            application.registerUserNotificationSettings(
                Self.settings(Self.category([Self.action("Reply", .textInput)])))
            let shown = try await present("Lunch?", application, server)
            await server.press(shown.key(of: "Reply"), on: shown)
            #expect(try await delegate.calls.next() == "REPLY Lunch? true")
        }
    }

    @Test func `the parameters name the button that sends the text`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            let reply = Self.action("Reply", .textInput)
            reply.parameters = [UIUserNotificationTextInputActionButtonTitleKey: "Send"]
            application.registerUserNotificationSettings(Self.settings(Self.category([reply])))
            let shown = try await present("Lunch?", application, server)
            #expect(shown.offersReply)
            #expect(shown.hints.replyButton == "Send")
        }
    }

    @Test func `actions keep their order, and those for little space serve alone`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let application = agent.application()
            let (one, two, few) = (Self.action("One"), Self.action("Two"), Self.action("Few"))
            let category = Self.category([two, one])
            category.setActions([few], for: .minimal)
            application.registerUserNotificationSettings(Self.settings(category))
            let both = try await present("Both", application, server)
            #expect(both.actions.map(\.label).filter { $0 != "Open" } == ["Two", "One"])
            category.setActions(nil, for: .default)
            application.registerUserNotificationSettings(Self.settings(category))
            let minimal = try await present("Minimal", application, server)
            #expect(minimal.actions.map(\.label).filter { $0 != "Open" } == ["Few"])
        }
    }

    @Test func `a category without an identifier is left out, and the log says so`() async throws {
        try await withAgent { agent async throws in
            let application = agent.application()
            application.registerUserNotificationSettings(Self.settings(UIMutableUserNotificationCategory()))
            #expect(await application.legacyCenter.notificationCategories().isEmpty)
            _ = application.scheduledLocalNotifications
            let lines = try await agent.proxy().log([:]).map { "\($0)" }
            #expect(lines.contains { $0.contains("a category without an identifier is left out") })
        }
    }

    @Test func `a forbidden application is granted nothing, and hears it after the call`() async throws {
        let configuration = "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n"
        try await withAgent(configuration: configuration) { agent async throws in
            let (application, recorder) = (agent.application(), OlderApplicationTests.Recorder())
            application.delegate = recorder
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: [.alert, .badge, .sound], categories: nil))
            #expect(recorder.calls.takeAll().isEmpty)
            #expect(try await recorder.calls.next() == "registered 0")
            #expect(application.currentUserNotificationSettings?.types == [])
            application.registerUserNotificationSettings(UIUserNotificationSettings(types: [], categories: nil))
            #expect(recorder.calls.takeAll().isEmpty)
            #expect(try await recorder.calls.next() == "registered 0")
        }
    }

    @Test func `the badge, the kinds and the categories outlive the program and the agent`() async throws {
        try await withAgent { agent async throws in
            let (first, recorder) = (agent.application(), OlderApplicationTests.Recorder())
            first.delegate = recorder
            let reply = Self.action("Reply", .textInput)
            reply.parameters = [UIUserNotificationTextInputActionButtonTitleKey: "Send"]
            first.registerUserNotificationSettings(Self.settings(Self.category([reply])))
            #expect(try await recorder.calls.next() == "registered 5")
            first.applicationIconBadgeNumber = 4
            #expect(first.applicationIconBadgeNumber == 4)
            first.delegate = nil

            try await agent.kill()
            try await agent.start()
            let later = agent.application()
            #expect(later.applicationIconBadgeNumber == 4)
            let settings = later.currentUserNotificationSettings
            #expect(settings?.types == [.alert, .badge])
            let categories: Set<UIUserNotificationCategory> = [Self.category([reply])]
            #expect(settings?.categories == categories)
        }
    }
}
