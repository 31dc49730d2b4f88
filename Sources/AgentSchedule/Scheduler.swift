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

/// Waits for the next due date and fires what is due: one alarm, no list.
///
/// SQLite is the state. An added request, a set clock and the alarm itself are one event, the bell:
/// fire what is due, ask the store for the next date, set the alarm. The actor may be killed at any line.
package actor Scheduler {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let neighbours: Neighbours
    /// What Belfry itself says on a notification.
    let words = LateWords()

    /// Who takes what the schedule brings forth; they must not throw it away.
    package struct Neighbours: Sendable {
        /// What has fired, oldest first.
        let present: @Sendable ([Occurrence]) async -> Void
        /// What is to be shown again, or to leave the screen.
        let later: @Sendable (NotificationStore.LaterOutcome) async -> Void
        /// Something has fired and is held back: its command may have to run.
        var kept: @Sendable () async -> Void = {}
        /// What has expired while it was held back: its command may have to run, and who waits is told.
        var expired: @Sendable ([Response]) async -> Void = { _ in }
        /// What somebody waits for, of an application.
        var awaited: @Sendable (_ app: String) async -> AwaitedAnswers = { _ in AwaitedAnswers() }
        /// Tells the person what can't be written down; nil where there is no server that has shown it.
        var announce: @Sendable (Request) async -> ServerNumber? = { _ in nil }
        /// That is not so any more.
        var withdraw: @Sendable (ServerNumber) async -> Void = { _ in }
        /// The kernel says that the clock was set, or that the machine has slept. On the loop.
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
            self.present = present
            self.later = later
            self.kept = kept
            self.expired = expired
            self.awaited = awaited
            self.announce = announce
            self.withdraw = withdraw
            self.clockChanged = clockChanged
        }
    }

    private var alarm: (any Alarm)?
    private var wakeAlarm: (any Alarm)?
    private var wakeSearch: Task<Void, Never>?
    private var armed: Date?
    private var isRunning = false
    private var rangAgain = false
    var logThrottle = LogThrottle()
    /// Since when nothing can be fired, by ``WallClock/sinceBoot``; nil where it can.
    var failingSince: TimeInterval?
    /// What the person was told of that.
    var announcement: ServerNumber?
    /// Whether something may be given up for its age.
    var trust: ClockTrust
    /// Whether zone files were replaced since dates were last worked out anew.
    var zonesAreNew = false
    /// Somebody set the clock or changed the zone, or may have.
    private var mayHaveChanged = true
    /// The clock as all that waits has it; nil until it was read from the store.
    var known: ClockRecord?

    /// Whose notifications are held back.
    package var holding = DeliveryHold()
    /// What of too much at once is shown by itself.
    package let floodGate = FloodGate()
    /// When the digests of floods come.
    var pace = FloodPace()
    /// Not before this comes another digest.
    var nextDigest = Date.distantPast
    /// Whose came last: the next is another application's turn.
    var lastDigestedApplication = ""

    /// How many occurrences leave pending in one transaction.
    static let batch = 64
    /// How long to wait after the store has failed.
    private static let retryAfter: TimeInterval = 5

    package init(
        store: NotificationStore, clock: any WallClock, loop: EventLoop, logger: Logger, neighbours: Neighbours
    ) {
        self.store = store
        self.clock = clock
        trust = ClockTrust(clock)
        self.loop = loop
        self.logger = logger
        self.neighbours = neighbours
    }

    /// Learns what is held back and what the clock is; before anybody may ask for anything.
    package func prepare(_ configuration: Configuration) async throws {
        holding.pauses = try await store.pauses()
        try await readAuthorizations()
        use(configuration)
        do {
            // What is added from now on waits since this run of the machine, and since where the clock is now.
            try await followClock()
        } catch {
            // It is tried again before anything fires.
            logger.error("Could not note what the clock is", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Starts to wait; whatever fell due while we were away fires now.
    package func start() throws {
        alarm = try clock.alarm(on: loop) { [weak self] event in
            self?.assumeIsolated { $0.heard(event) }
        }
        wakeAlarm = clock.wakeAlarm(on: loop) { [weak self] event in
            self?.assumeIsolated { $0.heard(event) }
        }
        ring()
        // It may take its time to come, and nothing that is due waits for it.
        if wakeAlarm == nil { Task { await findWakeAlarm() } }
    }

    /// Whether requests can wake the machine.
    package var canWake: Bool {
        get async {
            if wakeAlarm == nil { await findWakeAlarm() }
            return wakeAlarm != nil
        }
    }

    /// Asks the clock for an alarm that takes its time to be found.
    private func findWakeAlarm() async {
        guard clock.mayFindWakeAlarm else { return }
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
        alarm?.cancel()
        alarm = nil
        wakeAlarm?.cancel()
        wakeAlarm = nil
    }

    /// Something is due, or may be.
    package func ring() {
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
    package func expect(_ date: Date) {
        if isRunning { rangAgain = true }
        guard armed.map({ date < $0 }) ?? true else { return }
        arm(date)
    }

    private func heard(_ event: AlarmSource.Event) {
        if case .clockChanged = event {
            mayHaveChanged = true
            neighbours.clockChanged()
        }
        armed = nil
        ring()
    }

    /// Whether it has started and nothing is under way: what fell due has been handed on.
    package var isIdle: Bool { alarm != nil && !isRunning }

    /// Zone files were replaced, or may have been.
    package func zonesMayHaveChanged() {
        zonesAreNew = true
        clockMayHaveChanged()
    }

    /// The machine has slept, the clock was set, the person is in another zone, or may be.
    package func clockMayHaveChanged() {
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
                try await endPauses()
                try await fireDue()
                // Each round trip to the store is time that the next one waits: only what there is to do is asked for.
                var outlook = try await store.outlook()
                if let later = outlook.nextLater, later <= clock.now {
                    try await doLater()
                    outlook = try await store.outlook()
                }
                var nextDigest: Date?
                if !outlook.waitingApps.isEmpty {
                    nextDigest = try await gather(outlook.waitingApps)
                    outlook = try await store.outlook()
                    if outlook.waitingApps.isEmpty { nextDigest = nil }
                }
                let change = holding.nextChange(after: clock.now, in: clock.timeZone)
                arm([outlook.nextDue, outlook.nextLater, nextDigest, change].compactMap(\.self).min())
                wakeAlarm?.set(at: outlook.nextWaking)
                await hasSucceeded()
            } catch {
                arm(clock.now + Self.retryAfter)
                await hasFailed(error)
            }
        } while rangAgain
    }

    private func fireDue() async throws {
        while true {
            let rule = FiringRule(
                now: clock.now, timeZone: clock.timeZone, holding: holding, floodGate: floodGate)
            let (count, fired) = try await store.fireDue(at: rule.now, limit: Self.batch, decide: rule.decide)
            if count == 0 { return }
            CrashPoint.reached(.afterFireCommit)
            logger.info("Fired", metadata: [LogKey.count: "\(fired.count)"])
            if fired.count < count { await neighbours.kept() }
            if !fired.isEmpty { await neighbours.present(fired) }
            if count < Self.batch { return }
        }
    }

    private func arm(_ date: Date?) {
        armed = date
        alarm?.set(at: date)
    }
}
