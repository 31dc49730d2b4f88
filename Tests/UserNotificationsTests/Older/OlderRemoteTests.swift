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

/// Remote notifications by the older API.
@MainActor
@Suite struct OlderRemoteTests {
    /// A delegate that records its calls.
    final class Recorder: NSObject, UIApplicationDelegate {
        let tokens = Mailbox<Data>()
        let failures = Mailbox<String>()
        let pushes = Mailbox<String>()

        func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) { tokens.put(deviceToken) }

        func application(
            _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) { failures.put(error.localizedDescription) }

        func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
        ) {
            pushes.put("\(userInfo["n"] as? Int ?? 0) \(application.applicationState)")
            completionHandler(.newData)
        }

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            forRemoteNotification userInfo: [AnyHashable: Any], withResponseInfo responseInfo: [AnyHashable: Any],
            completionHandler: @escaping () -> Void
        ) {
            let text = responseInfo[UIUserNotificationActionResponseTypedTextKey] ?? "no text"
            pushes.put(
                "\(identifier ?? "nil") \(userInfo["n"] as? Int ?? 0) \(text) \(application.applicationState)")
            completionHandler()
        }
    }

    @Test func `a program registers, is told its token, and ends the registration`() async throws {
        try await withAgent { agent async throws in
            let distributor = try await ScriptedDistributor(of: agent)
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            #expect(!application.isRegisteredForRemoteNotifications)
            application.registerForRemoteNotifications()
            let token = try await recorder.tokens.next()
            let json = try JSONSerialization.jsonObject(with: token) as? [String: Any]
            let asked = try await distributor.nextRegistration()
            #expect(json?["endpoint"] as? String == distributor.endpoint(of: asked.token))
            #expect(application.isRegisteredForRemoteNotifications)
            application.unregisterForRemoteNotifications()
            try await withDeadline {
                while await application.isRegisteredForRemoteNotifications {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
        }
    }

    @Test func `without a distributor the delegate is told why, once`() async throws {
        try await withAgent { agent async throws in
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            application.registerForRemoteNotifications()
            #expect(try await recorder.failures.next().contains("noDistributor"))
            _ = application.isRegisteredForRemoteNotifications
            #expect(recorder.failures.takeAll().isEmpty)
        }
    }

    @Test func `actions and texts of remote notifications reach the delegate with their user info`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("inline-reply")
        try await withAgentAndServer(script: script) { agent, server async throws in
            let distributor = try await ScriptedDistributor(of: agent)
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            application.isActive = false
            let actions = ["LATER", "REPLY"].map { name in
                let action = UIMutableUserNotificationAction()
                (action.identifier, action.title, action.activationMode) = (name, name, .background)
                action.behavior = name == "REPLY" ? .textInput : .default
                return action
            }
            let category = UIMutableUserNotificationCategory()
            category.identifier = "MESSAGE"
            category.setActions(actions, for: .default)
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: .alert, categories: [category]))
            let registration = try await registration(of: application, recorder)
            try await distributor.push(
                #"{"aps":{"alert":{"title":"One"},"category":"MESSAGE"},"n":1}"#, to: registration)
            let one = try await server.nextNotification()
            await server.press(one.key(of: "LATER"), on: one)
            #expect(try await recorder.pushes.next() == "LATER 1 no text background")
            try await distributor.push(
                #"{"aps":{"alert":{"title":"Two"},"category":"MESSAGE"},"n":2}"#, to: registration)
            await server.reply("Yes", to: try await server.nextNotification())
            #expect(try await recorder.pushes.next() == "REPLY 2 Yes background")
        }
    }

    /// Registers for remote notifications, and returns the registration for a scripted push.
    private func registration(of application: UIApplication, _ recorder: Recorder) async throws -> [String: Value] {
        application.registerForRemoteNotifications()
        let token = try await recorder.tokens.next()
        let json = try JSONSerialization.jsonObject(with: token) as? [String: Any]
        return [
            "endpoint": .string(json?["endpoint"] as? String ?? ""),
            "subscription": .string(String(decoding: token, as: UTF8.self)),
        ]
    }

    @Test func `alerts and silent pushes reach the delegate`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let distributor = try await ScriptedDistributor(of: agent)
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            let registration = try await registration(of: application, recorder)
            // While the application is active, its delegate gets the alert, and nothing is shown.
            try await distributor.push(#"{"aps":{"alert":{"title":"One"}},"n":1}"#, to: registration)
            #expect(try await recorder.pushes.next() == "1 active")
            application.isActive = false
            try await distributor.push(#"{"aps":{"alert":{"title":"Two"}},"n":2}"#, to: registration)
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Two")
            await server.press("default", on: shown)
            #expect(try await recorder.pushes.next() == "2 inactive")
            try await distributor.push(#"{"aps":{"content-available":1},"n":3}"#, to: registration)
            #expect(try await recorder.pushes.next() == "3 background")
        }
    }
}
