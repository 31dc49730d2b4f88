// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A Mac program that the session ends by a signal.
import AppKitNotifications

class AppDelegate: NSObject, NSApplicationDelegate {
    func applicationDidFinishLaunching(_ notification: Notification) {
        print("did finish")
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { kill(getpid(), SIGTERM) }
    }

    func applicationWillTerminate(_ notification: Notification) { print("terminates") }
}

let application = NSApplication.shared
let delegate = AppDelegate()
application.delegate = delegate
application.run()
