// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications

/// The base class of ``NSApplication``, and of delegates that `@main` creates.
///
/// Linux only: the initialiser is required. A subclass with an `init()` of its own writes `required override init()`.
@preconcurrency @MainActor
open class NSResponder: NSObject {
    public nonisolated required override init() { super.init() }
}

/// An application that launches, tells its delegate of the launch, and runs the main loop.
@preconcurrency @MainActor
open class NSApplication: NSResponder {
    private static let only = NSApplication()
    private let center: NSUserNotificationCenter

    /// Creates the application; a program uses only one application, ``shared``.
    public nonisolated required init() {
        center = .default
        super.init()
    }

    /// The application of this program.
    open class var shared: NSApplication { only }

    /// The application's delegate; the reference is weak, but ``run()`` keeps the delegate alive.
    open weak var delegate: (any NSApplicationDelegate)?

    /// Launches the application and runs the main loop until the process ends.
    open func run() {
        let delegate = delegate
        launch(.default)
        withExtendedLifetime(delegate) {
            ProgramLoop.run { [self] in willTerminate() }
        }
    }

    /// Tells the delegate of the launch, with the notification whose response has started the program.
    package func launch(_ center: NSUserNotificationCenter) {
        center.launch { notification in
            var info: [AnyHashable: Any] = [Self.launchIsDefaultUserInfoKey: NSNumber(value: notification == nil)]
            if let notification { info[Self.launchUserNotificationUserInfoKey] = notification }
            let launch = Notification(name: Self.didFinishLaunchingNotification, object: self, userInfo: info)
            let start = Notification(name: Self.willFinishLaunchingNotification, object: self)
            delegate?.applicationWillFinishLaunching(start)
            NotificationCenter.default.post(start)
            delegate?.applicationDidFinishLaunching(launch)
            NotificationCenter.default.post(launch)
        }
    }

    /// Ends the program.
    open func terminate(_ sender: Any?) {
        willTerminate()
        exit(0)
    }

    private func willTerminate() {
        let end = Notification(name: Self.willTerminateNotification, object: self)
        delegate?.applicationWillTerminate(end)
        NotificationCenter.default.post(end)
    }

    /// The key in the launch's user info for the ``NSUserNotification`` whose response has started the program.
    public nonisolated class var launchUserNotificationUserInfoKey: String { "NSApplicationLaunchUserNotificationKey" }

    /// The key in the launch's user info for a number: false if a response has started the program.
    public nonisolated class var launchIsDefaultUserInfoKey: String { "NSApplicationLaunchIsDefaultLaunchKey" }

    /// Name of the notification that the application posts when its launch begins.
    public nonisolated class var willFinishLaunchingNotification: NSNotification.Name {
        NSNotification.Name("NSApplicationWillFinishLaunchingNotification")
    }

    /// Name of the notification that the application posts when its launch has ended.
    public nonisolated class var didFinishLaunchingNotification: NSNotification.Name {
        NSNotification.Name("NSApplicationDidFinishLaunchingNotification")
    }

    /// Name of the notification that the application posts before the program ends.
    public nonisolated class var willTerminateNotification: NSNotification.Name {
        NSNotification.Name("NSApplicationWillTerminateNotification")
    }
}

/// The application of this program.
@preconcurrency @MainActor
public var NSApp: NSApplication { NSApplication.shared }
