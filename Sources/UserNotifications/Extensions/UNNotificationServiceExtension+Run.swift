// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire

extension UNNotificationServiceExtension {
    /// Runs a service extension as a program: the agent writes one notification to its standard input, and reads the
    /// changes that the extension makes from its standard output.
    ///
    /// Linux only. On Apple's systems the system loads the extension's class; here `main.swift` names it:
    ///
    /// ```swift
    /// import UserNotifications
    /// UNNotificationServiceExtension.run { NotificationService() }
    /// ```
    ///
    /// The method must be called on the main thread, and serves the main queue. ``didReceive(_:withContentHandler:)``
    /// is called on one thread, and ``serviceExtensionTimeWillExpire()`` on another, five seconds before the agent ends
    /// the program. The handler's first call ends the program. Text that the extension prints goes to standard error.
    ///
    /// - Parameter makeExtension: Creates the extension, on the main thread.
    public static func run(_ makeExtension: () -> UNNotificationServiceExtension) -> Never {
        let lines = ExtensionStreams()
        guard case .didReceive(let delivery)? = lines.nextEvent() else {
            lines.fail("Standard input has no notification. Let the agent, or `belfry extension run`, start me.")
        }
        ServiceRun(delivery, lines).run(makeExtension())
    }
}
