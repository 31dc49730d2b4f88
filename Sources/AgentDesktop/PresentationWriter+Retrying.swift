// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import DesktopPresentation
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import Triggers

/// The number of changes that are being written to the store, and throttles of log messages.
struct WritingState {
    var count = 0
    /// Limits the log messages about an unreadable store.
    var readFailures = LogThrottle()
    /// Limits the log messages about a server that refuses notifications.
    var refusals = LogThrottle()
}

/// Writing to the store. The failure of a write is logged, and the agent continues.
extension PresentationWriter {
    /// A change of the store. The closure is isolated to its first parameter, so that the change starts in the same
    /// turn of the loop. A closure of a generic type without isolation would be queued first (Swift 6.3).
    typealias Change<Result: Sendable> =
        @Sendable (isolated Desktop, NotificationStore, _ id: Int64, _ now: Date) async throws -> Result

    /// The shortest and the longest pause before a failed write is retried.
    private static let writingPause = Duration.milliseconds(500)
    private static let longestWritingPause = Duration.seconds(30)

    /// Tries once to write a change that may be lost.
    ///
    /// The result is nil if the write failed.
    @discardableResult
    func write<Result: Sendable>(on desktop: isolated Desktop, _ change: Change<Result>) async -> Result? {
        await write(on: desktop, again: false, change)
    }

    /// Writes a change that must not be lost, and retries until the write succeeds: a full disk may get space, and
    /// another program may release its lock.
    ///
    /// The result is nil if the store refuses the change, or the agent stops first.
    @discardableResult
    func keep<Result: Sendable>(on desktop: isolated Desktop, _ change: Change<Result>) async -> Result? {
        await write(on: desktop, again: true, change)
    }

    private func write<Result: Sendable>(
        on desktop: isolated Desktop, again: Bool, _ change: Change<Result>
    ) async -> Result? {
        desktop.writing.count += 1
        defer {
            desktop.writing.count -= 1
            desktop.settled()
        }
        var pause = Self.writingPause
        while true {
            do {
                return try await change(desktop, desktop.store, occurrence.id, desktop.clock.now)
            } catch {
                desktop.logger.error(
                    "Could not store a change of a notification",
                    metadata: [LogKey.occurrence: "\(occurrence.id)", LogKey.error: "\(ErrorSummary(error))"])
                guard again, !(error is Refusal) else { return nil }
            }
            try? await Task.sleep(for: pause)
            guard !desktop.queue.isStopping else { return nil }
            pause = min(pause * 2, Self.longestWritingPause)
        }
    }

    /// Stores that a press needs text or an unlocked session first; returns false if the occurrence has ended.
    @discardableResult
    func note(_ want: Buttons.Want, offering buttons: Buttons?, on desktop: isolated Desktop) async -> Bool {
        var buttons = buttons
        buttons?.marks.awaits = want
        let data = buttons.flatMap { try? JSONEncoder().encode($0) }
        return await keep(on: desktop) { _, store, id, _ in try await store.markAwaiting(id, buttons: data) } ?? true
    }
}
