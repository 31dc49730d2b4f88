// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import NotificationServer
import TestSupport

@testable import UserNotifications

extension TestAgent {
    /// A center as in a program, on the bus of this agent.
    ///
    /// Its delegate has a long time limit, because another test may block the main thread of this process.
    func center(
        app: String = TestAgent.app, limits: DelegateLimits = .long, policy: CenterClient.Policy = .init()
    ) -> UNUserNotificationCenter {
        UNUserNotificationCenter(agent: CenterClient(bus: .at(bus), policy: policy), app: app, limits: limits)
    }
}

extension DelegateLimits {
    /// A time limit that no test reaches by accident, except the test of the limit.
    static let long = DelegateLimits(
        beginning: .seconds(60), response: .seconds(60), presentation: .seconds(60), grace: .seconds(3))
    static let short = DelegateLimits(
        beginning: .seconds(5), response: .milliseconds(300), presentation: .milliseconds(300), grace: .seconds(3))
}

/// A request that fires at once, or after this many seconds.
func request(
    _ identifier: String, title: String = "Tea", in seconds: Double? = nil, repeats: Bool = false,
    _ change: (UNMutableNotificationContent) -> Void = { _ in }
) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = title
    change(content)
    let trigger = seconds.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: repeats) }
    return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
}

extension ReceivedNotification {
    /// The key of the button with this label; fails the test if there is none.
    func key(of label: String) -> String { actions.first { $0.label == label }?.key ?? "no button \(label)" }
}
