// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

/// The state of the application for an async method of the delegate, during which other methods may be called.
enum AsyncState {
    @TaskLocal static var current: Guarded<UIApplication.State?>?
}

/// Calls of the delegate about notifications.
extension UIApplication {
    /// Passes a notification that fires while the application is active to the delegate; the notification is presented
    /// if the delegate has no method for it.
    func fires(_ notification: UNNotification, _ decide: @escaping ResponseReceiver.Decide) {
        guard let delegate else { return decide(ResponseReceiver.everything) }
        let request = notification.request
        if request.trigger is UNPushNotificationTrigger {
            let info = Guarded(request.content.userInfo)
            Task { @MainActor in
                decide(await receivesRemote(info.value, .active) == nil ? ResponseReceiver.everything : [])
            }
            return
        }
        decide(receives(UILocalNotification(request), from: delegate, .active) ? [] : ResponseReceiver.everything)
    }

    /// Passes a notification to the delegate; returns false if the delegate has no method for it.
    private func receives(
        _ notification: UILocalNotification, from delegate: any UIApplicationDelegate, _ state: State
    ) -> Bool {
        isMade("application(_:didReceive:)", of: delegate, in: state) {
            delegate.application(self, didReceive: notification)
        }
    }

    /// Passes a response to the delegate; `finish` acknowledges the response to the agent.
    func receives(_ response: UNNotificationResponse, _ finish: @escaping ResponseReceiver.Finish) {
        guard let delegate, response.actionIdentifier != UNNotificationDismissActionIdentifier else { return finish() }
        let request = response.notification.request
        // If the launch options contain this notification, the delegate gets the same object again.
        let notification = launched?.response == response ? launched?.notification : nil
        launched = nil
        let action = ActionCall(response, notification ?? UILocalNotification(request), of: self, delegate, finish)
        guard response.actionIdentifier == UNNotificationDefaultActionIdentifier else { return action.perform() }
        if action.isRemote {
            let info = Guarded(request.content.userInfo)
            Task { @MainActor in
                _ = await receivesRemote(info.value, .inactive)
                finish()
            }
            return
        }
        // A delegate that handles all responses in one method gets the default action as an action without identifier.
        let isReceived = legacy.center.finishingAtExit(finish) {
            receives(action.notification, from: delegate, .inactive)
        }
        if !isReceived { return action.perform() }
        finish()
    }

    /// Calls a method of the delegate with the application in the given state; false if the delegate lacks the method.
    func isMade(_ member: String, of delegate: any UIApplicationDelegate, in state: State, _ body: () -> Void) -> Bool {
        passing(state) { OptionalCall.result(of: delegate, member, body) != nil }
    }

    /// Runs `body` with the application in the given state.
    func passing<Result>(_ state: State, _ body: () -> Result) -> Result {
        let before = passingState.value
        passingState.value = state
        defer { passingState.value = before }
        return body()
    }

    /// Runs an async `body` with the application in the given state.
    func awaits(in state: State, _ body: @MainActor () async -> Bool) async -> Bool {
        let current = Guarded<State?>(state)
        // Tasks that the body has started may outlive the body, and must not see the given state afterwards.
        defer { current.value = nil }
        return await AsyncState.$current.withValue(current) { await body() }
    }

    /// Whether a response is to an action that doesn't bring the application to the front.
    func isInBackground(_ response: UNNotificationResponse) -> Bool {
        let standard = [UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier]
        guard !standard.contains(response.actionIdentifier) else { return false }
        let name = response.notification.request.content.categoryIdentifier
        let action = legacy.categories.first { $0.identifier == name }?.actions
            .first { $0.identifier == response.actionIdentifier }
        return action.map { !$0.options.contains(.foreground) } ?? true
    }
}
