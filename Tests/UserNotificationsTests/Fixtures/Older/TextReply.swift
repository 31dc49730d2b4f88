// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Text input of iOS 9.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let reply = UIMutableUserNotificationAction()
        reply.identifier = "REPLY"
        reply.title = "Reply"
        reply.activationMode = .background
        reply.behavior = .textInput
        reply.parameters = [UIUserNotificationTextInputActionButtonTitleKey: "Send"]
        let category = UIMutableUserNotificationCategory()
        category.identifier = "MESSAGE"
        category.setActions([reply], for: .default)
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: .alert, categories: [category]))
        let message = UILocalNotification()
        message.alertTitle = "Ann"
        message.alertBody = "Lunch at one?"
        message.category = "MESSAGE"
        application.presentLocalNotificationNow(message)
        return true
    }

    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
        completionHandler: @escaping () -> Void
    ) {
        let text = responseInfo[UIUserNotificationActionResponseTypedTextKey] as? String
        print("\(notification.alertTitle ?? "?"): \(text ?? "no text")")
        fflush(nil)
        completionHandler()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
    }
}
