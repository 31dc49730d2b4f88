// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient

/// Receives what people do with an application's notifications, and decides how they are shown while it runs.
///
/// Every method is optional, and comes in two forms of which a delegate implements one: with a completion handler, or
/// `async`. Set ``UNUserNotificationCenter/delegate`` early: responses that came while the application did not run are
/// handed over then, before anything else.
///
/// **Where the methods run.** On the main thread where the program has a running main loop: `RunLoop.main.run()`,
/// `dispatchMain()`, an `async` main function, or GLib's default main loop (GTK). In a program whose main thread is blocked they run on a serial
/// queue of this module, one after another. Both forms may be isolated to the main actor; the handler form is
/// then called on that queue as if it were the main actor, the async form waits for the main thread. Calls come in the
/// order in which things happened.
///
/// **When something is done.** A response is kept by the agent until the delegate has called the handler or returned. It
/// comes again, at the next start or when the delegate is set anew, if the program ends before that. A handler
/// that is not called in 10 seconds counts as called, and the next response follows; an async method that may not
/// have been able to begin, because the main thread was blocked, does not.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Says how a notification is shown that fires while the application runs.
    ///
    /// Where neither form is implemented it is shown as always. An empty set keeps it off the screen; it is among the delivered ones
    /// only with `.list`. Without an answer in 10 seconds it is shown.
    @preconcurrency
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

    /// Says how a notification is shown that fires while the application runs.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Takes what the person did: an action, opening the notification, or dismissing it where that was asked for.
    @preconcurrency
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

    /// Takes what the person did: an action, opening the notification, or dismissing it where that was asked for.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

    /// Shows the application's own notification settings.
    ///
    /// Called when the person asks for them: by `belfry settings APP --open`, or the settings button that Plasma's notifications
    /// have. The notification is nil where none is meant. Only of programs that asked with
    /// ``UNAuthorizationOptions/providesAppNotificationSettings``.
    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

// What is not implemented arrives here. The handler forms go on to the async forms, and those do nothing; a
// `DelegateCall` on its way to this very delegate takes note instead.
extension UNUserNotificationCenterDelegate {
    /// Not implemented by the delegate.
    @preconcurrency
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        if DelegateCall.noteMissingHandlerForm(of: self) { return }
        let delegate = Unisolated<any UNUserNotificationCenterDelegate>(self)
        Task {
            completionHandler(await delegate.value.userNotificationCenter(center, willPresent: notification))
        }
    }

    /// Not implemented by the delegate.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        DelegateCall.noteMissingAsyncForm(of: self)
        return []
    }

    /// Not implemented by the delegate.
    @preconcurrency
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        if DelegateCall.noteMissingHandlerForm(of: self) { return }
        let delegate = Unisolated<any UNUserNotificationCenterDelegate>(self)
        Task {
            await delegate.value.userNotificationCenter(center, didReceive: response)
            completionHandler()
        }
    }

    /// Not implemented by the delegate.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}

    /// Not implemented by the delegate.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {}
}
