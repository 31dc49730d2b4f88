// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// On Apple's systems the delegate's methods are optional, so a delegate that forwards calls to another one writes
// `next.userNotificationCenter?(center, didReceive: response, withCompletionHandler: handler)`. Swift has optional
// methods only with Objective-C. A property named like the methods makes the same line compile and work.

extension UNUserNotificationCenterDelegate {
    /// The delegate's methods, for optional chaining as on Apple's systems; never nil.
    ///
    /// If the delegate lacks a method, calling it calls the handler without options, or does nothing.
    @_disfavoredOverload
    public var userNotificationCenter: UNUserNotificationCenterDelegateMethods? {
        UNUserNotificationCenterDelegateMethods(self)
    }
}

/// The methods of a delegate, for `delegate.userNotificationCenter?(center, …)`.
public struct UNUserNotificationCenterDelegateMethods {
    private let delegate: any UNUserNotificationCenterDelegate

    init(_ delegate: any UNUserNotificationCenterDelegate) { self.delegate = delegate }

    /// Asks the delegate how to present a notification.
    @preconcurrency
    public func callAsFunction(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        delegate.userNotificationCenter(center, willPresent: notification, withCompletionHandler: completionHandler)
    }

    /// Asks the delegate how to present a notification.
    public func callAsFunction(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await delegate.userNotificationCenter(center, willPresent: notification)
    }

    /// Delivers a response to the delegate.
    @preconcurrency
    public func callAsFunction(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        delegate.userNotificationCenter(center, didReceive: response, withCompletionHandler: completionHandler)
    }

    /// Delivers a response to the delegate.
    public func callAsFunction(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        await delegate.userNotificationCenter(center, didReceive: response)
    }

    /// Asks the delegate to show the application's own notification settings.
    public func callAsFunction(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        delegate.userNotificationCenter(center, openSettingsFor: notification)
    }
}
