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

/// The shorter forms of the methods for remote notifications, in delegates that have no others.
@MainActor
@Suite struct OlderRemoteFormTests {
    /// A delegate of iOS 3 to 8.
    final class Short: NSObject, UIApplicationDelegate {
        let tokens = Mailbox<Data>()
        let calls = Mailbox<String>()

        func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) { tokens.put(deviceToken) }

        func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]) {
            calls.put("received \(userInfo["n"] as? Int ?? 0) \(application.applicationState)")
        }

        func application(
            _ application: UIApplication, handleActionWithIdentifier identifier: String?,
            forRemoteNotification userInfo: [AnyHashable: Any], completionHandler: @escaping () -> Void
        ) {
            calls.put("\(identifier ?? "nil") \(userInfo["n"] as? Int ?? 0) \(application.applicationState)")
            completionHandler()
        }
    }

    @Test func `the forms without a handler and without information are called`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let distributor = try await ScriptedDistributor(of: agent)
            let (application, delegate) = (agent.application(), Short())
            application.delegate = delegate
            let later = UIMutableUserNotificationAction()
            (later.identifier, later.title, later.activationMode) = ("LATER", "Later", .background)
            let category = UIMutableUserNotificationCategory()
            category.identifier = "MESSAGE"
            category.setActions([later], for: .default)
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: .alert, categories: [category]))
            application.registerForRemoteNotifications()
            let token = try await delegate.tokens.next()
            let json = try JSONSerialization.jsonObject(with: token) as? [String: Any]
            let registration: [String: Value] = [
                "endpoint": .string(json?["endpoint"] as? String ?? ""),
                "subscription": .string(String(decoding: token, as: UTF8.self)),
            ]

            // While the application is active, its delegate gets the alert, and nothing is shown.
            try await distributor.push(#"{"aps":{"alert":{"title":"One"}},"n":1}"#, to: registration)
            #expect(try await delegate.calls.next() == "received 1 active")
            application.isActive = false
            try await distributor.push(
                #"{"aps":{"alert":{"title":"Two"},"category":"MESSAGE"},"n":2}"#, to: registration)
            let two = try await server.nextNotification()
            #expect(two.summary == "Two")
            await server.press(two.key(of: "Later"), on: two)
            #expect(try await delegate.calls.next() == "LATER 2 background")
            try await distributor.push(#"{"aps":{"content-available":1},"n":3}"#, to: registration)
            #expect(try await delegate.calls.next() == "received 3 background")
        }
    }
}
