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

    @Test func `alerts and silent pushes reach the delegate`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let distributor = try await ScriptedDistributor(of: agent)
            let (application, recorder) = (agent.application(), Recorder())
            application.delegate = recorder
            application.registerForRemoteNotifications()
            let token = try await recorder.tokens.next()
            let json = try JSONSerialization.jsonObject(with: token) as? [String: Any]
            let registration: [String: Value] = [
                "endpoint": .string(json?["endpoint"] as? String ?? ""),
                "subscription": .string(String(decoding: token, as: UTF8.self)),
            ]
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
