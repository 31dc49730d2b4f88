// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// A content extension that plays a film, as on Apple's systems: its own members compile, those of the system say what to do instead.

import UserNotificationsUI

final class Player: NSObject, UNNotificationContentExtension {
    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { .overlay }
    var mediaPlayPauseButtonFrame: CGRect { CGRect(x: 0, y: 0, width: 44, height: 44) }

    func didReceive(_ notification: UNNotification) {
        extensionContext?.title = notification.request.content.title
    }

    func mediaPlay() {
        extensionContext?.mediaPlayingStarted()
    }
}

final class Buttons: NSObject, UNNotificationContentExtension {
    func didReceive(_ notification: UNNotification) {
        extensionContext?.notificationActions = []
        mediaPause()
    }
}

// Swift 5 says: error: 'mediaPlayingStarted()' is unavailable: Notifications here play no media
// Swift 6 says: error: 'mediaPlayingStarted()' is unavailable: Notifications here play no media
// Swift 5 says: error: 'notificationActions' is unavailable: The buttons are those of the category
// Swift 6 says: error: 'notificationActions' is unavailable: The buttons are those of the category
// Swift 5 says: error: 'mediaPause()' is unavailable: Notifications here play no media
// Swift 6 says: error: 'mediaPause()' is unavailable: Notifications here play no media
