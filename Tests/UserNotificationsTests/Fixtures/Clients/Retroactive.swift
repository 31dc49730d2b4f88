// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// What people write against Apple's classes, which aren't Sendable.
// Swift 5 says: warning: conformance of 'UNNotificationResponse' to protocol 'Sendable' was already stated in the ty
// Swift 5 says: warning: conformance of 'UNNotification' to protocol 'Sendable' was already stated in the type's mod
// Swift 5 says: warning: conformance of 'UNUserNotificationCenter' to protocol 'Sendable' was already stated in the 
// Swift 6 says: warning: conformance of 'UNNotificationResponse' to protocol 'Sendable' was already stated in the ty
// Swift 6 says: warning: conformance of 'UNNotification' to protocol 'Sendable' was already stated in the type's mod
// Swift 6 says: warning: conformance of 'UNUserNotificationCenter' to protocol 'Sendable' was already stated in the 

import UserNotifications

extension UNNotificationResponse: @retroactive @unchecked Sendable {}
extension UNNotification: @unchecked @retroactive Sendable {}
extension UNUserNotificationCenter: @unchecked @retroactive Sendable {}

struct Event: Sendable { let response: UNNotificationResponse }
