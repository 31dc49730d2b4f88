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

/// The whole agent: one store, one bus connection, one event loop, and the stages that a request passes.
///
/// It runs until a signal ends it. If the bus is lost, the agent reconnects as soon as the bus returns.
package actor AgentRuntime: LoopActor {
    package nonisolated let loop: EventLoop

    let paths: AgentPaths
    let address: BusAddress
    let clock: any WallClock
    let logger: Logger
    private let replaces: Bool
    var update: ProgramUpdate?

    private var signals: SignalSource?
    private lazy var reader = ConfigurationReader(path: paths.configuration, logger: logger) { [weak self] in
        await self?.use($0)
    }
    private var session: AgentSession?
    private var machine: MachineWatch?
    private let systemBus: SystemBus
    private let relief: MemoryRelief
    private var ending: CheckedContinuation<Ending, Never>?
    var early: Ending?

    /// The open store, and the lock of its folder.
    var store: NotificationStore?
    var lock: StoreLock?
    /// The failure for which the store must be opened again.
    var fault: StoreError?
    /// The report of the last rescue of the store, until the person is told.
    var report: RescueReport?
    /// Number of times that a damaged store was put aside.
    var rescues = 0

    enum Ending {
        case stopped
        case disconnected
        /// The store's file is damaged, deleted or replaced.
        case faulty
        /// ``ended(within:)`` has waited for its full time.
        case overdue
    }

    /// Pause before each try to reconnect to the bus.
    static let reconnectPause = Duration.seconds(2)
    /// Number of tries to reconnect to the bus. An agent ends with the person's session; the next bus starts an agent.
    static let reconnectTries = 5

    /// Creates an agent that does not run yet; if `replaces`, it will replace the running agent.
    package init(
        paths: AgentPaths, address: BusAddress, clock: any WallClock = SystemClock(), loop: EventLoop, logger: Logger,
        replaces: Bool = false
    ) {
        (self.replaces, self.paths, self.address) = (replaces, paths, address)
        (self.clock, self.loop, self.logger) = (clock, loop, logger)
        systemBus = SystemBus(on: loop)
        relief = MemoryRelief(on: loop)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Throws: ``AlreadyRunning`` if another agent owns the bus name or the store; ``CannotReplace``;
    ///   ``NotificationStore/StoreError``; ``DBus/BusError`` if there is no bus at the start, or the bus is lost for
    ///   more than ten seconds; ``ConfigurationError``.
    package func run() async throws {
        // Signals are caught first: a signal that comes while the configuration is read must not be lost.
        signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] signal in
            self?.assumeIsolated { $0.caught(signal) }
        }
        let configuration = try Configuration(contentsOf: paths.configuration)
        let takeover = try await takeOver()
        let last = try await serve(configuration, takeover)
        // The agent that replaces this one has the store by now. But this process waits for the commands that it has
        // started: they print to it, and would end with it.
        guard let last else { return }
        await last.finishCommands()
        finishRenewal()
    }

    /// Runs sessions, from the opening of the store to its closing.
    ///
    /// - Returns: The last session, stopped, if another agent has taken over from it.
    private func serve(_ configuration: Configuration, _ takeover: Takeover?) async throws -> AgentSession? {
        // An agent that replaces this one waits until the store is closed and its lock is free.
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
        await watchProgram()
        logger.notice("Started", metadata: [LogKey.path: "\(paths.store)"])
        await relief.loadHasEnded()
        while let next = try await successor(of: current, after: await ended()) { current = next }
        await update?.watch.stop()
        await machine?.stop()
        let hasSuccessor = await current.stop()
        await systemBus.close()
        logger.notice(hasSuccessor ? "Handed over" : "Stopped")
        return hasSuccessor ? current : nil
    }

    /// Asks the running agent to end if this agent is to replace it; otherwise returns nil.
    private func takeOver() async throws -> Takeover? {
        guard replaces else { return nil }
        let takeover = try Takeover(connection: try Connection(to: address, on: loop), isTest: clock is TestClock)
        try await takeover.begin()
        return takeover
    }

    /// Returns the next session; nil when the agent is told to stop.
    private func successor(of session: AgentSession, after ending: Ending) async throws -> AgentSession? {
        switch ending {
        case .stopped: return nil
        case .overdue: return session
        case .disconnected:
            logger.warning("Lost the connection to the bus")
            await session.stop()
            guard let store else { return nil }
            return try await reconnect(store)
        case .faulty:
            let configuration = await session.authorizations.configuration
            await session.stop()
            return try await begin(configuration)
        }
    }

    /// Watches the machine's time zone, sleep and network, across all sessions.
    private func watchMachine() async {
        guard let clock = clock as? SystemClock else { return }
        let machine = MachineWatch(
            clock: clock, systemBus: systemBus, logger: logger,
            zoneChanged: { [weak self] in self?.assumeIsolated { $0.session?.clockMayHaveChanged() } },
            rulesChanged: { [weak self] in self?.assumeIsolated { $0.session?.zonesMayHaveChanged() } },
            woke: { [weak self] in self?.assumeIsolated { $0.session?.woke() } },
            cameOnline: { [weak self] in self?.assumeIsolated { $0.session?.cameOnline() } })
        self.machine = machine
        await machine.start()
    }

    private func use(_ configuration: Configuration) async { await session?.use(configuration) }

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
        // `session` is set before the session owns the name: a program that sees the name may send SIGHUP.
        self.session = session
        do {
            try await session.start(after: takeover, reader: reader)
            whereabouts.note(address.address)
        } catch {
            await session.stop()
            throw error
        }
        return session
    }

    /// Tries to connect to the bus until there is a bus again; returns nil when the agent is told to stop first.
    ///
    /// - Throws: The error of the last try to connect.
    private func reconnect(_ store: NotificationStore) async throws -> AgentSession? {
        var tries = 0
        while early != .stopped {
            try? await Task.sleep(for: Self.reconnectPause)
            tries += 1
            do {
                return try await connect(store, try Configuration(contentsOf: paths.configuration))
            } catch {
                logger.debug("Could not reconnect to the bus", metadata: [LogKey.error: "\(ErrorSummary(error))"])
                guard tries < Self.reconnectTries else { throw error }
            }
        }
        return nil
    }

    private func caught(_ signal: Int32) {
        guard signal == SIGHUP else { return end(.stopped) }
        // Why: this is a task of its own, because a signal handler can't wait for the stages.
        Task { [reader, logger] in
            do {
                try await reader.read()
            } catch {
                logger.error(
                    "Could not read the configuration; the previous one stays in use",
                    metadata: [LogKey.error: "\(ErrorSummary(error))"])
            }
        }
    }

    func end(_ why: Ending) {
        guard let ending else {
            // A signal to stop is not replaced by a later ending, such as the loss of the bus.
            if early != .stopped { early = why }
            return
        }
        self.ending = nil
        ending.resume(returning: why)
    }

    /// Waits for a reason to end, such as a signal to stop; returns ``Ending/overdue`` if none comes within `pause`.
    func ended(within pause: Duration) async -> Ending {
        let timer = TimerSource(after: pause, on: loop) { [weak self] in
            self?.assumeIsolated { $0.end(.overdue) }
        }
        defer { timer.cancel() }
        return await ended()
    }

    private func ended() async -> Ending {
        await withCheckedContinuation { continuation in
            // `early` is checked in the closure, because a signal may come between an earlier check and this line.
            if let early {
                self.early = nil
                continuation.resume(returning: early)
            } else {
                ending = continuation
            }
        }
    }
}
