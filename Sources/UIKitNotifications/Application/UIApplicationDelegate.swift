// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications

/// The delegate of an application. Every method is optional.
///
/// The methods run on the main thread. The agent keeps a response until the method that handles it has returned or
/// called the handler. If neither happens within 10 seconds, the response is delivered again at the next launch.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// Tells the delegate that the launch ends, if it lacks the method with launch options.
    func applicationDidFinishLaunching(_ application: UIApplication)
    /// Tells the delegate that the launch begins; the options have the notification whose response caused it.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// Tells the delegate that the launch ends; the launch options are nil if the person started the program.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// Tells the delegate that the program came to the front.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// Tells the delegate that ``UIApplication/isActive`` becomes false.
    func applicationWillResignActive(_ application: UIApplication)
    /// Tells the delegate that ``UIApplication/isActive`` became false.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// Tells the delegate that ``UIApplication/isActive`` becomes true.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// Tells the delegate that the program ends: by SIGTERM, or after a background action.
    func applicationWillTerminate(_ application: UIApplication)
    /// Is never called on Linux.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// Tells the delegate that midnight has passed, or that the clock or the time zone was set.
    func applicationSignificantTimeChange(_ application: UIApplication)
    /// The application's window, which has no meaning on Linux.
    var window: UIWindow? { get set }

    /// Takes a notification that fired while the application was active, or that the person has opened.
    func application(_ application: UIApplication, didReceive notification: UILocalNotification)
    /// Takes the allowed kinds of notifications after ``UIApplication/registerUserNotificationSettings(_:)``.
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
    /// Takes the error that made the registration for remote notifications fail.
    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    /// Takes a remote notification, if the delegate lacks the method with a completion handler.
    func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])
    /// Takes a remote notification that is silent, fired while the application was active, or was opened by the person.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
    /// Is never called on Linux.
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
}
