// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLog
package import AgentMachine
package import DBus
package import EventLoop
import FoundationEssentials
package import Logging
import NotificationModel
package import NotificationStore
import Triggers
import WebPush

/// Registers applications with distributors, and keeps the registrations alive.
///
/// The agent is one connector for all applications: each registration has a token of its own. Everything is made again
/// when the agent starts, when the machine wakes, when a distributor appears, and once a day.
package actor PushRegistrar {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let link: DistributorLink
    /// Tells a running application of a state of its registration; false if it does not run or does not reply.
    private let tell: @Sendable (_ app: String, _ registration: RemoteRegistration) async -> Bool

    var choice: DistributorChoice
    private var watch: Subscription?
    private var daily: (any ClockTimer)?
    private var rounds = WorkRounds()
    private var working: Task<Void, Never>?
    private var retries: [String: Retry] = [:]
    private var absences: [String: any ClockTimer] = [:]
    /// Callers that wait for the state of a registration.
    private var settling: [String: Waiters] = [:]
    /// Number of changes that applications are told of.
    private(set) var changes = 0
    private var wantsRefresh = false
    private var isStopping = false
    /// Tells whether the clock can be trusted before anything old is deleted.
    private var trust: ClockTrust

    /// A pause before a registration is tried again.
    private struct Retry {
        var count = 0
        var timer: (any ClockTimer)?
        /// Whether the pause is over.
        var isDue = true
    }

    /// Seconds between two refreshes of all registrations.
    private static let refreshInterval = Duration.seconds(86_400)
    /// Seconds for which a distributor may be away before another one takes over its registrations.
    private static let absenceLimit = Duration.seconds(600)
    /// Seconds before the first retry, and before the later ones at most.
    private static let retryRange = 5.0...3600.0
    /// Seconds for which an application may have no desktop file before it is unregistered: 30 days.
    private static let missingLimit: TimeInterval = 30 * 86_400
    /// Seconds after which it is noted again that an application has a desktop file.
    private static let seenInterval: TimeInterval = 43_200

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger,
        distributor: String?, environment: [String: String],
        tell: @escaping @Sendable (_ app: String, _ registration: RemoteRegistration) async -> Bool
    ) {
        (self.connection, self.store, self.clock, self.logger) = (connection, store, clock, logger)
        loop = connection.loop
        link = DistributorLink(connection: connection, logger: logger)
        choice = DistributorChoice(
            configured: distributor.map(PushNames.distributor),
            environment: environment["UNIFIEDPUSH_DISTRIBUTOR"].flatMap { $0.isEmpty ? nil : PushNames.distributor($0) }
        )
        self.tell = tell
        trust = ClockTrust(clock)
    }

    /// Makes the registrations of an earlier agent again. Without any, nothing runs and nothing is watched.
    package func start() async {
        do {
            choice.commanded = try await store.pushChoice()
            let tokens = try await store.retiredTokens()
            if try await !store.registrations().isEmpty || !tokens.isEmpty { try await refresh() }
        } catch {
            logger.error("Could not read the registrations", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Applies a changed configuration.
    package func use(distributor: String?) async {
        let configured = distributor.map(PushNames.distributor)
        guard configured != choice.configured else { return }
        choice.configured = configured
        await refreshIfNeeded()
    }

    /// Makes all registrations again, because the machine was asleep.
    package func resumed() async { await refreshIfNeeded() }

    package func stop() async {
        isStopping = true
        watch?.cancel()
        daily?.cancel()
        for retry in retries.values { retry.timer?.cancel() }
        for timer in absences.values { timer.cancel() }
        for key in settling.keys { resumeWaiters(of: key) }
        // A distributor may be waiting for the next agent while this one waits for the distributor's reply.
        working?.cancel()
        await working?.value
    }

    // MARK: - Rounds

    /// Makes every registration again, whether a retry is due or not.
    func refresh() async throws {
        try await beginWatching()
        work(isRefresh: true)
    }

    /// Watches distributors and sets the daily timer, once there is a registration.
    func beginWatching() async throws {
        if watch == nil { try await watchDistributors() }
        guard daily == nil, !isStopping else { return }
        daily = clock.timer(after: Self.refreshInterval, on: loop) { [weak self] in
            self?.assumeIsolated { $0.dayIsOver() }
        }
    }

    private func refreshIfNeeded() async {
        guard watch != nil else { return }
        try? await refresh()
    }

    private func dayIsOver() {
        daily = nil
        // Why: this is a task of its own, because a timer's handler can't wait.
        Task { try? await refresh() }
    }

    /// Works on the registrations that need it; with `isRefresh` on all of them.
    func work(isRefresh: Bool = false) {
        wantsRefresh = wantsRefresh || isRefresh
        guard !isStopping, rounds.begin() else { return }
        // Why: this is a task of its own, because callers must not wait for distributors.
        working = Task {
            repeat {
                let isRefresh = wantsRefresh
                wantsRefresh = false
                await workOnAll(isRefresh: isRefresh)
            } while rounds.end() && !isStopping
        }
    }

    private func workOnAll(isRefresh: Bool) async {
        do {
            let registrations = try await store.registrations()
            let retired = try await store.retiredTokens()
            let available = try await link.names().all
            // Distributors work side by side: one that hangs holds up no other.
            await withTaskGroup(of: Void.self) { group in
                for row in registrations where isRefresh || needsWork(row) {
                    group.addTask { await self.begin(row, among: available) }
                }
                for token in retired where available.contains(token.distributor) {
                    group.addTask { [link, store] in
                        if await link.unregister(token) { try? await store.forgetRetired(token.token) }
                    }
                }
            }
        } catch {
            logger.error("Could not work on the registrations", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    private func needsWork(_ row: RemoteRegistration) -> Bool {
        if let retry = retries[row.key] { return retry.isDue }
        return row.renews || row.state == .pending
    }

    private func begin(_ row: RemoteRegistration, among available: Set<String>) async {
        guard !isStopping, await !isForgotten(row) else { return }
        retries[row.key]?.isDue = false
        let distributor = choice.distributor(current: row.distributor, among: available)
        guard let (new, effects) = await step(row.token, .begin(distributor: distributor)) else { return }
        // The former token is retired, and the next round tells its distributor.
        if new.token != row.token { rounds.again() }
        guard effects.contains(.register) else { return }
        let reply = await link.register(new)
        // A cancelled call is no answer of the distributor.
        guard !isStopping else { return }
        await step(new.token, .replied(reply))
    }

    /// Ends the registration of an application whose desktop file has been gone for long; returns whether that was done.
    ///
    /// An application that never had a desktop file, such as a script's, stays registered.
    private func isForgotten(_ row: RemoteRegistration) async -> Bool {
        let now = clock.now
        guard !InstalledApplication(id: row.app).isInstalled else {
            let isFresh = row.seen.map { (0..<Self.seenInterval).contains(now.timeIntervalSince($0)) } ?? false
            if !isFresh { _ = try? await store.changeRegistration(token: row.token) { $0.seen = now } }
            return false
        }
        guard let seen = row.seen, now.timeIntervalSince(seen) > Self.missingLimit, trust.isEarned(by: clock) else {
            return false
        }
        logger.notice("Unregistered an application without a desktop file", metadata: [LogKey.app: "\(row.app)"])
        return (try? await store.unregister(row.app, row.instance)) == true
    }

    // MARK: - Steps

    /// Applies an event to a registration, and logs a failure of the store.
    @discardableResult
    private func step(
        _ token: String, _ event: RegistrationEvent
    ) async -> (RemoteRegistration, [RegistrationEffect])? {
        do {
            return try await apply(event, to: token)
        } catch {
            logger.error("Could not change a registration", metadata: [LogKey.error: "\(ErrorSummary(error))"])
            return nil
        }
    }

    /// Applies an event to a registration, on disk first; then carries out the consequences, except
    /// ``RegistrationEffect/register``.
    ///
    /// - Returns: The changed registration and the consequences; nil if there is no registration of this token.
    /// - Throws: ``NotificationStore/StoreError``, ``WebPush/WebPushError/noLibrary``.
    @discardableResult
    func apply(
        _ event: RegistrationEvent, to token: String
    ) async throws -> (RemoteRegistration, [RegistrationEffect])? {
        let fresh = try RegistrationKeys()
        let changed = try await store.changeRegistration(token: token) { $0.handle(event, fresh: fresh) }
        guard let (row, effects) = changed else { return nil }
        if effects.contains(.retry) {
            retryLater(row)
        } else if row.state == .registered {
            retries.removeValue(forKey: row.key)?.timer?.cancel()
        }
        if effects.contains(.tell) {
            changes += 1
            try await note(row)
            announce(row)
            resumeWaiters(of: row.key)
        }
        return changed
    }

    /// Waits for the next change of a registration, unless any registration has changed since `seen`.
    func waitForChange(of key: String, since seen: Int) async {
        guard !isStopping, changes == seen else { return }
        await withCheckedContinuation { settling[key, default: Waiters()].add($0) }
    }

    func resumeWaiters(of key: String) {
        var waiters = settling.removeValue(forKey: key)
        waiters?.resume()
    }

    /// Logs the state of a registration, which also tells `belfry listen` and `belfry push register`.
    private func note(_ row: RemoteRegistration) async throws {
        let isRegistered = row.state == .registered
        try await store.note(
            EventRecord(
                app: row.app, identifier: row.instance, kind: isRegistered ? .registered : .unregistered,
                date: clock.now, detail: row.reason.map { ["reason": .string($0)] } ?? [:]))
    }

    private func retryLater(_ row: RemoteRegistration) {
        guard !isStopping else { return }
        var retry = retries[row.key] ?? Retry()
        retry.timer?.cancel()
        let pause = min(Self.retryRange.lowerBound * Double(1 << min(retry.count, 12)), Self.retryRange.upperBound)
        retry.count += 1
        retry.isDue = false
        let key = row.key
        // The pause is spread, so that many machines do not ask a server at the same moment.
        let spread = pause * Double.random(in: 0.75...1.25)
        retry.timer = clock.timer(after: .seconds(spread), on: loop) { [weak self] in
            self?.assumeIsolated { registrar in
                registrar.retries[key]?.isDue = true
                registrar.work()
            }
        }
        retries[key] = retry
    }

    /// Tells the application of the state, if it runs; else the state waits for its next `Attach`.
    func announce(_ row: RemoteRegistration) {
        guard !isStopping else { return }
        // Why: this is a task of its own, because an application may take long to reply.
        Task { await tellState(of: row) }
    }

    func tellState(of row: RemoteRegistration) async {
        guard await tell(row.app, row) else { return }
        _ = try? await store.changeRegistration(token: row.token) { current in
            // The state may have changed while the application was told of the former one.
            if current.state == row.state, current.endpoint == row.endpoint, current.reason == row.reason {
                current.isTold = true
            }
        }
    }

    // MARK: - Distributors come and go

    private func watchDistributors() async throws {
        let rule = MatchRule(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            argument0Namespace: PushNames.distributorNamespace)
        watch = try await connection.subscribe(to: rule) { [weak self] signal in
            guard let name = signal.arguments.first?.string, let new = signal.arguments.last?.string else { return }
            self?.assumeIsolated { $0.distributor(name, isThere: !new.isEmpty) }
        }
    }

    private func distributor(_ name: String, isThere: Bool) {
        guard !isStopping else { return }
        absences.removeValue(forKey: name)?.cancel()
        guard !isThere else { return work(isRefresh: true) }
        absences[name] = clock.timer(after: Self.absenceLimit, on: loop) { [weak self] in
            self?.assumeIsolated { registrar in
                registrar.absences[name] = nil
                registrar.work(isRefresh: true)
            }
        }
    }
}

extension RemoteRegistration {
    /// Name of the registration, which its token does not change.
    var key: String { "\(app)\n\(instance)" }
}
