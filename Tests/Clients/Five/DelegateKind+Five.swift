// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension DelegateKind {
    /// Delegates that compile in this language mode only.
    @MainActor
    static func more(_ name: String) -> (any UNUserNotificationCenterDelegate)? {
        name == "mainHandlers" ? MainHandlers() : nil
    }
}

/// Handlers of the main actor without `@preconcurrency`: a warning in this mode, an error in the next.
@MainActor
final class MainHandlers: NSObject, UNUserNotificationCenterDelegate {
    private var count = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("willPresent", isMain: Thread.isMainThread)
        completionHandler([.banner, .list])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("didReceive", isMain: Thread.isMainThread)
        completionHandler()
        Report.finish()
    }
}
