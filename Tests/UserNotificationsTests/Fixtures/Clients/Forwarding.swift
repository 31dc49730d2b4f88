// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Delegates that pass on to the delegate that was there before: every method of it is optional.
// Swift 6 says: warning: passing non-Sendable parameter 'completionHandler' to function expecting a '@Sendable' clos

import Foundation
import UserNotifications

final class DelegateProxy: NSObject, UNUserNotificationCenterDelegate {
    private weak var next: UNUserNotificationCenterDelegate?
    private let userNotificationCenter: UNUserNotificationCenter

    init(center: UNUserNotificationCenter) {
        userNotificationCenter = center
        super.init()
        next = userNotificationCenter.delegate
        userNotificationCenter.delegate = self
        let same = userNotificationCenter
        same.removeAllDeliveredNotifications()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        if let next = next {
            next.userNotificationCenter?(center, willPresent: notification, withCompletionHandler: completionHandler)
        } else {
            completionHandler([.banner])
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        guard response.notification.request.identifier.hasPrefix("ours") else {
            next?.userNotificationCenter?(center, didReceive: response, withCompletionHandler: completionHandler)
            return
        }
        completionHandler()
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        next?.userNotificationCenter?(center, openSettingsFor: notification)
    }
}

final class Multicast: NSObject, UNUserNotificationCenterDelegate {
    var delegates: [UNUserNotificationCenterDelegate] = []

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let group = DispatchGroup()
        for delegate in delegates {
            group.enter()
            delegate.userNotificationCenter?(center, didReceive: response) { group.leave() }
        }
        group.notify(queue: .main) { completionHandler() }
    }
}
