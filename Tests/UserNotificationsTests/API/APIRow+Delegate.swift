// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of UNUserNotificationCenterDelegate.
    static let rowsOfDelegate: [APIRow] = [
        APIRow(
            "UNUserNotificationCenterDelegate",
            "protocol UNUserNotificationCenterDelegate : NSObjectProtocol"
        ) {
            final class Nothing: NSObject, UNUserNotificationCenterDelegate {}
            let _: any NSObjectProtocol = Nothing()
            return nil
        },
        APIRow(
            "UNUserNotificationCenterDelegate",
            "optional func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification, withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)"
        ) {
            final class Delegate: NSObject, UNUserNotificationCenterDelegate {
                func userNotificationCenter(
                    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
                    withCompletionHandler completionHandler:
                        @escaping @Sendable (UNNotificationPresentationOptions) -> Void
                ) {}
            }
            _ = Delegate()
            return nil
        },
        APIRow(
            "UNUserNotificationCenterDelegate",
            "optional func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification) async -> UNNotificationPresentationOptions"
        ) {
            final class Delegate: NSObject, UNUserNotificationCenterDelegate {
                func userNotificationCenter(
                    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
                ) async -> UNNotificationPresentationOptions { [] }
            }
            _ = Delegate()
            return nil
        },
        APIRow(
            "UNUserNotificationCenterDelegate",
            "optional func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping @Sendable () -> Void)"
        ) {
            final class Delegate: NSObject, UNUserNotificationCenterDelegate {
                func userNotificationCenter(
                    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
                    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
                ) {}
            }
            _ = Delegate()
            return nil
        },
        APIRow(
            "UNUserNotificationCenterDelegate",
            "optional func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async"
        ) {
            final class Delegate: NSObject, UNUserNotificationCenterDelegate {
                func userNotificationCenter(
                    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
                ) async {}
            }
            _ = Delegate()
            return nil
        },
        APIRow(
            "UNUserNotificationCenterDelegate",
            "optional func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)"
        ) {
            final class Delegate: NSObject, UNUserNotificationCenterDelegate {
                func userNotificationCenter(
                    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
                ) {}
            }
            _ = Delegate()
            return nil
        },
    ]
}
