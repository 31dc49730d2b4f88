// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// `TeaTimer 240` sets a timer of 240 seconds and ends. Without a number, the program waits for answers. The agent
/// starts it without a number when the person answers and the program is not running.
@main
struct TeaTimer {
    static func main() async throws {
        let center = UNUserNotificationCenter.current()
        guard let word = CommandLine.arguments.dropFirst().first else { return await takeAnswers(center) }
        guard let seconds = TimeInterval(word), seconds > 0 else {
            print("usage: TeaTimer [SECONDS]")
            exit(64)
        }
        guard try await center.requestAuthorization(options: [.alert, .sound]) else {
            print("You don't let TeaTimer notify.")
            exit(1)
        }
        let again = UNNotificationAction(identifier: "again", title: "Another cup", options: [])
        let reply = UNNotificationAction(identifier: "enough", title: "Enough", options: [])
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "tea", actions: [again, reply], intentIdentifiers: [], options: .customDismissAction)
        ])
        try await brew(seconds)
        print("Tea in \(word) s.")
    }

    /// Schedules the notification. The program may end after that.
    static func brew(_ seconds: TimeInterval) async throws {
        let content = UNMutableNotificationContent()
        content.title = "Tea is ready"
        content.categoryIdentifier = "tea"
        content.sound = .default
        content.userInfo = ["seconds": seconds]
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        let request = UNNotificationRequest(identifier: "tea", content: content, trigger: trigger)
        try await UNUserNotificationCenter.current().add(request)
    }

    /// Waits for an answer. If the agent started the program for an answer, it delivers the answer at once.
    private static func takeAnswers(_ center: UNUserNotificationCenter) async {
        let (answers, continuation) = AsyncStream.makeStream(of: Void.self)
        let receiver = Receiver(continuation)
        center.delegate = receiver
        Task {
            try await Task.sleep(for: .seconds(10))
            continuation.finish()
        }
        for await _ in answers { break }
        withExtendedLifetime(receiver) {}
    }
}
