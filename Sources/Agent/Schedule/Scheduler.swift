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

    private let store: NotificationStore
    private let clock: any WallClock
    private let logger: Logger
    private let present: @Sendable ([Occurrence]) async -> Void

    private var alarm: (any Alarm)?
    private var armed: Date?
    private var isRunning = false
    private var rangAgain = false
    private var clockWasSet = false
    /// The wall clock minus the time since boot: changes when somebody sets the clock, and only then.
    private var clockOffset: TimeInterval

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
        clockOffset = Self.offset(of: clock)
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
        if case .clockChanged = event { clockWasSet = true }
        armed = nil
        ring()
    }

    private func run() async {
        defer { isRunning = false }
        repeat {
            rangAgain = false
            do {
                if clockWasSet {
                    try await followSetClock()
                    clockWasSet = false
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
            let fired = try await store.fireDue(at: now, limit: Self.batch) { request, anchor, due in
                guard request.trigger?.repeats == true else { return nil }
                // Late by more than one period: the missed ones are this one showing.
                return NextDate.of(request, after: max(due, now), addedAt: anchor, in: timeZone)
            }
            if fired.isEmpty { return }
            CrashPoint.reached(.afterFireCommit)
            logger.info("Fired", metadata: [LogKey.count: "\(fired.count)"])
            await present(fired)
            if fired.count < Self.batch { return }
        }
    }

    /// Works every waiting date out anew: intervals count real time, calendars follow the clock.
    private func followSetClock() async throws {
        let offset = Self.offset(of: clock)
        let jump = offset - clockOffset
        // Less than that is the difference between two readings, not a set clock.
        if abs(jump) > 0.05 {
            logger.notice("The clock was set", metadata: ["seconds": "\(jump)"])
            try await store.shiftIntervals(by: jump)
            clockOffset = offset
        }
        let now = clock.now
        let timeZone = clock.timeZone
        // Set forward: what lay in between is late, not lost. Set back: from now on, but nothing twice.
        let start = min(now, now - jump)
        try await store.recomputeCalendarDates { request, addedAt, lastFired in
            NextDate.of(request, after: max(start, lastFired ?? start), addedAt: addedAt, in: timeZone)
        }
    }

    private func arm(_ date: Date?) {
        armed = date
        alarm?.set(at: date)
    }

    private static func offset(of clock: any WallClock) -> TimeInterval {
        let boot = AlarmSource.now(.boottime).components
        return clock.now.timeIntervalSince1970 - Double(boot.seconds) - Double(boot.attoseconds) * 1e-18
    }
}
