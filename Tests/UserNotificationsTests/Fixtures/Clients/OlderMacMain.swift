// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// A delegate that only the Mac can create: here it inherits NSResponder.
// Swift 5 says: error: 'AppDelegate' is annotated with '@main' and must provide a main static function
// Swift 6 says: error: 'AppDelegate' is annotated with '@main' and must provide a main static function

import AppKitNotifications

@main
class AppDelegate: NSObject, NSApplicationDelegate {
    func applicationDidFinishLaunching(_ notification: Notification) {}
}
