// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// A dependency as The Composable Architecture has it: a struct of Sendable closures, live and mocked.

import Foundation
import UserNotifications

public struct UserNotificationClient: Sendable {
    public var add: @Sendable (UNNotificationRequest) async throws -> Void
    public var delegate: @Sendable () -> AsyncStream<DelegateEvent>
    public var getNotificationSettings: @Sendable () async -> Notification.Settings
    public var removeDeliveredNotificationsWithIdentifiers: @Sendable ([String]) async -> Void
    public var removePendingNotificationRequestsWithIdentifiers: @Sendable ([String]) async -> Void
    public var requestAuthorization: @Sendable (UNAuthorizationOptions) async throws -> Bool

    public enum DelegateEvent: Sendable {
        case didReceiveResponse(Notification.Response, completionHandler: @Sendable () -> Void)
        case openSettingsForNotification(Notification?)
        case willPresentNotification(
            Notification, completionHandler: @Sendable (UNNotificationPresentationOptions) -> Void)
    }

    public struct Notification: Equatable, @unchecked Sendable {
        public var date: Date
        public var request: UNNotificationRequest

        public struct Response: Equatable, Sendable {
            public var notification: Notification
            public var actionIdentifier: String
        }

        public struct Settings: Equatable, Sendable {
            public var authorizationStatus: UNAuthorizationStatus
        }
    }
}

extension UserNotificationClient.Notification {
    public init(rawValue: UNNotification) {
        self.date = rawValue.date
        self.request = rawValue.request
    }
}

extension UserNotificationClient.Notification.Response {
    public init(rawValue: UNNotificationResponse) {
        self.notification = .init(rawValue: rawValue.notification)
        self.actionIdentifier = rawValue.actionIdentifier
    }
}

extension UserNotificationClient.Notification.Settings {
    public init(rawValue: UNNotificationSettings) { self.authorizationStatus = rawValue.authorizationStatus }
}

extension UserNotificationClient {
    public static let live = Self(
        add: { try await UNUserNotificationCenter.current().add($0) },
        delegate: {
            AsyncStream { continuation in
                let delegate = Delegate(continuation: continuation)
                UNUserNotificationCenter.current().delegate = delegate
                continuation.onTermination = { _ in _ = delegate }
            }
        },
        getNotificationSettings: {
            await Notification.Settings(rawValue: UNUserNotificationCenter.current().notificationSettings())
        },
        removeDeliveredNotificationsWithIdentifiers: {
            UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: $0)
        },
        removePendingNotificationRequestsWithIdentifiers: {
            UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: $0)
        },
        requestAuthorization: { try await UNUserNotificationCenter.current().requestAuthorization(options: $0) }
    )

    public static let noop = Self(
        add: { _ in }, delegate: { AsyncStream { _ in } },
        getNotificationSettings: { Notification.Settings(authorizationStatus: .notDetermined) },
        removeDeliveredNotificationsWithIdentifiers: { _ in },
        removePendingNotificationRequestsWithIdentifiers: { _ in }, requestAuthorization: { _ in false })
}

extension UserNotificationClient {
    fileprivate final class Delegate: NSObject, Sendable, UNUserNotificationCenterDelegate {
        let continuation: AsyncStream<UserNotificationClient.DelegateEvent>.Continuation

        init(continuation: AsyncStream<UserNotificationClient.DelegateEvent>.Continuation) {
            self.continuation = continuation
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping @Sendable () -> Void
        ) {
            self.continuation.yield(
                .didReceiveResponse(.init(rawValue: response)) { completionHandler() })
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
        ) {
            self.continuation.yield(
                .openSettingsForNotification(notification.map(Notification.init(rawValue:))))
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
        ) {
            self.continuation.yield(
                .willPresentNotification(.init(rawValue: notification)) { completionHandler($0) })
        }
    }
}
