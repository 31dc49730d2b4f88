// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import UserNotifications

/// A delegate with handlers that records its calls, and replies as the test says.
final class CenterRecorder: NSObject, UNUserNotificationCenterDelegate, Sendable {
    /// A response, with its handler if that was not called.
    struct Received: Sendable {
        let response: UNNotificationResponse
        let finish: @Sendable () -> Void

        var identifier: String { response.notification.request.identifier }
    }

    let responses = Mailbox<Received>()
    let questions = Mailbox<UNNotification>()
    /// The notifications for which settings were requested, by identifier; nil for none.
    let settings = Mailbox<String?>()
    private let answers: Mutex<(finishes: Bool, options: UNNotificationPresentationOptions?)>

    /// - Parameters:
    ///   - finishes: Whether it calls the handler of `didReceive`.
    ///   - options: The reply to `willPresent`; nil means that it never replies.
    init(finishes: Bool = true, options: UNNotificationPresentationOptions? = [.banner, .list, .sound]) {
        answers = Mutex((finishes, options))
    }

    func present(_ options: UNNotificationPresentationOptions?) { answers.withLock { $0.options = options } }

    func finishes(_ finishes: Bool) { answers.withLock { $0.finishes = finishes } }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        questions.put(notification)
        if let options = answers.withLock({ $0.options }) { completionHandler(options) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        if answers.withLock({ $0.finishes }) { completionHandler() }
        responses.put(Received(response: response, finish: completionHandler))
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        settings.put(notification?.request.identifier)
    }
}
