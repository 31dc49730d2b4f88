// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// On Apple's systems the delegate's methods are optional, so code that calls them writes
// `delegate?.application?(application, didReceive: notification)`. A property named like the methods makes the same line
// compile and work.

extension UIApplicationDelegate {
    /// The delegate's methods, for optional chaining as on Apple's systems; never nil.
    @_disfavoredOverload
    public var application: UIApplicationDelegateMethods? { UIApplicationDelegateMethods(self) }
}

/// The methods of a delegate, for `delegate.application?(application, …)`.
@preconcurrency @MainActor
public struct UIApplicationDelegateMethods {
    private let delegate: any UIApplicationDelegate

    init(_ delegate: any UIApplicationDelegate) { self.delegate = delegate }

    /// Gives a notification to the delegate.
    public func callAsFunction(_ application: UIApplication, didReceive notification: UILocalNotification) {
        delegate.application(application, didReceive: notification)
    }

    /// Gives the registered settings to the delegate.
    public func callAsFunction(
        _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings
    ) {
        delegate.application(application, didRegister: notificationSettings)
    }

    /// Gives an action to the delegate.
    public func callAsFunction(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping () -> Void
    ) {
        delegate.application(
            application, handleActionWithIdentifier: identifier, for: notification,
            completionHandler: completionHandler)
    }

    /// Gives an action with the typed text to the delegate.
    public func callAsFunction(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
        completionHandler: @escaping () -> Void
    ) {
        delegate.application(
            application, handleActionWithIdentifier: identifier, for: notification, withResponseInfo: responseInfo,
            completionHandler: completionHandler)
    }

    /// Tells the delegate that the launch begins.
    public func callAsFunction(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        delegate.application(application, willFinishLaunchingWithOptions: launchOptions)
    }

    /// Tells the delegate that the launch ends.
    public func callAsFunction(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        delegate.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    /// Gives the subscription for remote notifications to the delegate.
    public func callAsFunction(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        delegate.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }

    /// Tells the delegate that the registration for remote notifications failed.
    public func callAsFunction(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        delegate.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
    }

    /// Gives a remote notification to the delegate's method without a handler.
    public func callAsFunction(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) {
        delegate.application(application, didReceiveRemoteNotification: userInfo)
    }

    /// Gives an action of a remote notification to the delegate.
    public func callAsFunction(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        forRemoteNotification userInfo: [AnyHashable: Any], completionHandler: @escaping () -> Void
    ) {
        delegate.application(
            application, handleActionWithIdentifier: identifier, forRemoteNotification: userInfo,
            completionHandler: completionHandler)
    }

    /// Gives an action of a remote notification with the typed text to the delegate.
    public func callAsFunction(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        forRemoteNotification userInfo: [AnyHashable: Any], withResponseInfo responseInfo: [AnyHashable: Any],
        completionHandler: @escaping () -> Void
    ) {
        delegate.application(
            application, handleActionWithIdentifier: identifier, forRemoteNotification: userInfo,
            withResponseInfo: responseInfo, completionHandler: completionHandler)
    }

    /// Gives a remote notification to the delegate.
    public func callAsFunction(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        delegate.application(
            application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)
    }
}
