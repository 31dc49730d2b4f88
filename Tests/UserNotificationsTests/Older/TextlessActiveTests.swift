// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import NotificationServer
import TestSupport
import Testing
import UIKitNotifications

@testable import UserNotifications

/// The rows of `legacy.md` §2 and §3 about notifications without a text that fire while the application is active.
@MainActor
@Suite struct TextlessActiveTests {
    @Test func `an active application gets a badge without a text, and decides about it`() async throws {
        try await withAgentAndServer { agent, server async throws in
            let (application, recorder) = (agent.application(), OlderApplicationTests.Recorder())
            application.delegate = recorder
            let badge = UILocalNotification()
            badge.applicationIconBadgeNumber = 3
            application.scheduleLocalNotification(badge)
            #expect(try await recorder.calls.next() == "received  active")
            // The agent presents one notification after the other.
            application.isActive = false
            application.scheduleLocalNotification(reminder("Tea"))
            #expect(try await server.nextNotification().body == "Tea")
            #expect(application.applicationIconBadgeNumber == 0)
        }
    }
}
