// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation

extension UNUserNotificationCenter {
    /// True while the person uses the application; true by default.
    ///
    /// Linux only. A desktop has no foreground as a phone has. By default, a running program with a delegate counts as
    /// active, and its delegate is asked before a notification is presented. A program should set the property to false
    /// while none of its windows is active. The program's notifications are then presented as if it did not run.
    /// Responses are still delivered to the delegate.
    public var treatsApplicationAsActive: Bool {
        get { delegation.isActive }
        set { delegation.isActive = newValue }
    }

    // MARK: - Snoozing

    /// Snoozes a request, so that it is presented again after an interval.
    ///
    /// Linux only. A pending request fires when the interval has passed. A delivered notification leaves the screen and
    /// the list until then, and a repeating request keeps its schedule. Snoozing a pending repeating request moves only
    /// its next date. A notification that was removed can't be snoozed; add its request again instead.
    ///
    /// - Parameters:
    ///   - identifier: The request's identifier.
    ///   - interval: Seconds from now: more than 0, and at most 100 years.
    ///   - completionHandler: Gets nil once the change is persisted, or an ``UNError``. The error's `BelfryRefusal` is
    ///     `NoSuchRequest` if no pending request or delivered notification has the identifier.
    @preconcurrency
    public func snoozeNotificationRequest(
        withIdentifier identifier: String, for interval: TimeInterval,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        change(.snooze, completionHandler) { try CenterQuestion.snooze(identifier, interval) }
    }

    /// Snoozes a request for an interval in seconds; returns when the change is persisted.
    ///
    /// Linux only. The errors are the same as those of the method with a completion handler.
    public func snoozeNotificationRequest(withIdentifier identifier: String, for interval: TimeInterval) async throws {
        try await change(.snooze) { try CenterQuestion.snooze(identifier, interval) }
    }

    // MARK: - Adding without waiting for a server

    /// Schedules a request; a request without a trigger can be refused if no notification server runs.
    ///
    /// Linux only. If no notification server runs, as on a console, a request without a trigger waits for a server. A
    /// program that can show the message in another way, such as on its terminal, can do so when it gets the error.
    ///
    /// - Parameters:
    ///   - request: The request, as for ``add(_:withCompletionHandler:)``.
    ///   - waitsForServer: False refuses a request without a trigger if there is no server; true has the same effect as
    ///     ``add(_:withCompletionHandler:)``.
    ///   - completionHandler: Gets nil once the request is persisted, or an ``UNError``. The error's `BelfryRefusal` is
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

    /// Schedules a request, which may be refused if no notification server runs; returns when the request is persisted.
    ///
    /// Linux only. The errors are the same as those of the method with a completion handler.
    public func add(_ request: UNNotificationRequest, waitsForServer: Bool) async throws {
        guard !waitsForServer else { return try await add(request) }
        try await change(.addAll, refusal: CenterAnswer.refusal) { try CenterQuestion.addOnlyIfShown(request) }
    }
}
