// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// On Apple's systems the delegate's methods are optional, so a delegate that passes calls on to another writes
// `next.userNotificationCenter?(center, didReceive: response, withCompletionHandler: handler)`. Swift has optional
// methods only with Objective-C. A property of the methods' name makes the same line compile, and mean the same.

extension UNUserNotificationCenterDelegate {
    /// The delegate's methods, to be called by optional chaining as on Apple's systems; never nil.
    ///
    /// A method that the delegate doesn't implement calls the handler, with no options, or returns.
    @_disfavoredOverload
    public var userNotificationCenter: UNUserNotificationCenterDelegateMethods? {
        UNUserNotificationCenterDelegateMethods(self)
    }
}

/// The methods of a delegate, for `delegate.userNotificationCenter?(center, …)`.
public struct UNUserNotificationCenterDelegateMethods {
    private let delegate: any UNUserNotificationCenterDelegate

    init(_ delegate: any UNUserNotificationCenterDelegate) { self.delegate = delegate }

    /// Asks the delegate how a notification is shown.
    @preconcurrency
    public func callAsFunction(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        delegate.userNotificationCenter(
            center, willPresent: notification, withCompletionHandler: completionHandler)
    }

    /// Asks the delegate how a notification is shown.
    public func callAsFunction(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await delegate.userNotificationCenter(center, willPresent: notification)
    }

    /// Hands the delegate what the person did.
    @preconcurrency
    public func callAsFunction(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        delegate.userNotificationCenter(center, didReceive: response, withCompletionHandler: completionHandler)
    }

    /// Hands the delegate what the person did.
    public func callAsFunction(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        await delegate.userNotificationCenter(center, didReceive: response)
    }

    /// Asks the delegate to show the application's own notification settings.
    public func callAsFunction(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        delegate.userNotificationCenter(center, openSettingsFor: notification)
    }
}
