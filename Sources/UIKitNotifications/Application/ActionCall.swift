// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

/// A call of the delegate's method for an action; the method has up to four forms.
@MainActor
struct ActionCall {
    let notification: UILocalNotification
    let isRemote: Bool
    private let application: UIApplication
    private let delegate: any UIApplicationDelegate
    private let identifier: String?
    private let information: [AnyHashable: Any]
    private let userInfo: [AnyHashable: Any]
    private let state: UIApplication.State
    private let finish: ResponseReceiver.Finish

    init(
        _ response: UNNotificationResponse, _ notification: UILocalNotification, of application: UIApplication,
        _ delegate: any UIApplicationDelegate, _ finish: @escaping ResponseReceiver.Finish
    ) {
        let request = response.notification.request
        self.notification = notification
        isRemote = request.trigger is UNPushNotificationTrigger
        (self.application, self.delegate) = (application, delegate)
        let action = response.actionIdentifier
        identifier = action == UNNotificationDefaultActionIdentifier ? nil : action
        let text = (response as? UNTextInputNotificationResponse)?.userText
        information = text.map { [UIUserNotificationActionResponseTypedTextKey: $0] } ?? [:]
        userInfo = request.content.userInfo
        state = application.isInBackground(response) ? .background : .inactive
        let isLast = state == .background
        self.finish = {
            finish()
            if isLast { Task { @MainActor in application.terminateIfWanted() } }
        }
    }

    /// Calls the first form of the method that the delegate has; if it has none, the action counts as handled.
    func perform() {
        guard !isRemote else { return performRemote() }
        let end: () -> Void = { finish() }
        if isMade(
            "application(_:handleActionWithIdentifier:for:withResponseInfo:completionHandler:)",
            {
                delegate.application(
                    application, handleActionWithIdentifier: identifier, for: notification,
                    withResponseInfo: information,
                    completionHandler: end)
            })
        {
            return
        }
        Task { @MainActor in
            let name = "application(_:handleActionWithIdentifier:for:withResponseInfo:)"
            let isDone = await isAwaited(name) {
                await delegate.application(
                    application, handleActionWithIdentifier: identifier, for: notification,
                    withResponseInfo: information)
            }
            if isDone { return finish() }
            if isMade(
                "application(_:handleActionWithIdentifier:for:completionHandler:)",
                {
                    delegate.application(
                        application, handleActionWithIdentifier: identifier, for: notification, completionHandler: end)
                })
            {
                return
            }
            _ = await isAwaited("application(_:handleActionWithIdentifier:for:)") {
                await delegate.application(application, handleActionWithIdentifier: identifier, for: notification)
            }
            finish()
        }
    }

    private func performRemote() {
        let end: () -> Void = { finish() }
        let name = "application(_:handleActionWithIdentifier:forRemoteNotification:"
        if isMade(
            name + "withResponseInfo:completionHandler:)",
            {
                delegate.application(
                    application, handleActionWithIdentifier: identifier, forRemoteNotification: userInfo,
                    withResponseInfo: information, completionHandler: end)
            })
        {
            return
        }
        if isMade(
            name + "completionHandler:)",
            {
                delegate.application(
                    application, handleActionWithIdentifier: identifier, forRemoteNotification: userInfo,
                    completionHandler: end)
            })
        {
            return
        }
        finish()
    }

    private func isAwaited(_ member: String, _ body: @MainActor () async -> Void) async -> Bool {
        await application.awaits(in: state) { await OptionalCall.isMade(of: delegate, member, body) }
    }

    private func isMade(_ member: String, _ body: () -> Void) -> Bool {
        application.isMade(member, of: delegate, in: state, body)
    }
}
