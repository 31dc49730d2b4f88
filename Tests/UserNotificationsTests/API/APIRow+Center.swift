// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of UNUserNotificationCenter.
    static let rowsOfCenter: [APIRow] = [
        APIRow(
            "UNUserNotificationCenter",
            "class UNUserNotificationCenter : NSObject"
        ) {
            let _: NSObject.Type = UNUserNotificationCenter.self
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "init()  // unavailable"
        ) {
            // Does not compile, as on Apple's systems: `UNUserNotificationCenter()` is unavailable.
            let _: () -> UNUserNotificationCenter = UNUserNotificationCenter.current
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "class func current() -> UNUserNotificationCenter"
        ) {
            let _: () -> UNUserNotificationCenter = UNUserNotificationCenter.current
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "weak var delegate: (any UNUserNotificationCenterDelegate)? { get set }"
        ) {
            let _: ReferenceWritableKeyPath<UNUserNotificationCenter, (any UNUserNotificationCenterDelegate)?> =
                \.delegate
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "var supportsContentExtensions: Bool { get }"
        ) {
            let _: KeyPath<UNUserNotificationCenter, Bool> = \.supportsContentExtensions
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func requestAuthorization(options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void)"
        ) {
            compiles { center in
                center.requestAuthorization { (_: Bool, _: (any Error)?) in }
                center.requestAuthorization(options: [.alert]) { _, _ in }
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool"
        ) {
            compiles { center in
                try await center.requestAuthorization()
                let _: Bool = try await center.requestAuthorization(options: .sound)
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func setNotificationCategories(_ categories: Set<UNNotificationCategory>)"
        ) {
            compiles { center in
                center.setNotificationCategories(Set<UNNotificationCategory>())
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void)"
        ) {
            compiles { center in
                center.getNotificationCategories { (_: Set<UNNotificationCategory>) in }
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func notificationCategories() async -> Set<UNNotificationCategory>"
        ) {
            compiles { center in
                let _: Set<UNNotificationCategory> = await center.notificationCategories()
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void)"
        ) {
            compiles { center in
                center.getNotificationSettings { (_: UNNotificationSettings) in }
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func notificationSettings() async -> UNNotificationSettings"
        ) {
            compiles { center in
                let _: UNNotificationSettings = await center.notificationSettings()
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func add(_ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil)"
        ) {
            compiles { center in
                center.add(request) { (_: (any Error)?) in }
                center.add(request, withCompletionHandler: nil)
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func add(_ request: UNNotificationRequest) async throws"
        ) {
            compiles { center in
                try await center.add(request)
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void)"
        ) {
            compiles { center in
                center.getPendingNotificationRequests { (_: [UNNotificationRequest]) in }
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func pendingNotificationRequests() async -> [UNNotificationRequest]"
        ) {
            compiles { center in
                let _: [UNNotificationRequest] = await center.pendingNotificationRequests()
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func removePendingNotificationRequests(withIdentifiers identifiers: [String])"
        ) {
            compiles { center in
                center.removePendingNotificationRequests(withIdentifiers: ["a"])
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func removeAllPendingNotificationRequests()"
        ) {
            compiles { center in
                center.removeAllPendingNotificationRequests()
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void)"
        ) {
            compiles { center in
                center.getDeliveredNotifications { (_: [UNNotification]) in }
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func deliveredNotifications() async -> [UNNotification]"
        ) {
            compiles { center in
                let _: [UNNotification] = await center.deliveredNotifications()
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func removeDeliveredNotifications(withIdentifiers identifiers: [String])"
        ) {
            compiles { center in
                center.removeDeliveredNotifications(withIdentifiers: ["a"])
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func removeAllDeliveredNotifications()"
        ) {
            compiles { center in
                center.removeAllDeliveredNotifications()
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func setBadgeCount(_ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil)"
        ) {
            compiles { center in
                center.setBadgeCount(0) { (_: (any Error)?) in }
                center.setBadgeCount(0, withCompletionHandler: nil)
            }
            return nil
        },
        APIRow(
            "UNUserNotificationCenter",
            "func setBadgeCount(_ newBadgeCount: Int) async throws"
        ) {
            compiles { center in
                try await center.setBadgeCount(0)
            }
            return nil
        },
    ]
}
