// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AppKitNotifications
import Foundation
import LegacyNotifications
import TestSupport
import UIKitNotifications

@testable import UserNotifications

extension TestAgent {
    /// The center of the older APIs, with the clock and the zone of a test.
    func legacy(_ time: TestTime = .init()) -> LegacyCenter {
        LegacyCenter(center(), clock: { time.now }, zone: { time.zone })
    }

    /// An application as in a program, on the bus of this agent.
    @MainActor
    func application(_ time: TestTime = .init()) -> UIApplication { UIApplication(legacy(time)) }
}

extension UIApplication {
    /// The center that the application uses: its calls come after those of the application.
    var legacyCenter: UNUserNotificationCenter { legacy.center }
}

/// The time and the zone of an application in a test.
struct TestTime: Sendable {
    /// The time in Unix seconds; nil is the real time.
    var seconds: Double?
    var zone = TimeZone.gmt

    var now: Date { seconds.map { Date(timeIntervalSince1970: $0) } ?? .now }
}

/// A notification with a text.
@MainActor
func reminder(
    _ text: String, at date: Date? = nil, _ change: (UILocalNotification) -> Void = { _ in }
) -> UILocalNotification {
    let notification = UILocalNotification()
    notification.alertBody = text
    notification.fireDate = date
    change(notification)
    return notification
}

/// The failures that an application has reported.
final class FailureList: Sendable {
    let mailbox = Mailbox<String>()

    @MainActor
    init(of application: UIApplication) {
        application.localNotificationFailureHandler = { [mailbox] notification, error in
            mailbox.put("\(notification.fieldsForTests): \(error.localizedDescription)")
        }
    }

    init(of center: NSUserNotificationCenter) {
        center.failureHandler = { [mailbox] notification, error in
            mailbox.put("\(notification.title ?? ""): \(error.localizedDescription)")
        }
    }
}

extension UILocalNotification {
    fileprivate nonisolated var fieldsForTests: String {
        MainActor.assumeIsolated { alertBody ?? "" }
    }
}
