// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation

extension UNUserNotificationCenter {
    /// Whether the person is using the application now; true until the application says otherwise.
    ///
    /// Linux only. A program can't be in the foreground on a desktop in the way that it is on a phone: one that runs and has a delegate
    /// counts as active, and its delegate is asked before a notification is shown. A program that
    /// knows better, because none of its windows is active, sets this to false: its notifications
    /// are then shown as if it did not run. Responses come all the same.
    public var treatsApplicationAsActive: Bool {
        get { delegation.isActive }
        set { delegation.isActive = newValue }
    }

    // MARK: - Later

    /// Brings a request back after a while: "not now".
    ///
    /// Linux only. A pending one waits so long, a delivered one leaves the screen and the list meanwhile, and a repeating
    /// one keeps its rhythm.
    /// What was answered or removed is there no more: add it again instead.
    ///
    /// - Parameters:
    ///   - identifier: The request's.
    ///   - interval: From now, in seconds: more than 0, and at most 100 years.
    ///   - completionHandler: Gets an ``UNError``, whose `BelfryRefusal` is `NoSuchRequest` where nothing pending or delivered has the identifier,
    ///     or nil once it is on disk.
    @preconcurrency
    public func snoozeNotificationRequest(
        withIdentifier identifier: String, for interval: TimeInterval,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        change(.snooze, completionHandler) { try CenterQuestion.snooze(identifier, interval) }
    }

    /// Brings a request back after a while, and returns when that is on disk.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - identifier: The request's.
    ///   - interval: From now, in seconds: more than 0, and at most 100 years.
    /// - Throws: ``UNError``, whose `BelfryRefusal` is `NoSuchRequest` where nothing pending or delivered has the identifier.
    public func snoozeNotificationRequest(withIdentifier identifier: String, for interval: TimeInterval) async throws {
        try await change(.snooze) { try CenterQuestion.snooze(identifier, interval) }
    }

    // MARK: - Only if it can be shown

    /// Schedules a request, unless it would be shown at once and nothing is there to show it.
    ///
    /// Linux only. Without a notification server, as on a console, a request without a trigger waits until one comes. A program that
    /// has another way to say it now, such as its terminal, would rather be told.
    ///
    /// - Parameters:
    ///   - request: As for ``add(_:withCompletionHandler:)``.
    ///   - waitsForServer: False refuses what has no trigger while there is no server; true is the plain `add`.
    ///   - completionHandler: Gets an ``UNError``, whose `BelfryRefusal` is `ServerUnavailable` in that case, or nil once it is on disk.
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

    /// Schedules a request, unless it would be shown at once and nothing is there to show it; returns when it is on disk.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - request: As for ``add(_:)``.
    ///   - waitsForServer: False refuses what has no trigger while there is no server; true is the plain `add`.
    /// - Throws: ``UNError``, whose `BelfryRefusal` is `ServerUnavailable` in that case.
    public func add(_ request: UNNotificationRequest, waitsForServer: Bool) async throws {
        guard !waitsForServer else { return try await add(request) }
        try await change(.addAll, refusal: CenterAnswer.refusal) { try CenterQuestion.addOnlyIfShown(request) }
    }
}
