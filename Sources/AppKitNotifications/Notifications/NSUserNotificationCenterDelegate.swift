// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications

/// The delegate of a notification center. Every method is optional.
///
/// The methods run on the main thread if the program runs a main loop.
public protocol NSUserNotificationCenterDelegate: NSObjectProtocol {
    /// Tells the delegate of a notification delivered while the program runs, before the call with `shouldPresent`.
    func userNotificationCenter(_ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification)
    /// Tells the delegate that the person has responded to a notification. Closing a notification is not a response.
    func userNotificationCenter(_ center: NSUserNotificationCenter, didActivate notification: NSUserNotification)
    /// Decides whether to present a scheduled notification while the program runs; without the method, it is presented.
    ///
    /// A notification that isn't presented stays in the list.
    func userNotificationCenter(
        _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
    ) -> Bool
}

extension NSUserNotificationCenterDelegate {
    public func userNotificationCenter(
        _ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification
    ) {}

    public func userNotificationCenter(
        _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
    ) {}

    public func userNotificationCenter(
        _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
    ) -> Bool {
        OptionalCall.noteMissing(of: self)
        return true
    }

    /// The delegate's methods, for optional chaining as on Apple's systems; never nil.
    @_disfavoredOverload
    public var userNotificationCenter: NSUserNotificationCenterDelegateMethods? {
        NSUserNotificationCenterDelegateMethods(self)
    }
}

/// The methods of a delegate, for `delegate.userNotificationCenter?(center, …)`.
public struct NSUserNotificationCenterDelegateMethods {
    private let delegate: any NSUserNotificationCenterDelegate

    init(_ delegate: any NSUserNotificationCenterDelegate) { self.delegate = delegate }

    /// Tells the delegate that a notification was delivered.
    public func callAsFunction(_ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification) {
        delegate.userNotificationCenter(center, didDeliver: notification)
    }

    /// Tells the delegate that the person has responded to a notification.
    public func callAsFunction(_ center: NSUserNotificationCenter, didActivate notification: NSUserNotification) {
        delegate.userNotificationCenter(center, didActivate: notification)
    }

    /// Asks the delegate whether to present a notification.
    public func callAsFunction(
        _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
    ) -> Bool {
        delegate.userNotificationCenter(center, shouldPresent: notification)
    }
}
