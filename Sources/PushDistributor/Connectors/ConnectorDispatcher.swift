// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import EventLoop
import FoundationEssentials
import Logging

/// Delivers the items that wait in the store to the connectors, each of which has a queue of its own.
///
/// Calls of connectors run side by side; work on the store runs in one task, in order.
actor ConnectorDispatcher: LoopActor {
    nonisolated let loop: EventLoop

    private let connection: Connection
    private let store: DistributorStore
    private let logger: Logger
    /// Returns the endpoint of a registration; nil while the configuration lacks the registration's push server.
    private let endpoint: @Sendable (Registration) -> String?
    private let failed: @Sendable (DistributorStoreError) -> Void

    private var connectors: [String: Connector] = [:]
    private var jobs = StoreJobs()
    private var rounds = WorkRounds()
    private var activatable: Subscription?
    private var isStopping = false
    private var stopping = Waiters()

    /// A connector's queue with its timers and the watch for the owner of its bus name.
    private struct Connector {
        var queue = ConnectorQueue()
        var pause: TimerSource?
        var rest: TimerSource?
        var watch: Subscription?
        /// Whether anybody owns the connector's bus name; nil while the name is not watched.
        var hasOwner: Bool?

        func end() {
            pause?.cancel()
            rest?.cancel()
            watch?.cancel()
        }
    }

    /// Seconds in which a connector must reply to one item, including the time in which the connector starts.
    static let patience = Duration.seconds(30)

    /// Takes closures that are called on the bus connection's loop; `failed` when the store can't be read or written.
    init(
        connection: Connection, store: DistributorStore, logger: Logger, patience: Duration = patience,
        endpoint: @escaping @Sendable (Registration) -> String?,
        failed: @escaping @Sendable (DistributorStoreError) -> Void
    ) {
        (self.connection, self.store, self.logger, self.patience) = (connection, store, logger, patience)
        (self.endpoint, self.failed) = (endpoint, failed)
        loop = connection.loop
    }

    private let patience: Duration

    /// Starts to deliver the store's items; the distributor must own its bus name, by which connectors recognize it.
    func start(_ services: [String]) async throws {
        let rule = MatchRule(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "ActivatableServicesChanged")
        activatable = try await connection.subscribe(to: rule) { [weak self] _ in
            self?.assumeIsolated { dispatcher in
                for service in dispatcher.connectors.keys { dispatcher.handle(.activatableChanged, of: service) }
            }
        }
        stored(for: services)
    }

    /// Delivers newly stored items to the connectors of these services.
    func stored(for services: some Sequence<String>) { for service in services { handle(.stored, of: service) } }

    /// Tells a connector the endpoint of the token that it has just registered.
    func registered(_ service: String) { handle(.registered, of: service) }

    /// Removes the items of an unregistered token from the connector's queue.
    func forget(_ token: String, of service: String) {
        guard connectors[service] != nil else { return }
        handle(.forgotten(token: token), of: service)
    }

    /// Forgets a connector that was unregistered.
    func forget(_ service: String) { connectors.removeValue(forKey: service)?.end() }

    /// Returns the state of a connector's queue, in a word of the D-Bus interface.
    func state(of service: String) -> String {
        switch connectors[service]?.queue.phase {
        case .idle?, nil: "idle"
        case .loading?, .sending?: "sending"
        case .pausing?, .resting?: "pausing"
        case .absent?: "absent"
        }
    }

    /// Stops calling connectors; acknowledgements that have arrived are stored.
    func stop() async {
        isStopping = true
        activatable?.cancel()
        for connector in connectors.values { connector.end() }
        connectors = [:]
        // No work on the store is added any more, so the work ends after at most one further round.
        while !rounds.isIdle { await withCheckedContinuation { stopping.add($0, if: !rounds.isIdle) } }
    }

    // MARK: - Events and effects

    func handle(_ event: ConnectorQueue.Event, of service: String) {
        guard !isStopping else { return }
        let effects = connectors[service, default: Connector()].queue.handle(event)
        for effect in effects { perform(effect, of: service) }
        // An idle queue is deleted, and made anew when an item is stored.
        if connectors[service]?.queue.phase == .idle { forget(service) }
    }

    private func perform(_ effect: ConnectorQueue.Effect, of service: String) {
        switch effect {
        case .load(let id): add { $0.loads.append((service, id)) }
        case .send(let delivery): send(delivery, to: service)
        case .markTold(let registration): add { $0.told.append(registration) }
        case .delete(let id, let isRefused):
            add { isRefused ? $0.refused.append(id) : $0.delivered.append(id) }
        case .pause(let time): connectors[service]?.pause = timer(time, .pauseIsOver, of: service)
        case .endPause: connectors[service]?.pause = nil
        case .rest(let time): connectors[service]?.rest = timer(time, .restIsOver, of: service)
        case .watch: add { $0.watches.append(service) }
        case .unwatch:
            connectors[service]?.watch?.cancel()
            connectors[service]?.watch = nil
            connectors[service]?.hasOwner = nil
        }
    }

    private func timer(_ time: Duration, _ event: ConnectorQueue.Event, of service: String) -> TimerSource {
        TimerSource(after: time, on: loop) { [weak self] in
            self?.assumeIsolated { $0.handle(event, of: service) }
        }
    }

    private func send(_ delivery: Delivery, to service: String) {
        let (message, version): (Message, Int)
        switch delivery {
        case .endpoint(let registration):
            guard let address = endpoint(registration) else {
                // The connector gets its endpoint once the configuration has the endpoint's or another server again.
                return loop.perform { [weak self] in
                    self?.assumeIsolated { $0.handle(.replied(.skipped), of: service) }
                }
            }
            (message, version) = (ConnectorCall.newEndpoint(registration, address), registration.version)
        case .message(let item): (message, version) = (ConnectorCall.message(item, to: service), item.version)
        }
        connection.assumeIsolated { connection in
            connection.start(message, timeout: patience) { [weak self] result in
                self?.assumeIsolated { $0.replied(result, version, of: service) }
            }
        }
    }

    private func replied(_ result: Result<Message, BusError>, _ version: Int, of service: String) {
        let reply = ConnectorQueue.Reply(result, version: version, hasOwner: connectors[service]?.hasOwner)
        if case .failure(let error) = result, reply != .accepted {
            logger.info(
                "A connector did not take a message",
                metadata: [DistributorLogKey.service: "\(service)", DistributorLogKey.reason: "\(error.name)"])
        }
        handle(.replied(reply), of: service)
    }

    // MARK: - The store

    private func add(_ change: (inout StoreJobs) -> Void) {
        change(&jobs)
        guard rounds.begin() else { return }
        // Why: this is a task of its own, as the bus's handlers can't wait for the disk; there is never a second task.
        Task { await work() }
    }

    private func work() async {
        repeat {
            let batch = jobs.take()
            do {
                let loaded = try await offLoop { [store] () throws(DistributorStoreError) in
                    try batch.perform(in: store)
                }
                for (service, deliveries) in loaded { handle(.loaded(deliveries), of: service) }
            } catch {
                failed(error)
                for (service, _) in batch.loads { handle(.loadFailed, of: service) }
            }
            for service in batch.watches { await watch(service) }
        } while rounds.end()
        stopping.resume()
    }

    private func watch(_ service: String) async {
        guard connectors[service] != nil else { return }
        let isNew = Flag()
        let watch = try? await connection.watch(name: service) { [weak self] _, owner in
            // A call of the handler before `watch` returns reports the present owner of the name, not a new one.
            self?.assumeIsolated { $0.changed(owner, of: service, isNew: isNew.isSet) }
        }
        isNew.isSet = true
        guard connectors[service] != nil else {
            watch?.cancel()
            return
        }
        connectors[service]?.watch?.cancel()
        connectors[service]?.watch = watch
        // A watch begins without a call of the handler if the name has no owner.
        if connectors[service]?.hasOwner == nil { connectors[service]?.hasOwner = false }
    }

    private func changed(_ owner: String?, of service: String, isNew: Bool) {
        guard connectors[service] != nil else { return }
        connectors[service]?.hasOwner = owner != nil
        if owner != nil { handle(.owned(isNew: isNew), of: service) }
    }

    /// A flag that is used on the loop only.
    private final class Flag: @unchecked Sendable {
        // Unchecked: the handler of a watch runs on the actor's loop.
        var isSet = false
    }
}

/// Work on the store that was gathered while earlier work ran.
private struct StoreJobs: Sendable {
    var loads: [(service: String, after: Int64)] = []
    var told: [Registration] = []
    var delivered: [Int64] = []
    var refused: [Int64] = []
    /// Bus names to watch; this is no work on the store, but is done in the same task.
    var watches: [String] = []

    mutating func take() -> StoreJobs {
        defer { self = StoreJobs() }
        return self
    }

    /// Writes before it reads, so that delivered items are not read again; returns the items read for each service.
    func perform(in store: DistributorStore) throws(DistributorStoreError) -> [(String, [Delivery])] {
        if !delivered.isEmpty || !refused.isEmpty { try store.finish(delivered, refused: refused) }
        for registration in told { try store.markTold(registration) }
        var loaded: [(String, [Delivery])] = []
        for (service, id) in loads {
            loaded.append((service, try store.deliveries(of: service, after: id, limit: ConnectorQueue.window)))
        }
        return loaded
    }
}
