// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import Triggers

/// What becomes of an occurrence, written down; a failing store is logged, and the agent goes on.
extension Desktop {
    /// Isolated by its parameter, so that it is begun in the very turn of the loop that asks for it: a closure of a
    /// generic type that is isolated to nothing gets there by a detour over the loop's queue (Swift 6.3).
    typealias Change<Result: Sendable> =
        @Sendable (isolated Desktop, NotificationStore, _ id: Int64, _ now: Date) async throws -> Result

    /// How long after a failed write it is tried again, at first and at last.
    private static let writingPause = Duration.milliseconds(500)
    private static let longestWritingPause = Duration.seconds(30)

    /// Writes down what the store can do without.
    ///
    /// Nil when it failed.
    @discardableResult
    func write<Result: Sendable>(_ occurrence: Occurrence, _ change: Change<Result>) async -> Result? {
        await write(occurrence, again: false, change)
    }

    /// Writes down what must not be lost, again and again until the store takes it: a full disk gets room, a lock goes.
    ///
    /// Nil when it is refused, or the agent ends before.
    @discardableResult
    func keep<Result: Sendable>(_ occurrence: Occurrence, _ change: Change<Result>) async -> Result? {
        await write(occurrence, again: true, change)
    }

    private func write<Result: Sendable>(
        _ occurrence: Occurrence, again: Bool, _ change: Change<Result>
    ) async -> Result? {
        writing += 1
        defer { writing -= 1 }
        var pause = Self.writingPause
        while true {
            do {
                return try await change(self, store, occurrence.id, clock.now)
            } catch {
                logger.error(
                    "Could not write down what became of a notification",
                    metadata: [LogKey.occurrence: "\(occurrence.id)", LogKey.error: "\(ErrorSummary(error))"])
                guard again, !(error is Refusal) else { return nil }
            }
            try? await Task.sleep(for: pause)
            guard !isStopping else { return nil }
            pause = min(pause * 2, Self.longestWritingPause)
        }
    }

    /// Why something is off the screen that went with its server.
    static let serverGone = PropertyListValue.string("server gone")

    /// It is not on the screen, or not any more, and nobody has answered: it stays in the delivered list, if it is to.
    func unpresent(
        _ occurrence: Occurrence, staysListed: Bool, because reason: PropertyListValue,
        _ facts: [String: PropertyListValue] = [:]
    ) async {
        comingAgain[occurrence.id] = nil
        let detail = facts.merging(["reason": reason]) { _, new in new }
        await write(occurrence) { _, store, id, now in
            if staysListed {
                try await store.markUnpresented(
                    id, event: .gone, detail: detail, isLost: reason == Self.serverGone, at: now)
            } else {
                try await store.markGone(id, event: .gone, detail: detail, at: now)
            }
        }
    }
}
