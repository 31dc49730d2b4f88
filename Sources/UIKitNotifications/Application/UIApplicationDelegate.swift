// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications

/// The delegate of an application. Every method is optional.
///
/// The methods run on the main thread. The agent keeps a response until its method has returned or called the handler.
/// If neither happens within 10 seconds, the response is delivered again at the next launch.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// Ends the launch, for a delegate without the method with options.
    func applicationDidFinishLaunching(_ application: UIApplication)
    /// Begins the launch; the options have the notification whose response started the program.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// Ends the launch; the options are nil if the person started the program.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// Tells that the program came to the front.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// Tells that ``UIApplication/isActive`` becomes false.
    func applicationWillResignActive(_ application: UIApplication)
    /// Tells that ``UIApplication/isActive`` became false.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// Tells that ``UIApplication/isActive`` becomes true.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// Tells that the program ends: by SIGTERM, or after a background action.
    func applicationWillTerminate(_ application: UIApplication)
    /// Is never called on Linux.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// Tells that midnight has passed, or the clock or the time zone was set.
    func applicationSignificantTimeChange(_ application: UIApplication)
    /// The window, which has no meaning on Linux.
    var window: UIWindow? { get set }

    /// Takes a notification: one that fired while the application was active, or that the person has opened.
    func application(_ application: UIApplication, didReceive notification: UILocalNotification)
    /// Takes the answer to ``UIApplication/registerUserNotificationSettings(_:)``.
    func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings)
    /// Handles an action of a local notification; a nil identifier is the default action.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping () -> Void)
    /// Handles an action of a local notification; a nil identifier is the default action.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification) async
    /// Handles an action of a local notification, with the text that the person typed.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any],
        completionHandler: @escaping () -> Void)
    /// Handles an action of a local notification, with the text that the person typed.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, withResponseInfo responseInfo: [AnyHashable: Any]) async
    /// Handles an action of a remote notification.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        forRemoteNotification userInfo: [AnyHashable: Any], completionHandler: @escaping () -> Void)
    /// Handles an action of a remote notification, with the text that the person typed.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        forRemoteNotification userInfo: [AnyHashable: Any], withResponseInfo responseInfo: [AnyHashable: Any],
        completionHandler: @escaping () -> Void)
    /// Takes the subscription for remote notifications: JSON for the program's provider.
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    /// Takes the reason for which there is no subscription.
    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    /// Takes a remote notification, for a delegate without the method with a handler.
    func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])
    /// Takes a remote notification: one that fired while the application was active, that the person has opened, or
    /// that is silent.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
    /// Is never called on Linux.
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
}
