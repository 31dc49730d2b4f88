// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A main.swift with a subclass of UIApplication.
import UIKitNotifications

class Bank: UIApplication {}

class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        print(application is Bank, application === UIApplication.shared)
        exit(0)
    }
}

UIApplicationMain(
    CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(Bank.self),
    NSStringFromClass(AppDelegate.self))
