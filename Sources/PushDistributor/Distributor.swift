// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import DistributorStore
package import EventLoop
import FoundationEssentials
package import Logging

/// A UnifiedPush distributor on one connection to the bus, from the request for its bus name until it stops.
package actor Distributor: LoopActor {
    package nonisolated let loop: EventLoop

    let connection: Connection
    let store: DistributorStore
    nonisolated let logger: Logger
    private let makeSubscription: SubscriptionMaker
    /// A function that is called on the loop whenever an error shows that the store is damaged.
    private let damaged: @Sendable (DistributorStoreError) -> Void
    /// A function that is called on the event loop some seconds after the distributor's last work.
    private let rested: @Sendable () -> Void

    private(set) var configuration = DistributorConfiguration()
    /// The reason why a changed configuration is not in use.
    private(set) var configurationError: String?
    let configurationPath: String
    private(set) var subscriptions: [String: ServerSession] = [:]
    /// Rounds of work that set the channels of a server's subscription, by the server's name.
    private var channelRounds: [String: WorkRounds] = [:]
    /// Rounds of work that apply the configuration.
    private var reloads = WorkRounds()
    private(set) var dispatcher: ConnectorDispatcher?
    private var daily: TimerSource?
    private var clock = ClockCheck(at: Date(), .now)
    private var dayCount: TimerSource?
    private var rest: TimerSource?
    private var isStopping = false
    /// A limit of log lines about refused calls of `Register`, which any program may repeat.
    var refusals = LogPace()

    /// A subscription to a server, and the configuration of the server with which it was made.
    struct ServerSession {
        let server: PushServer
        let subscription: any ChannelSubscription
    }

    private static let day = Duration.seconds(86_400)
    /// Time between the distributor's last work and the call of ``rested``.
    private static let restingTime = Duration.seconds(3)

    /// Takes closures that are called on the loop: `damaged` if the store is damaged, `rested` after some idle seconds.
    package init(
        connection: Connection, store: DistributorStore, configurationPath: String, logger: Logger,
        makeSubscription: @escaping SubscriptionMaker, rested: @escaping @Sendable () -> Void = {},
        damaged: @escaping @Sendable (DistributorStoreError) -> Void
    ) {
        (self.connection, self.store, self.logger) = (connection, store, logger)
        (self.configurationPath, self.makeSubscription) = (configurationPath, makeSubscription)
        (self.rested, self.damaged) = (rested, damaged)
        loop = connection.loop
    }

    /// Takes the distributor's bus name, subscribes to the servers, and delivers the waiting messages.
    ///
    /// - Parameter patience: The time for a connector to reply, which tests shorten.
    /// - Throws: ``AlreadyRunning``, ``DBus/BusError``, ``DistributorStore/DistributorStoreError``.
    package func start(patience: Duration? = nil) async throws {
        // A changed configuration that arrives while the first one is applied waits for its turn.
        _ = reloads.begin()
        try await adoptServers()
        try await connection.export(try DistributorObject(self), at: DistributorNames.path)
        let dispatcher = ConnectorDispatcher(
            connection: connection, store: store, logger: logger,
            patience: patience ?? ConnectorDispatcher.patience,
            endpoint: { [weak self] registration in
                self?.assumeIsolated { $0.endpoint(of: registration) }
            },
            failed: { [weak self] error in self?.assumeIsolated { $0.storeFailed(error) } })
        self.dispatcher = dispatcher
        switch try await connection.requestName(DistributorNames.busName, flags: [.doNotQueue]) {
        case .primaryOwner, .alreadyOwner: break
        case .exists, .inQueue: throw AlreadyRunning()
        }
        try await dispatcher.start(try await waitingServices())
        await openSubscriptions()
        while reloads.end() { await applyConfiguration() }
        await lookForServices()
        await countDay()
        rest = TimerSource(after: Self.restingTime, on: loop) { [rested] in rested() }
    }

    /// Restarts the timer that calls `rested`, because there is work.
    func noteWork() { rest?.set(after: Self.restingTime) }

    /// Ends the subscriptions and stores the acknowledgements that connectors have sent.
    package func stop() async {
        isStopping = true
        daily?.cancel()
        dayCount?.cancel()
        rest?.cancel()
        for entry in subscriptions.values { await entry.subscription.stop() }
        subscriptions = [:]
        await dispatcher?.stop()
    }

    /// Connects to all servers at once, because the network is available or the machine has woken.
    package func retryNow() async {
        for entry in subscriptions.values { await entry.subscription.retryNow() }
    }

    // MARK: - The configuration

    /// Sets the configuration before ``start(patience:)``; without this call, the distributor has no push server.
    package func begin(_ configuration: DistributorConfiguration) { self.configuration = configuration }

    /// Applies a changed configuration. Subscriptions to servers that have not changed go on.
    package func use(_ configuration: DistributorConfiguration) async {
        configurationError = nil
        self.configuration = configuration
        guard reloads.begin() else { return }
        repeat { await applyConfiguration() } while reloads.end()
    }

    private func applyConfiguration() async {
        guard !isStopping else { return }
        for (name, entry) in subscriptions where configuration.server(named: name) != entry.server {
            subscriptions[name] = nil
            await entry.subscription.stop()
        }
        do throws(DistributorStoreError) {
            try await adoptServers()
            await openSubscriptions()
            await dispatcher?.stored(for: try await waitingServices())
        } catch {
            storeFailed(error)
        }
    }

    /// Keeps the present configuration, because the changed one has an error.
    package func reject(_ reason: String) { configurationError = reason }

    /// Gives a new channel to registrations whose push server has left the configuration, or has another address.
    private func adoptServers() async throws(DistributorStoreError) {
        let servers = configuration.servers
        let known = servers.map { KnownServer(name: $0.name, address: "\($0.engine.rawValue) \($0.publish)") }
        let number = try await offLoop { [store] () throws(DistributorStoreError) in
            try store.use(known) { name in
                guard let server = servers.first(where: { $0.name == name }) else { throw CancellationError() }
                return try server.newChannel()
            }
        }
        guard number > 0 else { return }
        logger.notice(
            "Registrations got a new endpoint, because their server has changed",
            metadata: [DistributorLogKey.count: "\(number)"])
    }

    private func waitingServices() async throws(DistributorStoreError) -> [String] {
        try await offLoop { [store] () throws(DistributorStoreError) in try store.waitingServices() }
    }

    private func openSubscriptions() async {
        for server in configuration.servers {
            if subscriptions[server.name] == nil, !isStopping {
                let positions = try? await offLoop { [store] in try store.positions(of: server.name) }
                let subscription = await makeSubscription(server, positions ?? []) { [weak self] in
                    try await self?.receive($0, $1, $2)
                }
                guard !isStopping else { return await subscription.stop() }
                subscriptions[server.name] = ServerSession(server: server, subscription: subscription)
            }
            await setChannels(of: server.name)
        }
        if configuration.servers.isEmpty {
            logger.notice(
                "No push server is configured, so nothing can be registered",
                metadata: [DistributorLogKey.path: "\(configurationPath)"])
        }
    }

    /// Passes a server's stored channels to its subscription; of several changes at once, only the newest is applied.
    func setChannels(of server: String) async {
        guard channelRounds[server, default: WorkRounds()].begin() else { return }
        repeat {
            let channels = try? await offLoop { [store] in try store.channels(of: server) }
            if let channels { await subscriptions[server]?.subscription.setChannels(channels) }
        } while channelRounds[server]?.end() == true && !isStopping
    }

    private func endpoint(of registration: Registration) -> String? {
        configuration.server(named: registration.server)?.endpoint(of: registration.channel)
    }

    // MARK: - Messages

    private func receive(_ messages: [PushMessage], _ position: StreamPosition, _ dropped: Int) async throws {
        noteWork()
        let date = Date()
        let isTrusted = clock.isPassed(at: date, .now)
        do throws(DistributorStoreError) {
            let services = try await offLoop { [store] () throws(DistributorStoreError) in
                // A day with new messages is counted here, because the daily timer is late if the machine sleeps much.
                if isTrusted { try store.noteDay(at: date) }
                return try store.receive(messages, position, dropped: dropped)
            }
            await dispatcher?.stored(for: services)
        } catch {
            storeFailed(error)
            throw error
        }
    }

    func storeFailed(_ error: DistributorStoreError) {
        // The store's error sentences quote no value, which could be a secret.
        let sentence = error.description
        logger.error("The store can't be used", metadata: [DistributorLogKey.error: "\(sentence)"])
        if error.isDamage { damaged(error) }
    }

    // MARK: - Services come and go

    /// Once a day, counts the day for the waiting messages if the clock can be trusted, and drops messages that have
    /// waited for too many days.
    private func countDay() async {
        guard !isStopping else { return }
        let date = Date()
        let isTrusted = clock.isPassed(at: date, .now)
        dayCount = TimerSource(after: isTrusted ? Self.day : ClockCheck.patience, on: loop) { [weak self] in
            // Why: this is a task of its own, because a timer's handler can't wait; there is one an hour at most.
            Task { await self?.countDay() }
        }
        guard isTrusted else { return }
        do throws(DistributorStoreError) {
            try await offLoop { [store] () throws(DistributorStoreError) in try store.noteDay(at: date) }
        } catch {
            storeFailed(error)
        }
    }

    /// Looks for services that neither run nor can be started, at the start and once a day, and removes the
    /// registrations of services that have been gone for long.
    private func lookForServices() async {
        guard !isStopping else { return }
        daily = TimerSource(after: Self.day, on: loop) { [weak self] in
            // Why: this is a task of its own, because a timer's handler can't wait; there is one a day.
            Task { await self?.lookForServices() }
        }
        do {
            let present = Set(try await connection.names() + connection.activatableNames())
            let over = try await offLoop { [store] () throws(DistributorStoreError) in
                try store.noteServices(present: present, at: Date())
            }
            guard !over.isEmpty else { return }
            for service in over {
                logger.notice(
                    "Unregistered a service that has been gone for long",
                    metadata: [DistributorLogKey.service: "\(service)"])
                await dispatcher?.forget(service)
            }
            for server in configuration.servers { await setChannels(of: server.name) }
        } catch let error as DistributorStoreError {
            storeFailed(error)
        } catch {
            // The connection is lost, and the program ends.
            logger.debug("Could not look for services")
        }
    }
}

/// The error of a second distributor on the same bus.
package struct AlreadyRunning: Error, CustomStringConvertible {
    package let description = "another program owns the bus name \(DistributorNames.busName)"
}
