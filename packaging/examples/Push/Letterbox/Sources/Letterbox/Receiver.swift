// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The delegate for answers, and for pushes that show nothing themselves.
final class Receiver: NSObject, UNUserNotificationCenterDelegate, UNRemoteNotificationDelegate, Sendable {
    private let happened: @Sendable () -> Void

    init(_ happened: @escaping @Sendable () -> Void) { self.happened = happened }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let trigger = response.notification.request.trigger
        let sort = trigger is UNPushNotificationTrigger ? "a push" : "its own notification"
        report("\(response.actionIdentifier) on \(sort)")
    }

    /// Shows a notification of its own, because only this program knows the letters.
    func didReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> UNRemoteNotificationResult {
        guard let count = userInfo["letters"] as? Int, count > 0 else { return .noData }
        let content = UNMutableNotificationContent()
        content.title = count == 1 ? "A letter has come" : "\(count) letters have come"
        content.categoryIdentifier = "letter"
        content.badge = count as NSNumber
        let request = UNNotificationRequest(identifier: "letters", content: content, trigger: nil)
        do {
            try await UNUserNotificationCenter.current().add(request)
        } catch {
            return .failed
        }
        report("woken for \(count) letters")
        return .newData
    }

    /// Tells the provider's next subscription, which a real program would send to the provider.
    func didRegister(_ registration: UNRemoteRegistration) {
        report("registered at \(registration.endpoint.host() ?? "")")
    }

    private func report(_ text: String) {
        print(text)
        fflush(nil)
        happened()
    }
}
