// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The center's delegate, which receives the answers.
final class Receiver: NSObject, UNUserNotificationCenterDelegate {
    private let answers: AsyncStream<Void>.Continuation

    init(_ answers: AsyncStream<Void>.Continuation) { self.answers = answers }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let content = response.notification.request.content
        switch response.actionIdentifier {
        case "again":
            do {
                try await TeaTimer.brew(content.userInfo["seconds"] as? TimeInterval ?? 240)
                print("\(content.title): another cup")
            } catch {
                print("\(content.title): no other cup: \(error.localizedDescription)")
            }
        case UNNotificationDefaultActionIdentifier:
            // A program with a window would raise the window now, with this token.
            print("\(content.title): opened, with the token \(response.xdgActivationToken ?? "nil")")
        case UNNotificationDismissActionIdentifier:
            print("\(content.title): dismissed")
        case let identifier:
            print("\(content.title): \(identifier)")
        }
        fflush(nil)
        answers.yield()
    }
}
