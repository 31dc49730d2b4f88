// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// Receives the responses. The return is the acknowledgement.
final class Delegate: NSObject, UNUserNotificationCenterDelegate {
    private let answers: AsyncStream<String>.Continuation

    init(_ answers: AsyncStream<String>.Continuation) { self.answers = answers }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        answers.yield(response.actionIdentifier)
    }
}

/// Asks a question in one second, and prints the identifier of the button that was pressed.
@main
struct Question {
    static func main() async throws {
        let center = UNUserNotificationCenter.current()
        let (answers, continuation) = AsyncStream.makeStream(of: String.self)
        let delegate = Delegate(continuation)
        center.delegate = delegate
        let yes = UNNotificationAction(identifier: "yes", title: "Yes")
        let no = UNNotificationAction(identifier: "no", title: "No")
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "question", actions: [yes, no], intentIdentifiers: [])
        ])
        let content = UNMutableNotificationContent()
        content.title = "Back up?"
        content.categoryIdentifier = "question"
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false)
        try await center.add(UNNotificationRequest(identifier: "backup", content: content, trigger: trigger))
        for await answer in answers {
            print(answer)
            break
        }
        withExtendedLifetime(delegate) {}
    }
}
