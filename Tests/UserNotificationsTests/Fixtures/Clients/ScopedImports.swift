// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import class UserNotifications.UNUserNotificationCenter
import class UserNotifications.UNMutableNotificationContent
import class UserNotifications.UNNotificationRequest
import struct UserNotifications.UNAuthorizationOptions
import struct UserNotifications.UNError
import enum UserNotifications.UNAuthorizationStatus
import protocol UserNotifications.UNUserNotificationCenterDelegate
import let UserNotifications.UNNotificationDefaultActionIdentifier
#if canImport(UserNotifications)
import UserNotifications
#endif

let isAvailable: Bool = {
    #if canImport(UserNotifications)
    return true
    #else
    return false
    #endif
}()

func scoped() -> String {
    let content = UNMutableNotificationContent()
    let request = UserNotifications.UNNotificationRequest(identifier: UNNotificationDefaultActionIdentifier, content: content, trigger: nil)
    return request.identifier
}
