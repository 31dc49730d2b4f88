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

/// The changes that are on their way to the store.
struct WritingState {
    var count = 0
    /// Limits what is said of a store that can't be read.
    var readFailures = LogThrottle()
    /// Limits what is said of a server that refuses notifications.
    var refusals = LogThrottle()
}

/// Writing to the store: a failing one is logged, and the agent goes on.
extension PresentationWriter {
    /// Isolated by its parameter, so that it is begun in the very turn of the loop that asks for it: a closure of a
    /// generic type that is isolated to nothing gets there by a detour over the loop's queue (Swift 6.3).
    typealias Change<Result: Sendable> =
        @Sendable (isolated Desktop, NotificationStore, _ id: Int64, _ now: Date) async throws -> Result

    /// The pause before a failed write is retried, the shortest and the longest.
    private static let writingPause = Duration.milliseconds(500)
    private static let longestWritingPause = Duration.seconds(30)

    /// Writes down what the store can do without.
    ///
    /// Nil when it failed.
    @discardableResult
    func write<Result: Sendable>(on desktop: isolated Desktop, _ change: Change<Result>) async -> Result? {
        await write(on: desktop, again: false, change)
    }

    /// Writes down what must not be lost, again and again until the store takes it: a full disk gets room, a lock goes.
    ///
    /// Nil when it is refused, or the agent ends before.
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
                    "Could not write down what became of a notification",
                    metadata: [LogKey.occurrence: "\(occurrence.id)", LogKey.error: "\(ErrorSummary(error))"])
                guard again, !(error is Refusal) else { return nil }
            }
            try? await Task.sleep(for: pause)
            guard !desktop.queue.isStopping else { return nil }
            pause = min(pause * 2, Self.longestWritingPause)
        }
    }

    /// Writes down that a press is no answer yet; false where it is about nothing any more.
    @discardableResult
    func note(_ want: Buttons.Want, offering buttons: Buttons?, on desktop: isolated Desktop) async -> Bool {
        var buttons = buttons
        buttons?.marks.awaits = want
        let data = buttons.flatMap { try? JSONEncoder().encode($0) }
        return await keep(on: desktop) { _, store, id, _ in try await store.markAwaiting(id, buttons: data) } ?? true
    }
}
