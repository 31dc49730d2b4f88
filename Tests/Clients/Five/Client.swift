// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Dispatch
import UserNotifications

/// A program whose delegate has the named isolation and whose main thread has the named loop: `Client LOOP DELEGATE`.
///
/// It adds a request that fires at once, reports which methods are called and on which thread, and ends when it has the
/// response.
@main
struct Client {
    @MainActor
    static func main() {
        let words = CommandLine.arguments
        guard words.count == 3, let delegate = DelegateKind.make(words[2]) else {
            Report.fail("usage: \(words[0]) blocked|runLoop|dispatch|glib DELEGATE")
        }

        let center = UNUserNotificationCenter.current()
        center.delegate = delegate
        let content = UNMutableNotificationContent()
        content.title = words[2]
        center.add(UNNotificationRequest(identifier: "tea", content: content, trigger: nil)) { error in
            if let error { Report.fail("add: \(error.localizedDescription)") }
        }

        switch words[1] {
        case "blocked": Report.wait()
        case "runLoop": RunLoop.main.run()
        case "dispatch": dispatchMain()
        case "glib": g_main_loop_run(g_main_loop_new(nil, 0))
        default: Report.fail("There is no such loop.")
        }
        withExtendedLifetime(delegate) {}
    }
}
