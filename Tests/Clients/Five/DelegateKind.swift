// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The delegates by their names.
enum DelegateKind {
    @MainActor
    static func make(_ name: String) -> (any UNUserNotificationCenterDelegate)? {
        switch name {
        case "plainHandlers": PlainHandlers()
        case "plainAsync": PlainAsync()
        case "mainAsync": MainAsync()
        case "nonisolatedOfMain": NonisolatedOfMain()
        case "preconcurrency": PreconcurrencyHandlers()
        case "isolatedHandlers": IsolatedHandlers()
        case "isolatedAsync": IsolatedAsync()
        case "responsesOnly": ResponsesOnly()
        default: more(name)
        }
    }
}

/// Nonisolated handlers.
final class PlainHandlers: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        Report.called("willPresent", isMain: Thread.isMainThread)
        completionHandler([.banner, .list])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        Report.called("didReceive", isMain: Thread.isMainThread)
        completionHandler()
        Report.finish()
    }
}

/// Nonisolated async methods.
final class PlainAsync: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        Report.called("willPresent", isMain: Thread.isMainThread)
        return [.banner, .list]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        Report.called("didReceive", isMain: Thread.isMainThread)
        Report.finish()
    }
}

/// Async methods of a class of the main actor, as in most applications.
@MainActor
final class MainAsync: NSObject, UNUserNotificationCenterDelegate {
    private var count = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("willPresent", isMain: Thread.isMainThread)
        return [.banner, .list]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("didReceive", isMain: Thread.isMainThread)
        Report.finish()
    }
}

/// Nonisolated handlers of a class of the main actor.
@MainActor
final class NonisolatedOfMain: NSObject, UNUserNotificationCenterDelegate {
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        Report.called("didReceive", isMain: Thread.isMainThread)
        completionHandler()
        Report.finish()
    }
}

/// Handlers of the main actor, checked when they are called.
@MainActor
final class PreconcurrencyHandlers: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
    private var count = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("willPresent", isMain: Thread.isMainThread)
        completionHandler([.banner, .list])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("didReceive", isMain: Thread.isMainThread)
        completionHandler()
        Report.finish()
    }
}

/// Handlers of the main actor, by an isolated conformance (SE-0470).
@MainActor
final class IsolatedHandlers: NSObject, @MainActor UNUserNotificationCenterDelegate {
    private var count = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("didReceive", isMain: Thread.isMainThread)
        completionHandler()
        Report.finish()
    }
}

/// Async methods of the main actor, by an isolated conformance.
@MainActor
final class IsolatedAsync: NSObject, @MainActor UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        MainActor.preconditionIsolated()
        Report.called("didReceive", isMain: Thread.isMainThread)
        Report.finish()
    }
}

/// A delegate that doesn't implement `willPresent`.
final class ResponsesOnly: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        Report.called("didReceive", isMain: Thread.isMainThread)
        completionHandler()
        Report.finish()
    }
}
