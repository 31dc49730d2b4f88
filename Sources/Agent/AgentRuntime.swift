// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentFiles
import AgentInbox
import AgentInterface
import AgentLog
package import AgentMachine
import AgentPrograms
import AgentRules
package import DBus
package import EventLoop
import FoundationEssentials
import Glibc
package import Logging
import NotificationStore

/// The whole agent: one store, one connection, one loop; the rooms in the order of the plot.
///
/// Runs until a signal ends it. A lost bus is not the end yet: the agent comes back when the bus does so soon.
package actor AgentRuntime {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let paths: AgentPaths
    let address: BusAddress
    let clock: any WallClock
    let logger: Logger
    private let replaces: Bool

    private var signals: SignalSource?
    private var session: AgentSession?
    private var machine: MachineWatch?
    private let systemBus: SystemBus
    private let relief: MemoryRelief
    /// Until ``startingTime`` is over.
    private var starting: TimerSource?
    private var ending: CheckedContinuation<Ending, Never>?
    var early: Ending?

    /// The store that is open, and the right to its folder.
    var store: NotificationStore?
    var lock: StoreLock?
    /// Why the store has to be opened anew.
    var fault: StoreError?
    /// What was done to it, until the person is told.
    var report: RescueReport?
    /// How often it was put aside.
    var rescues = 0

    enum Ending {
        case stopped
        case disconnected
        /// The store's file is damaged, or gone.
        case faulty
        /// It is time to look again.
        case overdue
    }

    /// How long to wait before another try at a bus that is gone.
    static let reconnectPause = Duration.seconds(2)
    /// How often that is tried. Whoever started the agent starts it again where a bus comes later: an agent whose
    /// session has ended must not stay behind.
    static let reconnectTries = 5

    /// An agent that is not running yet; with `replaces` it takes the place of one that runs.
    package init(
        paths: AgentPaths, address: BusAddress, clock: any WallClock = SystemClock(), loop: EventLoop, logger: Logger,
        replaces: Bool = false
    ) {
        self.replaces = replaces
        self.paths = paths
        self.address = address
        self.clock = clock
        self.loop = loop
        self.logger = logger
        systemBus = SystemBus(on: loop)
        relief = MemoryRelief(on: loop)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Throws: ``AlreadyRunning`` if another agent owns the name or the store; ``CannotReplace``;
    ///   ``NotificationStore/StoreError``;
    ///   ``DBus/BusError`` if there is no bus at the start, or it went and is not back after ten seconds;
    ///   ``ConfigurationError``.
    package func run() async throws {
        // Signals first: what one says must not fall between the reading and the listening.
        signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] signal in
            self?.assumeIsolated { $0.caught(signal) }
        }
        let configuration = try Configuration(contentsOf: paths.configuration)
        let takeover = try await takeOver()
        let last = try await serve(configuration, takeover)
        // The next one has the store by now. Who reads what a command prints must not go before it: that would end it.
        await last?.finishCommands()
    }

    /// Everything between the opening of the store and its closing.
    ///
    /// - Returns: The last session, which has stopped, where another agent has taken over from it.
    private func serve(_ configuration: Configuration, _ takeover: Takeover?) async throws -> AgentSession? {
        // Whoever comes next waits for both.
        defer {
            if lock != nil { whereabouts.forget() }
            store?.close()
            (store, lock) = (nil, nil)
        }
        guard var current = try await begin(configuration, takeover) else {
            logger.notice("Stopped")
            return nil
        }
        await watchMachine()
        logger.notice("Started", metadata: [LogKey.path: "\(paths.store)"])
        starting = TimerSource(after: Self.startingTime, on: loop) { [weak self] in
            self?.assumeIsolated { $0.hasStarted() }
        }
        defer { starting = nil }
        while let next = try await successor(of: current, after: await ended()) { current = next }
        await machine?.stop()
        let hasSuccessor = await current.stop()
        await systemBus.close()
        logger.notice(hasSuccessor ? "Handed over" : "Stopped")
        return hasSuccessor ? current : nil
    }

    /// Asks the agent that runs to go; nil where none is to be replaced.
    private func takeOver() async throws -> Takeover? {
        guard replaces else { return nil }
        let takeover = try Takeover(connection: try Connection(to: address, on: loop), isTest: clock is TestClock)
        try await takeover.begin()
        return takeover
    }

    /// The next session; nil when the agent is told to stop.
    private func successor(of session: AgentSession, after ending: Ending) async throws -> AgentSession? {
        switch ending {
        case .stopped: return nil
        case .overdue: return session
        case .disconnected:
            logger.warning("The bus is gone")
            await session.stop()
            guard let store else { return nil }
            return try await reconnect(store)
        case .faulty:
            let configuration = await session.inbox.configuration
            await session.stop()
            return try await begin(configuration)
        }
    }

    /// After this nothing of the start is needed any more.
    private static let startingTime = Duration.seconds(2)

    private func hasStarted() {
        starting = nil
        ProgramText.giveBack()
    }

    /// The machine is the same whatever becomes of the session's bus.
    private func watchMachine() async {
        guard let clock = clock as? SystemClock else { return }
        let machine = MachineWatch(
            clock: clock, systemBus: systemBus, logger: logger,
            zoneChanged: { [weak self] in self?.assumeIsolated { $0.session?.clockMayHaveChanged() } },
            rulesChanged: { [weak self] in self?.assumeIsolated { $0.session?.zonesMayHaveChanged() } },
            woke: { [weak self] in self?.assumeIsolated { $0.session?.clockMayHaveChanged() } })
        self.machine = machine
        await machine.start()
    }

    func connect(
        _ store: NotificationStore, _ configuration: Configuration, _ takeover: Takeover? = nil
    ) async throws -> AgentSession {
        let connection = try takeover?.connection ?? Connection(to: address, on: loop)
        await connection.setDisconnectHandler { [weak self] in
            self?.assumeIsolated { $0.end(.disconnected) }
        }
        await connection.setLoadHandler { [relief] in relief.assumeIsolated { $0.loadHasEnded() } }
        let session = try AgentSession(
            connection: connection, systemBus: systemBus, store: store, clock: clock, logger: logger, paths: paths,
            configuration: configuration)
        if let link = UnsandboxedLink.shared { await link.use(connection) }
        // Known before it owns the name: whoever sees the name may send SIGHUP.
        self.session = session
        do {
            try await session.start(after: takeover)
            whereabouts.note(address.address)
        } catch {
            await session.stop()
            throw error
        }
        return session
    }

    /// Tries until there is a bus again; nil when the agent is told to stop first.
    ///
    /// - Throws: What the last try met.
    private func reconnect(_ store: NotificationStore) async throws -> AgentSession? {
        var tries = 0
        while early != .stopped {
            try? await Task.sleep(for: Self.reconnectPause)
            tries += 1
            do {
                return try await connect(store, try Configuration(contentsOf: paths.configuration))
            } catch {
                logger.debug("Still no bus", metadata: [LogKey.error: "\(ErrorSummary(error))"])
                guard tries < Self.reconnectTries else { throw error }
            }
        }
        return nil
    }

    private func caught(_ signal: Int32) {
        guard signal == SIGHUP else { return end(.stopped) }
        do {
            let configuration = try Configuration(contentsOf: paths.configuration)
            guard let session else { return }
            // On its own: the inbox takes it up between two calls.
            Task { await session.inbox.use(configuration) }
            logger.notice("Read the configuration again")
        } catch {
            logger.error("The configuration is as it was", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    func end(_ why: Ending) {
        guard let ending else {
            // A signal to stop outweighs a lost bus.
            if early != .stopped { early = why }
            return
        }
        self.ending = nil
        ending.resume(returning: why)
    }

    /// The same, but ``Ending/overdue`` where nothing happens for so long.
    func ended(within pause: Duration) async -> Ending {
        let timer = TimerSource(after: pause, on: loop) { [weak self] in
            self?.assumeIsolated { $0.end(.overdue) }
        }
        defer { timer.cancel() }
        return await ended()
    }

    private func ended() async -> Ending {
        await withCheckedContinuation { continuation in
            // Looked at in here: between a look and this, a signal may come.
            if let early {
                self.early = nil
                continuation.resume(returning: early)
            } else {
                ending = continuation
            }
        }
    }
}
