// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// Waits for the next due date and fires what is due: one alarm, no list.
///
/// SQLite is the state. An added request, a set clock and the alarm itself are one event, the bell:
/// fire what is due, ask the store for the next date, set the alarm. The actor may be killed at any line.
actor Scheduler {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    private let present: @Sendable ([Occurrence]) async -> Void

    private var alarm: (any Alarm)?
    private var armed: Date?
    private var isRunning = false
    private var rangAgain = false
    /// Somebody set the clock or changed the zone, or may have.
    private var mayHaveChanged = true
    /// The clock as all that waits has it; nil until it was read from the store.
    var known: ClockRecord?

    /// How many occurrences leave pending in one transaction.
    private static let batch = 64
    /// How long to wait after the store has failed.
    private static let retryAfter: TimeInterval = 5

    /// `present` takes what has fired, oldest first, and must not throw it away.
    init(
        store: NotificationStore, clock: any WallClock, loop: EventLoop, logger: Logger,
        present: @escaping @Sendable ([Occurrence]) async -> Void
    ) {
        self.store = store
        self.clock = clock
        self.loop = loop
        self.logger = logger
        self.present = present
    }

    /// Starts to wait; whatever fell due while we were away fires now.
    func start() throws {
        alarm = try clock.alarm(on: loop) { [weak self] event in
            self?.assumeIsolated { $0.heard(event) }
        }
        ring()
    }

    func stop() {
        alarm?.cancel()
        alarm = nil
    }

    /// Something is due, or may be.
    func ring() {
        guard alarm != nil else { return }
        if isRunning {
            rangAgain = true
            return
        }
        isRunning = true
        // One task at a time, kept apart from its caller, which must not wait for the desktop.
        Task { await run() }
    }

    /// A request that is due at `date` was added.
    func expect(_ date: Date) {
        if isRunning { rangAgain = true }
        guard armed.map({ date < $0 }) ?? true else { return }
        arm(date)
    }

    private func heard(_ event: AlarmSource.Event) {
        if case .clockChanged = event { mayHaveChanged = true }
        armed = nil
        ring()
    }

    /// Whether it has started and nothing is under way: what fell due has been handed on.
    var isIdle: Bool { alarm != nil && !isRunning }

    /// The person is in another zone, or may be.
    func zoneMayHaveChanged() { clockMayHaveChanged() }

    /// The machine has slept, or the clock was set, or may have been.
    func clockMayHaveChanged() {
        mayHaveChanged = true
        ring()
    }

    private func run() async {
        defer { isRunning = false }
        repeat {
            rangAgain = false
            do {
                if mayHaveChanged {
                    try await followClock()
                    mayHaveChanged = false
                }
                try await fireDue()
                arm(try await store.nextDue())
            } catch {
                logger.error("Could not read what is due", metadata: [LogKey.error: "\(error)"])
                arm(clock.now + Self.retryAfter)
            }
        } while rangAgain
    }

    private func fireDue() async throws {
        let timeZone = clock.timeZone
        while true {
            let now = clock.now
            let (count, fired) = try await store.fireDue(at: now, limit: Self.batch) { due in
                guard !due.isSnoozed, due.request.trigger?.repeats == true else { return Firing(next: nil) }
                // Late by more than one period: the missed ones are this one showing.
                let done = max(due.due, now)
                return Firing(
                    next: NextDate.of(due.request, after: done, addedAt: due.addedAt, in: timeZone),
                    settled: LocalTime(done, in: timeZone))
            }
            if count == 0 { return }
            CrashPoint.reached(.afterFireCommit)
            logger.info("Fired", metadata: [LogKey.count: "\(fired.count)"])
            await present(fired)
            if count < Self.batch { return }
        }
    }

    private func arm(_ date: Date?) {
        armed = date
        alarm?.set(at: date)
    }
}
