// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Protocols that wrap the center, for dependency injection.

import UserNotifications

protocol UserNotificationCenterProtocol: AnyObject {
    var delegate: (any UNUserNotificationCenterDelegate)? { get set }
    func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool
    func add(_ request: UNNotificationRequest) async throws
    func notificationSettings() async -> UNNotificationSettings
    func pendingNotificationRequests() async -> [UNNotificationRequest]
    func deliveredNotifications() async -> [UNNotification]
    func notificationCategories() async -> Set<UNNotificationCategory>
    func setNotificationCategories(_ categories: Set<UNNotificationCategory>)
    func removePendingNotificationRequests(withIdentifiers identifiers: [String])
    func removeAllPendingNotificationRequests()
    func removeDeliveredNotifications(withIdentifiers identifiers: [String])
    func removeAllDeliveredNotifications()
    func setBadgeCount(_ newBadgeCount: Int) async throws
}

extension UNUserNotificationCenter: UserNotificationCenterProtocol {}

protocol SendableHandlers {
    func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void)
    func add(
        _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)?)
}

extension UNUserNotificationCenter: SendableHandlers {}

final class FakeCenter: UserNotificationCenterProtocol {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
    var requests: [UNNotificationRequest] = []
    var categories: Set<UNNotificationCategory> = []

    func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool { options.contains(.alert) }
    func add(_ request: UNNotificationRequest) async throws {
        if request.identifier.isEmpty { throw UNError(.notificationInvalidNoContent) }
        requests.append(request)
    }
    func notificationSettings() async -> UNNotificationSettings {
        await UNUserNotificationCenter.current().notificationSettings()
    }
    func pendingNotificationRequests() async -> [UNNotificationRequest] { requests }
    func deliveredNotifications() async -> [UNNotification] { [] }
    func notificationCategories() async -> Set<UNNotificationCategory> { categories }
    func setNotificationCategories(_ categories: Set<UNNotificationCategory>) { self.categories = categories }
    func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        requests.removeAll { identifiers.contains($0.identifier) }
    }
    func removeAllPendingNotificationRequests() { requests = [] }
    func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    func removeAllDeliveredNotifications() {}
    func setBadgeCount(_ newBadgeCount: Int) async throws {}
}

// A dependency made of closures.
struct NotificationClient: Sendable {
    var add: @Sendable (UNNotificationRequest) async throws -> Void
    var authorize: @Sendable (UNAuthorizationOptions) async throws -> Bool
    var settings: @Sendable () async -> UNNotificationSettings
    var events: @Sendable () -> AsyncStream<Event>

    enum Event: Sendable, Equatable {
        case didReceive(UNNotificationResponse)
        case willPresent(UNNotification)
        case openSettings(UNNotification?)
    }

    static let live = NotificationClient(
        add: { try await UNUserNotificationCenter.current().add($0) },
        authorize: { try await UNUserNotificationCenter.current().requestAuthorization(options: $0) },
        settings: { await UNUserNotificationCenter.current().notificationSettings() },
        events: {
            AsyncStream { continuation in
                let delegate = StreamingDelegate(continuation)
                UNUserNotificationCenter.current().delegate = delegate
                continuation.onTermination = { _ in _ = delegate }
            }
        })
}

private final class StreamingDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    let continuation: AsyncStream<NotificationClient.Event>.Continuation

    init(_ continuation: AsyncStream<NotificationClient.Event>.Continuation) {
        self.continuation = continuation
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        continuation.yield(.didReceive(response))
        completionHandler()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {
        continuation.yield(.openSettings(notification))
    }
}
