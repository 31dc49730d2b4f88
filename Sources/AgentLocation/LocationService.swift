// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import EventLoop
import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore
import Triggers

/// Compares the places that requests wait for with the machine's position, and makes the requests due.
///
/// The store has each place's last known state, inside or outside. ``LocationCycle`` decides when GeoClue runs.
package actor LocationService: LoopActor {
    package nonisolated let loop: EventLoop

    /// A task about the watched places; tasks are done in order.
    enum Job: Sendable {
        /// The requests that wait for places, or the permissions of applications, have changed.
        case reload
        case fix(Fix, isLowRate: Bool)
        /// The Wi-Fi networks have changed, or the networks of a place may have been missing for ``absence``.
        case networks
    }

    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let dependencies: Dependencies
    let systemBus: SystemBus
    /// The longest time in seconds between two positions near a border; shorter in tests.
    private let threshold: UInt32

    var cycle = LocationCycle()
    private lazy var client = GeoClueClient(systemBus: systemBus, logger: logger) { [weak self] event in
        self?.assumeIsolated { $0.handle(event) }
    }
    var wireless: WirelessNetworks?
    var power: PowerWatch?
    var timers = (cycle: (any ClockTimer)?.none, absence: (timer: any ClockTimer, end: Date)?.none)
    private var jobs: [Job] = []
    private var isWorking = false
    var knowledge: Knowledge
    /// The engine that compares fixes with the circle of each request, by the request's number in the store.
    var engines: [Int64: FenceEngine] = [:]
    /// The programs that follow the location while they run.
    var monitors = LocationMonitors()
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiting = 0

    /// The requests, permissions, position and networks that the service knows.
    struct Knowledge {
        var fences: [Fence] = []
        var permissions: [String: LocationPermission] = [:]
        var fix: Fix?
        var networks: Set<String>?
        /// Stored dates of the last fix that proved the machine's side of a border, by the number of the request.
        var stored: [Int64: Date] = [:]
        /// Date from which this agent has watched the places' borders; if the clock is set back, so is the date.
        var began: Date
        /// Date at which ``isInside(_:)`` last looked for a position.
        var looked: Date?
        var hasStopped = false
        /// Whether a caller of ``look(within:)`` waits for a position.
        var isProbing = false
    }

    /// Seconds without connection to a place's networks after which the machine has left the place.
    static let absence: TimeInterval = 180
    /// Seconds for which a position says that the person is at a place.
    static let presence = 1800.0
    /// Seconds between two fixes; if they are further apart, a crossing between them counts as missed.
    static let longestGap = 10_800.0
    /// Seconds after which the date of the last fix is stored, even if it has shown nothing new.
    static let savingPause = 600.0

    /// - Parameters:
    ///   - systemBus: The bus of GeoClue and NetworkManager.
    ///   - store: The store of requests, places and permissions.
    ///   - clock: The clock for the timers and the present date.
    ///   - logger: The agent's logger; no position is logged.
    ///   - threshold: The longest time in seconds between two positions near a border; without effect except in tests.
    ///   - dependencies: Functions of the agent's other parts.
    package init(
        systemBus: SystemBus, store: NotificationStore, clock: any WallClock, logger: Logger,
        threshold: UInt32 = .max, dependencies: Dependencies
    ) {
        self.threshold = threshold
        (self.systemBus, self.store, self.clock, self.logger) = (systemBus, store, clock, logger)
        self.dependencies = dependencies
        loop = systemBus.loop
        knowledge = Knowledge(began: clock.now)
    }

    // MARK: - Input

    package func start() { add(.reload) }

    package func stop() async {
        timers.cycle?.cancel()
        timers.absence?.timer.cancel()
        jobs = []
        handle(.fencesChanged([]))
        knowledge.hasStopped = true
        await wireless?.stop()
        await power?.stop()
        resumeWaiting()
    }

    /// Whether the service has no work to do, apart from waiting for GeoClue's client or position.
    package var isIdle: Bool { jobs.isEmpty && !isWorking && !client.assumeIsolated { $0.isWorking } }

    /// Reads the requests again if the events added, removed or fired requests; called on the event loop.
    package func note(_ events: [EventRecord]) {
        // A new request that waits for a place is announced by ``changed()``.
        guard !knowledge.fences.isEmpty else { return }
        let kinds: Set<EventRecord.Kind> = [.set, .removed, .fired, .replaced, .dropped, .snoozed, .missed]
        guard events.contains(where: { kinds.contains($0.kind) }) else { return }
        add(.reload)
    }

    /// Reads requests and permissions from the store again, because requests that wait for places, programs that follow
    /// the location, or permissions have changed.
    package func changed() { add(.reload) }

    /// Takes a fix soon, because the machine may have moved; called on the event loop.
    package func mayHaveMoved(_ hint: Hint) {
        switch hint {
        case .resumed:
            handle(.resumed)
            forgetAbsences()
            add(.networks)
        case .networkChanged: handle(.networkChanged)
        case .unlocked: handle(.unlocked)
        }
    }

    /// A reason to take a fix of the position soon.
    package enum Hint: Sendable {
        case resumed, networkChanged, unlocked
    }

    func handle(_ event: LocationCycle.Event) {
        guard !knowledge.hasStopped else { return }
        perform(cycle.handle(event, at: clock.now))
    }

    private func perform(_ effects: [LocationCycle.Effect]) {
        for effect in effects {
            switch effect {
            case .createClient: client.assumeIsolated { $0.create() }
            case .deleteClient: client.assumeIsolated { $0.delete() }
            case .start(let level, let seconds):
                client.assumeIsolated { $0.start(level, timeThreshold: min(seconds, threshold)) }
            case .stop: client.assumeIsolated { $0.stop() }
            case .wake(let date):
                timers.cycle?.cancel()
                timers.cycle = timer(at: date) { $0.handle(.timer) }
            case .cancelWake:
                timers.cycle.take()?.cancel()
            case .evaluate(let fix, let isLowRate):
                knowledge.fix = fix
                add(.fix(fix, isLowRate: isLowRate))
            case .report(let trouble):
                guard let trouble else { continue }
                monitors.tell(trouble, of: allowedApps)
                resumeWaiting()
            }
        }
    }

    func timer(
        at date: Date, _ body: @escaping @Sendable (isolated LocationService) -> Void
    ) -> any ClockTimer {
        let delay = Duration.seconds(max(0, date.timeIntervalSince(clock.now)))
        return clock.timer(after: delay, on: loop) { [weak self] in self?.assumeIsolated { body($0) } }
    }

    // MARK: - Work

    func add(_ job: Job) {
        guard !knowledge.hasStopped else { return }
        jobs.append(job)
        guard !isWorking else { return }
        isWorking = true
        // Why: this is a task of its own, because callers must not wait until the store has done the work.
        Task {
            while !jobs.isEmpty { await run(jobs.removeFirst()) }
            isWorking = false
        }
    }

    private func run(_ job: Job) async {
        do {
            switch job {
            case .reload: try await reload()
            case .fix(let fix, let isLowRate): try await evaluate(fix, isLowRate)
            case .networks: try await evaluateNetworks()
            }
        } catch {
            logger.error("Could not compare places", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    private func reload() async throws {
        let known = Dictionary(knowledge.fences.map { ($0.id, $0) }) { first, _ in first }
        let permissions = try await store.locationPermissions()
        monitors.tell(permissions, before: knowledge.permissions)
        knowledge.permissions = permissions
        knowledge.fences = try await store.fences().map { fence in
            var fence = fence
            // The store may use a row's number again for another request.
            if let old = known[fence.id], old.isSame(as: fence) {
                // The old state may have a date of the last fix that is not stored.
                fence.state = old.state
            } else {
                engines[fence.id] = nil
                knowledge.stored[fence.id] = fence.state.seen
                // If networks were missing when an earlier agent ended, the machine's shutdown may be the only reason.
                if fence.region.networks != nil { fence.state.candidate = nil }
            }
            return fence
        }
        let present = Set(knowledge.fences.map(\.id))
        engines = engines.filter { present.contains($0.key) }
        knowledge.stored = knowledge.stored.filter { present.contains($0.key) }
        let watched = watched
        watchCircles()
        let apps = allowedApps
        await watchPower(!watched.isEmpty || monitors.haveWork(of: apps))
        await watchNetworks(watched.contains { $0.region.networks != nil } || monitors.haveNetworks(of: apps))
    }

    /// Tells ``LocationCycle`` the circles that are watched.
    func watchCircles() {
        let probe = knowledge.isProbing ? [Self.probe] : []
        let monitored = monitors.circles(of: allowedApps, fix: knowledge.fix, probe: Self.probe)
        handle(.fencesChanged(watched.compactMap(\.region.circle) + probe + monitored))
    }

    /// A circle to watch so that positions are taken for a caller or a monitor, even if there is no place to watch.
    private static let probe = Circle(
        center: Coordinate(latitude: 0, longitude: 0), radius: Circle.shortestRadius)

    /// The requests that wait for a place, and whose application may use the location.
    var watched: [Fence] { knowledge.fences.filter { knowledge.permissions[$0.app]?.answer == .allowed } }

    /// The applications that may use the location.
    var allowedApps: Set<String> {
        Set(knowledge.permissions.filter { $0.value.answer == .allowed }.keys)
    }

    private func evaluate(_ fix: Fix, _ isLowRate: Bool) async throws {
        let now = clock.now
        monitors.take(fix, of: allowedApps, at: now, isLowRate: isLowRate)
        let hasCrossed = try await learn { fence in
            guard let circle = fence.region.circle else { return nil }
            var engine = engines[fence.id] ?? FenceEngine(circle, state: fence.state)
            defer { (engines[fence.id], fence.state) = (engine, engine.state) }
            return engine.handle(fix, at: now, isLowRate: isLowRate)
        }
        if monitors.haveCandidates
            || knowledge.fences.contains(where: { $0.state.candidate != nil && $0.region.circle != nil })
        {
            handle(.candidateFound)
        }
        // The circle around the last position moves with that position.
        if monitors.haveWork(of: allowedApps) { watchCircles() }
        resumeWaiting()
        if hasCrossed { await dependencies.ring() }
    }
}
