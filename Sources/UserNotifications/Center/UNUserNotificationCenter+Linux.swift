// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation

extension UNUserNotificationCenter {
    /// True while the person uses the application; true until the application sets it.
    ///
    /// Linux only. On a desktop, the foreground is not defined as it is on a phone. A running program with a delegate
    /// counts as active, and its delegate is asked before a notification is presented. A program sets this to false if
    /// none of its windows is active. Its notifications are then presented as if it did not run. Responses are still
    /// delivered.
    public var treatsApplicationAsActive: Bool {
        get { delegation.isActive }
        set { delegation.isActive = newValue }
    }

    // MARK: - Snoozing

    /// Snoozes a request: it is presented again after an interval.
    ///
    /// Linux only. A pending request waits for the interval. A delivered one leaves the screen and the list meanwhile.
    /// A repeating one keeps its schedule. An answered or removed notification can't be snoozed; add it again instead.
    ///
    /// - Parameters:
    ///   - identifier: The request's identifier.
    ///   - interval: Seconds from now: more than 0, and at most 100 years.
    ///   - completionHandler: Gets nil once the change is persisted, or an ``UNError``. Its `BelfryRefusal` is
    ///     `NoSuchRequest` if no pending request or delivered notification has the identifier.
    @preconcurrency
    public func snoozeNotificationRequest(
        withIdentifier identifier: String, for interval: TimeInterval,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        change(.snooze, completionHandler) { try CenterQuestion.snooze(identifier, interval) }
    }

    /// Snoozes a request: it is presented again after an interval in seconds. Returns when the change is persisted.
    ///
    /// Linux only. The errors are those of the form with a handler.
    public func snoozeNotificationRequest(withIdentifier identifier: String, for interval: TimeInterval) async throws {
        try await change(.snooze) { try CenterQuestion.snooze(identifier, interval) }
    }

    // MARK: - Adding without waiting for a server

    /// Schedules a request, but refuses one without a trigger if no notification server runs.
    ///
    /// Linux only. Without a notification server, such as on a console, a request without a trigger waits for one. A
    /// program that can show the message in another way, such as on its terminal, can use the error to do so.
    ///
    /// - Parameters:
    ///   - request: The request, as for ``add(_:withCompletionHandler:)``.
    ///   - waitsForServer: False refuses a request without a trigger if there is no server; true is the plain `add`.
    ///   - completionHandler: Gets nil once the request is persisted, or an ``UNError``. Its `BelfryRefusal` is
    ///     `ServerUnavailable` if there is no server.
    @preconcurrency
    public func add(
        _ request: UNNotificationRequest, waitsForServer: Bool,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        guard !waitsForServer else { return add(request, withCompletionHandler: completionHandler) }
        change(.addAll, completionHandler, about: request.identifier, refusal: CenterAnswer.refusal) {
            try CenterQuestion.addOnlyIfShown(request)
        }
    }

    /// Schedules a request, but refuses one without a trigger if no server runs; returns when it is persisted.
    ///
    /// Linux only. The errors are those of the form with a handler.
    public func add(_ request: UNNotificationRequest, waitsForServer: Bool) async throws {
        guard !waitsForServer else { return try await add(request) }
        try await change(.addAll, refusal: CenterAnswer.refusal) { try CenterQuestion.addOnlyIfShown(request) }
    }
}
