// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Declarations of the older APIs that Linux can't have: the compiler says what to do instead.
// Swift 5 says: error: 'canOpenURL' is unavailable: Ask GIO or xdg-mime for the program that opens an address.
// Swift 6 says: error: 'canOpenURL' is unavailable: Ask GIO or xdg-mime for the program that opens an address.
// Swift 5 says: error: 'open(_:options:completionHandler:)' is unavailable: Start xdg-open with the address.
// Swift 6 says: error: 'open(_:options:completionHandler:)' is unavailable: Start xdg-open with the address.
// Swift 5 says: error: 'registerForRemoteNotifications(matching:)' is unavailable: Use registerForRemoteNotifications().
// Swift 6 says: error: 'registerForRemoteNotifications(matching:)' is unavailable: Use registerForRemoteNotifications().
// Swift 5 says: error: 'enabledRemoteNotificationTypes()' is unavailable: Use currentUserNotificationSettings.
// Swift 6 says: error: 'enabledRemoteNotificationTypes()' is unavailable: Use currentUserNotificationSettings.
// Swift 5 says: error: 'UIRemoteNotificationType' is unavailable: Use UIUserNotificationType.
// Swift 6 says: error: 'UIRemoteNotificationType' is unavailable: Use UIUserNotificationType.

import UIKitNotifications

@MainActor
func use(_ application: UIApplication, _ url: URL) {
    _ = application.canOpenURL(url)
    application.open(url)
    application.registerForRemoteNotifications(matching: [])
    _ = application.enabledRemoteNotificationTypes()
    let types: UIRemoteNotificationType = []
    print(types)
}
