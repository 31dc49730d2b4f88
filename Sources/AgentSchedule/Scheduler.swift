// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
package import AgentMachine
package import AgentRules
package import EventLoop
package import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore

/// Waits for the next due date and fires the due requests, with one alarm and no list in memory.
///
/// The store has all state. An added request, a set clock and the alarm each start a round: fire the due requests, ask
/// the store for the next date, set the alarm. The process may be killed at any line.
package actor Scheduler: LoopActor {
    package nonisolated let loop: EventLoop

    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let dependencies: Dependencies
    let words = NotificationPhrases()

    /// Functions of other modules that the scheduler calls; each function must handle all its arguments.
    package struct Dependencies: Sendable {
        /// Presents occurrences that have fired, oldest first.
        let present: @Sendable ([Occurrence]) async -> Void
        /// Presents a nagging notification again, or removes an expired one from the screen.
        let later: @Sendable (NotificationStore.LaterOutcome) async -> Void
        /// Starts the commands of occurrences that have fired and are held back.
        var kept: @Sendable () async -> Void = {}
        /// Starts the commands of notifications that expired while held back, and ends the waits for their answers.
        var expired: @Sendable ([Response]) async -> Void = { _ in }
        /// Returns the requests of an application whose answers a caller waits for.
        var awaited: @Sendable (_ app: String) async -> AwaitedAnswers = { _ in AwaitedAnswers() }
        /// Shows a notification that can't be stored; returns nil if no notification server has shown it.
        var announce: @Sendable (Request) async -> ServerNumber? = { _ in nil }
        /// Withdraws a notification that `announce` has shown.
        var withdraw: @Sendable (ServerNumber) async -> Void = { _ in }
        /// Function to call, on the loop, when the kernel reports that the clock was set or the machine has slept.
        var clockChanged: @Sendable () -> Void = {}

        package init(
            present: @escaping @Sendable ([Occurrence]) async -> Void,
            later: @escaping @Sendable (NotificationStore.LaterOutcome) async -> Void,
            kept: @escaping @Sendable () async -> Void = {},
            expired: @escaping @Sendable ([Response]) async -> Void = { _ in },
            awaited: @escaping @Sendable (_ app: String) async -> AwaitedAnswers = { _ in AwaitedAnswers() },
            announce: @escaping @Sendable (Request) async -> ServerNumber? = { _ in nil },
            withdraw: @escaping @Sendable (ServerNumber) async -> Void = { _ in },
            clockChanged: @escaping @Sendable () -> Void = {}
        ) {
            (self.present, self.later, self.kept) = (present, later, kept)
            (self.expired, self.awaited, self.announce) = (expired, awaited, announce)
            (self.withdraw, self.clockChanged) = (withdraw, clockChanged)
        }
    }

    private var alarm: (any Alarm)?
    private var wakeAlarm: (any Alarm)?
    private var wakeSearch: Task<Void, Never>?
    private var armed: Date?
    private var rounds = WorkRounds()
    var trouble = FiringTrouble()
    /// Tells whether the clock can be trusted enough to end a pause.
    var trust: ClockTrust
    var clockState = ClockState()

    /// Pauses, quiet hours and levels, which hold notifications back.
    package var holding = DeliveryHold()
    /// Rate limit: admits some notifications of a flood to be presented by themselves.
    package let floodGate = FloodGate()
    var pace = DigestPace()

    /// Largest number of occurrences that leave the table of pending requests in one transaction.
    static let batch = 64
    /// Seconds from a failure of the store until the scheduler tries again to fire requests.
    private static let retryAfter: TimeInterval = 5

    package init(
        store: NotificationStore, clock: any WallClock, loop: EventLoop, logger: Logger, dependencies: Dependencies
    ) {
        self.store = store
        self.clock = clock
        trust = ClockTrust(clock)
        self.loop = loop
        self.logger = logger
        self.dependencies = dependencies
    }

    /// Reads pauses, authorizations and the clock, before any request is accepted.
    package func prepare(_ configuration: Configuration) async throws {
        holding.pauses = try await store.pauses()
        try await readAuthorizations()
        use(configuration)
        do {
            // Time intervals of requests that are added later count from this boot, by the present clock.
            try await followClock()
        } catch {
            // The next round reads the clock again before anything fires.
            logger.error("Could not store the state of the clock", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Sets the alarm, and fires the requests that fell due while no agent ran.
    package func start() throws {
        alarm = try clock.alarm(on: loop) { [weak self] event in
            self?.assumeIsolated { $0.heard(event) }
        }
        wakeAlarm = clock.wakeAlarm(on: loop) { [weak self] event in
            self?.assumeIsolated { $0.heard(event) }
        }
        ring()
        // Why: finding an alarm is a task of its own, because it may take long, and due requests don't wait for it.
        if wakeAlarm == nil { Task { await findWakeAlarm() } }
    }

    /// Whether requests can wake the machine.
    package var canWake: Bool {
        get async {
            if wakeAlarm == nil { await findWakeAlarm() }
            return wakeAlarm != nil
        }
    }

    /// Asks the clock for an alarm that wakes the machine, which may take time.
    private func findWakeAlarm() async {
        guard clock.mayFindWakeAlarm else { return }
        // Why: the search for an alarm is a task of its own, because several callers wait for its result.
        let search =
            wakeSearch
            ?? Task {
                defer { wakeSearch = nil }
                guard let found = await clock.findWakeAlarm(), alarm != nil else { return }
                wakeAlarm = found
                ring()
            }
        wakeSearch = search
        await search.value
    }

    package func stop() {
        alarm.take()?.cancel()
        wakeAlarm.take()?.cancel()
    }

    /// Starts a round that fires due requests, or repeats the present round once it has ended.
    package func ring() {
        guard alarm != nil, rounds.begin() else { return }
        // Why: a round is a task of its own, because the caller must not wait for the desktop; one task runs at a time.
        Task { await run() }
    }

    /// Sets the alarm for a request that was added and is due at `date`.
    package func expect(_ date: Date) {
        rounds.again()
        guard armed.map({ date < $0 }) ?? true else { return }
        arm(date)
    }

    private func heard(_ event: AlarmSource.Event) {
        if case .clockChanged = event {
            clockState.mayHaveChanged = true
            dependencies.clockChanged()
        }
        armed = nil
        ring()
    }

    /// Whether the scheduler has started and no round runs: all requests that fell due have been handled.
    package var isIdle: Bool { alarm != nil && rounds.isIdle }

    /// Starts a round, because zone files may have been replaced.
    package func zonesMayHaveChanged() {
        clockState.zonesAreNew = true
        clockMayHaveChanged()
    }

    /// Starts a round: the machine may have slept, or the clock, the zone or the person's calendar may have changed.
    package func clockMayHaveChanged() {
        clockState.mayHaveChanged = true
        ring()
    }

    private func run() async {
        repeat {
            do {
                if clockState.mayHaveChanged {
                    try await followClock()
                    clockState.mayHaveChanged = false
                }
                try await endPauses()
                try await fireDue()
                // Each query of the store delays the next one, so only the kinds of work that are due are queried.
                var dates = try await store.upcomingDates()
                if let later = dates.nextLater, later <= clock.now {
                    try await doLater()
                    dates = try await store.upcomingDates()
                }
                var nextDigest: Date?
                if !dates.waitingApps.isEmpty {
                    nextDigest = try await deliverBacklogs(dates.waitingApps)
                    dates = try await store.upcomingDates()
                    if dates.waitingApps.isEmpty { nextDigest = nil }
                }
                let change = holding.nextChange(after: clock.now, in: clock.timeZone)
                arm([dates.nextDue, dates.nextLater, nextDigest, change].compactMap(\.self).min())
                wakeAlarm?.set(at: dates.nextWaking)
                await hasSucceeded()
            } catch {
                arm(clock.now + Self.retryAfter)
                await hasFailed(error)
            }
        } while rounds.end()
    }

    private func fireDue() async throws {
        while true {
            let rule = FiringRule(now: clock.now, timeZone: clock.timeZone, holding: holding, floodGate: floodGate)
            let (count, fired) = try await store.fireDue(at: rule.now, limit: Self.batch, decide: rule.decide)
            if count == 0 { return }
            CrashPoint.reached(.afterFireCommit)
            logger.info("Fired due requests", metadata: [LogKey.count: "\(fired.count)"])
            if fired.count < count { await dependencies.kept() }
            if !fired.isEmpty { await dependencies.present(fired) }
            if count < Self.batch { return }
        }
    }

    private func arm(_ date: Date?) {
        armed = date
        alarm?.set(at: date)
    }
}

/// The state of the clock for which the stored dates were computed.
struct ClockState {
    /// Whether zone files were replaced since the dates were last recomputed.
    var zonesAreNew = false
    /// Whether the clock or the zone may have changed since the last round.
    var mayHaveChanged = true
    /// The clock for which the stored dates were computed; nil until this agent has stored a clock record.
    var known: ClockRecord?
}
