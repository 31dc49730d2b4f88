// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import UserNotifications

/// Receives the agent's calls for an application object of the older APIs.
///
/// A program that was started for a response learns of the response before the launch is complete. The receiver holds
/// the response back until the launch is complete. The agent keeps a response until its handler is called.
package final class ResponseReceiver: NSObject, UNUserNotificationCenterDelegate, Sendable {
    package typealias Finish = @Sendable () -> Void
    package typealias Decide = @Sendable (UNNotificationPresentationOptions) -> Void

    /// All presentation options, for a notification about which the application isn't asked.
    package static let everything: UNNotificationPresentationOptions = [.banner, .list, .sound, .badge]

    private let present: @MainActor @Sendable (UNNotification, @escaping Decide) -> Void
    private let respond: @MainActor @Sendable (UNNotificationResponse, @escaping Finish) -> Void
    private let gate = Guarded(Gate())

    private struct Gate {
        var isClosed = false
        var first: (response: UNNotificationResponse, finish: Finish)?
    }

    /// Seconds for which a launch waits for the response that the agent has announced.
    private static let patience = 2.0

    package init(
        present: @escaping @MainActor @Sendable (UNNotification, @escaping Decide) -> Void,
        respond: @escaping @MainActor @Sendable (UNNotificationResponse, @escaping Finish) -> Void
    ) {
        (self.present, self.respond) = (present, respond)
    }

    // MARK: - Launching

    /// Attaches the program to the agent if a response waits, and returns the response; nil if none arrives in time.
    ///
    /// The main run loop runs during the wait. The caller must then call ``open(isFirstTaken:)``. `remote` gets remote
    /// notifications; both delegates are set at once, as the agent repeats unfinished responses at each attachment.
    @MainActor
    package func first(
        for legacy: LegacyCenter, remote: (any UNRemoteNotificationDelegate)? = nil
    ) -> (response: UNNotificationResponse, finish: Finish)? {
        guard legacy.waitingResponses > 0 else { return nil }
        gate.change { $0.isClosed = true }
        legacy.center.setMissingDelegates(self, remote: remote)
        let end = Date(timeIntervalSinceNow: Self.patience)
        while gate.value.first == nil, Date.now < end {
            _ = RunLoop.main.run(mode: .default, before: min(end, Date(timeIntervalSinceNow: 0.02)))
        }
        return gate.value.first
    }

    /// Lets later responses through, and passes on the held response unless the caller took it from ``first(for:)``.
    @MainActor
    package func open(isFirstTaken: Bool) {
        let late = gate.change { gate in
            defer { gate = Gate() }
            return gate.first
        }
        if !isFirstTaken, let late { respond(late.response, late.finish) }
    }

    // MARK: - Calls of the center

    // The center calls these methods on the main actor, even if another thread stands in for the blocked main thread.

    package func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        MainActor.assumeIsolated { present(notification, completionHandler) }
    }

    package func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let isHeld = gate.change { gate in
            guard gate.isClosed, gate.first == nil else { return false }
            gate.first = (response, completionHandler)
            return true
        }
        guard !isHeld else { return }
        MainActor.assumeIsolated { respond(response, completionHandler) }
    }
}
