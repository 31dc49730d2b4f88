// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program that registers for remote notifications and ends, and is started by a click on one.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private var isLaunchedByPush = false

    private func number(_ options: [UIApplication.LaunchOptionsKey: Any]?) -> String {
        let userInfo = options?[.remoteNotification] as? [AnyHashable: Any]
        return userInfo?["n"].map { "\($0)" } ?? "none"
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if launchOptions != nil { print("will finish \(number(launchOptions))") }
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if launchOptions == nil {
            application.registerForRemoteNotifications()
        } else {
            print("did finish \(number(launchOptions))")
            isLaunchedByPush = true
        }
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        if isLaunchedByPush { print("active") }
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        // The agent tells the next program again what the first one had no time to acknowledge.
        guard !isLaunchedByPush else { return }
        print(String(decoding: deviceToken, as: UTF8.self))
        fflush(nil)
        exit(0)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        print("received \(userInfo["n"] ?? "none") \(application.applicationState == .inactive)")
        fflush(nil)
        completionHandler(.newData)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
    }
}
