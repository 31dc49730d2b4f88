// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// The center behind a protocol of the application's, and its stand-ins.

import Foundation
import UserNotifications

protocol UserNotificationCenterProtocol: AnyObject {
    var delegate: UNUserNotificationCenterDelegate? { get set }
    func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool
    func notificationSettings() async -> UNNotificationSettings
    func add(_ request: UNNotificationRequest) async throws
    func add(_ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable (Error?) -> Void)?)
    func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void)
    func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void)
    func removePendingNotificationRequests(withIdentifiers identifiers: [String])
    func removeAllPendingNotificationRequests()
    func removeDeliveredNotifications(withIdentifiers identifiers: [String])
    func setNotificationCategories(_ categories: Set<UNNotificationCategory>)
    func setBadgeCount(_ newBadgeCount: Int) async throws
}

extension UNUserNotificationCenter: UserNotificationCenterProtocol {}

final class MockCenter: UserNotificationCenterProtocol {
    weak var delegate: UNUserNotificationCenterDelegate?
    var pending: [UNNotificationRequest] = []
    var categories: Set<UNNotificationCategory> = []
    var settings = UNNotificationSettings(coder: MockCoder())!
    var error: Error?
    var badge = 0

    func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool { options.contains(.alert) }
    func notificationSettings() async -> UNNotificationSettings { settings }
    func add(_ request: UNNotificationRequest) async throws {
        if let error { throw error }
        pending.removeAll { $0.identifier == request.identifier }
        pending.append(request)
    }
    func add(_ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable (Error?) -> Void)?) {
        pending.append(request)
        completionHandler?(error)
    }
    func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        completionHandler(pending)
    }
    func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) { completionHandler([]) }
    func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        pending.removeAll { identifiers.contains($0.identifier) }
    }
    func removeAllPendingNotificationRequests() { pending = [] }
    func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    func setNotificationCategories(_ categories: Set<UNNotificationCategory>) { self.categories = categories }
    func setBadgeCount(_ newBadgeCount: Int) async throws { badge = newBadgeCount }
}

class MockCoder: NSCoder {
    var authorizationStatus = UNAuthorizationStatus.authorized.rawValue
    override func decodeInt64(forKey key: String) -> Int64 { Int64(authorizationStatus) }
    override func decodeBool(forKey key: String) -> Bool { true }
}
