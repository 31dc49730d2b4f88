// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
package import AgentMachine
package import DBus
package import EventLoop
import FoundationEssentials
package import Logging
package import NotificationStore

/// Registers applications with distributors, and keeps the registrations alive.
///
/// The agent is one connector for all applications: each registration has a token of its own. Every registration is
/// made again when the agent starts, when the machine wakes, when a distributor appears, and once a day.
package actor PushRegistrar: LoopActor {
    package nonisolated let loop: EventLoop

    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let link: DistributorLink
    /// Tells a running application of a state of its registration; returns false if it does not run or does not reply.
    let tell: @Sendable (_ app: String, _ registration: RemoteRegistration) async -> Bool

    /// Tells the person that a distributor waits for an action of theirs.
    let askPerson: @Sendable (_ distributor: String) async -> Void

    var choice: DistributorChoice
    private var watch: Subscription?
    private var daily: (any ClockTimer)?
    private var agenda = Agenda()
    var retries: [String: Retry] = [:]
    /// Missing distributors that registrations use, by bus name.
    private var absences: [String: Absence] = [:]
    /// Bus names of the distributors that have registrations.
    private var used: Set<String> = []
    /// Callers that wait for the state of a registration.
    var settling: [String: Waiters] = [:]
    /// Number of changes to registrations so far that applications are told of.
    var changes = 0
    private(set) var isStopping = false
    /// Tells whether the clock can be trusted before the registrations of missing applications are deleted.
    private var trust: ClockTrust

    /// Work on registrations that is to be done, or under way.
    private struct Agenda {
        var rounds = WorkRounds()
        var round: Task<Void, Never>?
        /// Whether every registration is to be made again.
        var isRefresh = false
        /// Registrations that an application wants to be made again, by key.
        var due: Set<String> = []
        /// Calls to distributors that wait for a reply, by the registration's key or by the token that is to be forgotten.
        var calls: [String: Task<Void, Never>] = [:]
    }

    /// A pause before a registration is tried again.
    struct Retry {
        var count = 0
        var timer: (any ClockTimer)?
        /// Whether the pause is over.
        var isDue = true
    }

    private struct Absence {
        let timer: any ClockTimer
        /// Whether the absence is so long that another distributor may take over the registrations.
        var isLong = false
    }

    private static let refreshInterval = Duration.seconds(86_400)
    /// Time for which a distributor may be away before another distributor takes over its registrations.
    private static let absenceLimit = Duration.seconds(600)
    /// Seconds for which an application may have no desktop file before it is unregistered: 30 days.
    private static let missingLimit: TimeInterval = 30 * 86_400
    /// Seconds after which it is noted again that an application has a desktop file.
    private static let seenInterval: TimeInterval = 43_200

    package init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger,
        distributor: String?, environment: [String: String],
        tell: @escaping @Sendable (_ app: String, _ registration: RemoteRegistration) async -> Bool,
        askPerson: @escaping @Sendable (_ distributor: String) async -> Void
    ) {
        (self.connection, self.store, self.clock, self.logger) = (connection, store, clock, logger)
        loop = connection.loop
        link = DistributorLink(connection: connection, logger: logger)
        choice = DistributorChoice(
            configured: distributor.map(PushNames.distributor),
            environment: environment["UNIFIEDPUSH_DISTRIBUTOR"].flatMap { $0.isEmpty ? nil : PushNames.distributor($0) }
        )
        (self.tell, self.askPerson) = (tell, askPerson)
        trust = ClockTrust(clock)
    }

    /// Loads the registrations of an earlier agent. Must run before the first call of an application, because a
    /// registration that the call adds would be made twice.
    package func prepare() async {
        do {
            choice.commanded = try await store.pushChoice()
            agenda.due = Set(try await store.registrations().map(\.key))
        } catch {
            logger.error("Could not read the registrations", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Makes again all registrations that ``prepare()`` has loaded. Without registrations and retired tokens, no
    /// distributor is watched.
    package func start() async {
        do {
            let tokens = try await store.retiredTokens()
            guard !agenda.due.isEmpty || !tokens.isEmpty else { return }
            try await beginWatching()
            work()
        } catch {
            logger.error("Could not read the registrations", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Applies the distributor that a changed configuration names.
    package func use(distributor: String?) async {
        let configured = distributor.map(PushNames.distributor)
        guard configured != choice.configured else { return }
        choice.configured = configured
        await refreshIfNeeded()
    }

    /// Makes all registrations again, because the machine was asleep.
    package func resumed() async { await refreshIfNeeded() }

    /// Makes all registrations again if one of them has failed without a network; called when the machine comes online.
    package func hasNetwork() async {
        let rows = (try? await store.registrations()) ?? []
        if rows.contains(where: { $0.reason == RegistrationFailure.network.rawValue }) { await refreshIfNeeded() }
    }

    /// Makes the registrations that an import has added.
    package func takeUp() async {
        do {
            try await refresh()
        } catch {
            logger.error("Could not watch distributors", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Ignores replies of distributors from now on: distributors refuse an agent that has given up its bus name.
    package func prepareToStop() { isStopping = true }

    package func stop() async {
        isStopping = true
        watch?.cancel()
        daily?.cancel()
        for retry in retries.values { retry.timer?.cancel() }
        for absence in absences.values { absence.timer.cancel() }
        for key in settling.keys { resumeWaiters(of: key) }
        // The calls to distributors are cancelled: a distributor may reply only once the next agent runs.
        let tasks = [agenda.round].compactMap(\.self) + agenda.calls.values
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
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
            self?.assumeIsolated { registrar in
                registrar.daily = nil
                // Why: this is a task of its own, because a timer's handler can't wait.
                Task { try? await registrar.refresh() }
            }
        }
    }

    private func refreshIfNeeded() async {
        guard watch != nil else { return }
        try? await refresh()
    }

    /// Makes the registrations again that are due, or all with `isRefresh`; has distributors forget retired tokens.
    func work(isRefresh: Bool = false) {
        agenda.isRefresh = agenda.isRefresh || isRefresh
        guard !isStopping, agenda.rounds.begin() else { return }
        // Why: the work is a task of its own, because callers must not wait for the store and the bus.
        agenda.round = Task {
            repeat {
                let isRefresh = agenda.isRefresh
                agenda.isRefresh = false
                await workOnAll(isRefresh: isRefresh)
            } while agenda.rounds.end() && !isStopping
        }
    }

    private func workOnAll(isRefresh: Bool) async {
        do {
            let registrations = try await store.registrations()
            let retired = try await store.retiredTokens()
            let available = try await link.names().all
            used = Set(registrations.map(\.distributor))
            agenda.due.formIntersection(registrations.map(\.key))
            if isRefresh { agenda.due.formUnion(registrations.map(\.key)) }
            // A registration whose call to a distributor is still under way is made again after that call.
            for row in registrations
            where agenda.calls[row.key] == nil && (agenda.due.contains(row.key) || needsWork(row)) {
                agenda.due.remove(row.key)
                call(row.key) { await $0.begin(row, among: available) }
            }
            for token in retired where available.contains(token.distributor) && agenda.calls[token.token] == nil {
                call(token.token) { [link, store] _ in
                    if await link.unregister(token) { try? await store.forgetRetired(token.token) }
                }
            }
        } catch {
            logger.error("Could not work on the registrations", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Makes a registration again, once its present call to a distributor has ended.
    func makeAgain(_ key: String) {
        agenda.due.insert(key)
        work()
    }

    private func call(_ key: String, _ body: @escaping @Sendable (isolated PushRegistrar) async -> Void) {
        // Why: each call is a task of its own, so that a distributor that hangs delays no other registration.
        agenda.calls[key] = Task {
            await body(self)
            agenda.calls[key] = nil
            if agenda.due.contains(key) { work() }
        }
    }

    private func needsWork(_ row: RemoteRegistration) -> Bool {
        if let retry = retries[row.key] { return retry.isDue }
        return row.renews || row.state == .pending
    }

    private func begin(_ row: RemoteRegistration, among available: Set<String>) async {
        guard !isStopping, await !isForgotten(row), !waitsForDistributor(row, among: available) else { return }
        retries[row.key]?.isDue = false
        let distributor = choice.distributor(current: row.distributor, among: available)
        guard let (new, effects) = await step(row.token, .begin(distributor: distributor)) else { return }
        used.insert(new.distributor)
        // The former token is retired, and another round of work asks its distributor to forget the token.
        if new.token != row.token { work() }
        guard effects.contains(.register) else { return }
        let reply = await link.register(new)
        // While the agent stops, `reply` does not count: the call was cancelled, or the distributor refuses an agent
        // that has given up its bus name.
        guard !isStopping else { return }
        await step(new.token, .replied(reply))
    }

    /// Ends the registration of an application whose desktop file is long gone; returns whether the registration ended.
    ///
    /// An application that never had a desktop file, such as a script's, stays registered.
    private func isForgotten(_ row: RemoteRegistration) async -> Bool {
        let now = clock.now
        // Desktop files are read off the loop: a refresh reads those of all applications.
        let isInstalled = await offLoop { InstalledApplication(id: row.app).isInstalled }
        guard !isInstalled else {
            let isFresh = row.seen.map { (0..<Self.seenInterval).contains(now.timeIntervalSince($0)) } ?? false
            if !isFresh { _ = try? await store.changeRegistration(token: row.token) { $0.seen = now } }
            return false
        }
        guard let seen = row.seen, now.timeIntervalSince(seen) > Self.missingLimit, trust.isEarned(by: clock) else {
            return false
        }
        logger.notice("Unregistered an application without a desktop file", metadata: [LogKey.app: "\(row.app)"])
        guard (try? await store.unregister(row.app, row.instance)) != nil else { return false }
        // Another round of work asks the distributor to forget the token.
        work()
        return true
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
        absences.removeValue(forKey: name)?.timer.cancel()
        if isThere {
            work(isRefresh: true)
        } else if used.contains(name) {
            beginAbsence(of: name)
        }
    }

    private func beginAbsence(of name: String) {
        let timer = clock.timer(after: Self.absenceLimit, on: loop) { [weak self] in
            self?.assumeIsolated { registrar in
                registrar.absences[name]?.isLong = true
                registrar.work(isRefresh: true)
            }
        }
        absences[name] = Absence(timer: timer)
    }

    /// Returns whether a registration stays with a missing distributor that may come back soon: the distributor is
    /// being restarted, or starts later than the agent.
    private func waitsForDistributor(_ row: RemoteRegistration, among available: Set<String>) -> Bool {
        let name = row.distributor
        guard row.state == .registered, !row.renews, !available.contains(name),
            choice.explicit == nil || choice.explicit == name
        else { return false }
        if absences[name] == nil { beginAbsence(of: name) }
        return absences[name]?.isLong == false
    }
}
