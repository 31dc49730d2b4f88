// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A main.swift with `UIApplicationMain`; the program ends by a signal.
import UIKitNotifications

class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        print("will finish")
        return true
    }

    func applicationDidFinishLaunching(_ application: UIApplication) { print("did finish") }

    func applicationDidBecomeActive(_ application: UIApplication) {
        print("active")
        application.applicationIconBadgeNumber = 4
        print("badge \(application.applicationIconBadgeNumber)")
        application.applicationIconBadgeNumber = 0
        print("badge \(application.applicationIconBadgeNumber)")
        let task = application.beginBackgroundTask(withName: "save", expirationHandler: nil)
        application.endBackgroundTask(task)
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { kill(getpid(), SIGTERM) }
    }

    func applicationWillTerminate(_ application: UIApplication) { print("terminates") }
}

UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(AppDelegate.self))
