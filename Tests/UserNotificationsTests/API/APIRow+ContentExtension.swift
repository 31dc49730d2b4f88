// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotificationsUI

extension APIRow {
    /// Uses of UserNotificationsUI, which is a module of its own.
    static let rowsOfContentExtensions: [APIRow] = [
        APIRow(
            "UNNotificationContentExtension",
            "protocol UNNotificationContentExtension : NSObjectProtocol"
        ) {
            final class Drawing: NSObject, UNNotificationContentExtension {
                func didReceive(_ notification: UNNotification) {}

                func didReceive(
                    _ response: UNNotificationResponse,
                    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
                ) {
                    completion(.doNotDismiss)
                }
            }
            let _: any NSObjectProtocol.Type = Drawing.self
            return nil
        },
        APIRow(
            "UNNotificationContentExtensionResponseOption",
            "enum UNNotificationContentExtensionResponseOption : UInt"
        ) {
            let _: KeyPath<UNNotificationContentExtensionResponseOption, UInt> = \.rawValue
            return nil
        },
        APIRow(
            "UNNotificationContentExtensionMediaPlayPauseButtonType",
            "enum UNNotificationContentExtensionMediaPlayPauseButtonType : UInt"
        ) {
            let _: KeyPath<UNNotificationContentExtensionMediaPlayPauseButtonType, UInt> = \.rawValue
            return nil
        },
    ]
}
