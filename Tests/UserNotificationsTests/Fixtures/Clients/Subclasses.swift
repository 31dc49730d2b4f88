// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Swift 5 says: warning: class 'FakeCenter' must restate inherited '@unchecked Sendable' conformance
// Swift 5 says: warning: class 'MockSettings' must restate inherited '@unchecked Sendable' conformance
// Swift 5 says: warning: class 'MockNotification' must restate inherited '@unchecked Sendable' conformance
// Swift 5 says: warning: class 'MockResponse' must restate inherited '@unchecked Sendable' conformance
// Swift 5 says: warning: class 'MockContent' must restate inherited '@unchecked Sendable' conformance
// Swift 6 says: warning: class 'FakeCenter' must restate inherited '@unchecked Sendable' conformance
// Swift 6 says: warning: class 'MockSettings' must restate inherited '@unchecked Sendable' conformance
// Swift 6 says: warning: class 'MockNotification' must restate inherited '@unchecked Sendable' conformance
// Swift 6 says: warning: class 'MockResponse' must restate inherited '@unchecked Sendable' conformance
// Swift 6 says: warning: class 'MockContent' must restate inherited '@unchecked Sendable' conformance

import UserNotifications

final class FakeCenter: UNUserNotificationCenter {}
class MockSettings: UNNotificationSettings {
    var stubbed: UNAuthorizationStatus = .denied
    override var authorizationStatus: UNAuthorizationStatus { stubbed }
}
final class MockNotification: UNNotification {
    var stubbed: UNNotificationRequest!
    override var request: UNNotificationRequest { stubbed }
}
final class MockResponse: UNNotificationResponse {
    var action = ""
    override var actionIdentifier: String { action }
}
final class MockContent: UNMutableNotificationContent { var extra = 1 }
