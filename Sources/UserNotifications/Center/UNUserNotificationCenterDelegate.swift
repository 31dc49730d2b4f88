// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient

/// Receives an application's responses, and decides how notifications are presented while the application runs.
///
/// Every method is optional. Most methods have a form with a completion handler and an `async` form, of which a
/// delegate implements one. Set ``UNUserNotificationCenter/delegate`` early in the program. The agent then delivers
/// waiting responses before new ones.
///
/// **Thread.** The methods run on the main thread if the program has a running main loop: `RunLoop.main.run()`,
/// `dispatchMain()`, an `async` main function, or GLib's default main loop (GTK). If the main thread is blocked, the
/// methods run on a serial queue of this module. Both forms may be isolated to the main actor. While the main thread is
/// blocked, the handler form is called on the queue as if on the main actor, and the async form waits for the main
/// thread. The methods are called in the order of the events.
///
/// **Acknowledgement.** The agent keeps a response until the delegate has called the handler or returned. If the
/// program ends earlier, the agent delivers the response again at the program's next start, or when the delegate is set
/// again. A handler that isn't called within 10 seconds counts as called, and the next response is delivered. An async
/// method that may not have begun, because the main thread was blocked, does not count as called.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Decides how to present a notification that fires while the application runs.
    ///
    /// If the delegate doesn't implement the method, the notification is presented as usual. An empty set keeps the
    /// notification off the screen. The notification is listed as delivered only with `.list`. If the delegate doesn't
    /// decide within 10 seconds, the notification is presented.
    @preconcurrency
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

    /// Decides how to present a notification that fires while the application runs.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Handles a response: a chosen action, an opened notification, or a dismissal if the category requests it.
    @preconcurrency
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

    /// Handles a response: a chosen action, an opened notification, or a dismissal if the category requests it.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

    /// Shows the application's own notification settings.
    ///
    /// The method is called when the person runs `belfry settings APP --open` or presses the settings button of a
    /// Plasma notification. The notification is nil if the person opened the settings without a notification. The
    /// program must have requested ``UNAuthorizationOptions/providesAppNotificationSettings``.
    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

// This extension has the default implementations. The handler forms call the async forms, which do nothing. During a
// `DelegateCall` of the same delegate, each form instead records that the delegate lacks the form.
extension UNUserNotificationCenterDelegate {
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

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        DelegateCall.noteMissingAsyncForm(of: self)
        return []
    }

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

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {}
}

/// Presentation of a notification while its application is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Shows the badge.
    public static var badge: UNNotificationPresentationOptions { Self(rawValue: 1 << 0) }
    /// Plays the sound.
    public static var sound: UNNotificationPresentationOptions { Self(rawValue: 1 << 1) }
    /// Has the effect of ``list`` and ``banner``; Apple has deprecated the option.
    public static var alert: UNNotificationPresentationOptions { Self(rawValue: 1 << 2) }
    /// Keeps the notification in the list of delivered notifications.
    public static var list: UNNotificationPresentationOptions { Self(rawValue: 1 << 3) }
    /// Shows the notification as a banner.
    public static var banner: UNNotificationPresentationOptions { Self(rawValue: 1 << 4) }
}
