// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import UserNotifications

/// The application's notification center, as the older notification APIs use it: their getters wait for the agent, and
/// their methods take no handler for failures.
package final class LegacyCenter: Sendable {
    package let center: UNUserNotificationCenter
    private let clock: @Sendable () -> Date
    private let zone: @Sendable () -> TimeZone

    /// Creates a center; `clock` returns the date and `zone` the person's time zone. Tests pass their own closures.
    package init(
        _ center: UNUserNotificationCenter, clock: @escaping @Sendable () -> Date = { .now },
        zone: (@Sendable () -> TimeZone)? = nil
    ) {
        (self.center, self.clock, self.zone) = (center, clock, zone ?? Self.currentZone)
        center.keepsUnfinishedResponses = true
    }

    /// Reads the person's time zone anew, because Foundation keeps the zone that it has read first.
    private static let currentZone: @Sendable () -> TimeZone = {
        NSTimeZone.resetSystemTimeZone()
        return .current
    }

    package var now: Date { clock() }
    package var timeZone: TimeZone { zone() }

    // MARK: - Requests

    /// Adds a request; `failure` is called on a background queue if the request is refused.
    package func add(_ request: UNNotificationRequest, failure: @escaping @Sendable (UNError) -> Void) {
        center.add(request) { error in
            if let error { failure(UNError(legacy: error)) }
        }
    }

    /// Returns the pending requests, after all earlier calls have taken effect.
    package func pending() -> [UNNotificationRequest] { center.awaitedPendingRequests }

    /// Returns the delivered notifications, after all earlier calls have taken effect.
    package func delivered() -> [UNNotification] { center.awaitedDeliveredNotifications }

    /// Removes requests, both pending and delivered.
    package func remove(_ identifiers: [String]) {
        guard !identifiers.isEmpty else { return }
        center.removePendingNotificationRequests(withIdentifiers: identifiers)
        center.removeDeliveredNotifications(withIdentifiers: identifiers)
    }

    // MARK: - The application

    package var badgeCount: Int { center.awaitedBadgeCount }

    /// Returns the number of responses that wait for the application.
    package var waitingResponses: Int { center.awaitedWaitingResponseCount }

    package var settings: UNNotificationSettings { center.awaitedSettings }

    package var categories: Set<UNNotificationCategory> { center.awaitedCategories }

    /// Returns whether the application is registered for remote notifications.
    package var isRegisteredForRemote: Bool { !center.awaitedRemoteRegistrations.isEmpty }

    // MARK: - Reports

    /// Writes a failure to standard error and the agent's log.
    package func report(_ error: UNError, about identifier: String) { center.reportUnheard(error, about: identifier) }
}

extension UNError {
    /// Makes the error of an older API from an error of the center, which usually is a `UNError` already.
    fileprivate init(legacy error: any Error) {
        self = error as? UNError ?? UNError(.notificationInvalidNoContent)
    }

    /// Makes the error for a notification that can't be scheduled for this reason.
    package static func unscheduled(_ reason: String) -> UNError {
        UNError(.notificationInvalidNoDate, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
