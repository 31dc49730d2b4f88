// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// 156: a protocol over the center with plain handlers builds in Swift 5, with a warning; not in Swift 6.
// Swift 5 says: warning: sendability of function types in instance method
// Swift 6 says: error: sendability of function types in instance method

import UserNotifications

protocol Center {
    func add(_ request: UNNotificationRequest, withCompletionHandler completionHandler: ((Error?) -> Void)?)
}

extension UNUserNotificationCenter: Center {}
