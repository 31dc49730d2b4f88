// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing
import TestSupport
import UserNotifications

/// Delegates that forward calls by optional chaining, as on Apple's systems, where every method is optional.
@Suite struct DelegateForwardingTests {
    private final class Proxy: NSObject, UNUserNotificationCenterDelegate {
        private let next: any UNUserNotificationCenterDelegate

        init(_ next: any UNUserNotificationCenterDelegate) { self.next = next }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
        ) {
            next.userNotificationCenter?(center, willPresent: notification, withCompletionHandler: completionHandler)
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping @Sendable () -> Void
        ) {
            next.userNotificationCenter?(center, didReceive: response, withCompletionHandler: completionHandler)
        }
    }

    private final class Silent: NSObject, UNUserNotificationCenterDelegate {}

    @Test func `79, 119: a forwarded delegate decides, and gets the response`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let recorder = CenterRecorder(options: [.banner])
            let proxy = Proxy(recorder)
            center.delegate = proxy
            try await center.add(request("tea"))
            #expect(try await recorder.questions.next().request.identifier == "tea")
            await server.press("default", on: try await server.nextNotification())
            #expect(try await recorder.responses.next().identifier == "tea")
            withExtendedLifetime(proxy) {}
        }
    }

    @Test func `158: if the forwarded delegate implements nothing, the handlers are still called`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let center = agent.center()
            let silent = Silent()
            let called = Mailbox<Bool>()
            let delivered = try await Self.delivered(center, server)

            silent.userNotificationCenter?(center, willPresent: delivered) { called.put($0.isEmpty) }
            #expect(try await called.next())
            #expect(await silent.userNotificationCenter?(center, willPresent: delivered) == [])
            silent.userNotificationCenter?(center, openSettingsFor: nil)
        }
    }

    private static func delivered(
        _ center: UNUserNotificationCenter, _ server: ScriptedServer
    ) async throws -> UNNotification {
        try await center.add(request("tea"))
        _ = try await server.nextNotification()
        return try #require(await center.deliveredNotifications().first)
    }
}
