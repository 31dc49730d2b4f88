// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// A minimal program that uses the module; the benchmark compares it with `belfry add`.
@main
struct AddOne {
    static func main() async throws {
        let content = UNMutableNotificationContent()
        content.title = "Call Ann"
        content.body = "About the boat: she has the keys until Friday."
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 86400 * 300, repeats: false)
        let request = UNNotificationRequest(identifier: "ann", content: content, trigger: trigger)
        try await UNUserNotificationCenter.current().add(request)
    }
}
