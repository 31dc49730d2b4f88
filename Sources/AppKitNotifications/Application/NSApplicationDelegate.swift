// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The delegate of an application. Every method is optional.
@preconcurrency @MainActor
public protocol NSApplicationDelegate: NSObjectProtocol {
    /// Tells the delegate that the launch of the application begins.
    func applicationWillFinishLaunching(_ notification: Notification)
    /// Tells the delegate that the launch has ended; see ``NSApplication/launchUserNotificationUserInfoKey``.
    func applicationDidFinishLaunching(_ notification: Notification)
    /// Tells the delegate that the program is about to end.
    func applicationWillTerminate(_ notification: Notification)
}

extension NSApplicationDelegate {
    public func applicationWillFinishLaunching(_ notification: Notification) {}
    public func applicationDidFinishLaunching(_ notification: Notification) {}
    public func applicationWillTerminate(_ notification: Notification) {}
}

extension NSApplicationDelegate where Self: NSResponder {
    /// Launches the application with a delegate of this class, and runs until the process ends; called by `@main`.
    public static func main() {
        let delegate = Self()
        NSApplication.shared.delegate = delegate
        withExtendedLifetime(delegate) { NSApplication.shared.run() }
    }
}
