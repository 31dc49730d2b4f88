// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentLog
import AgentMachine
import DBus
import EventLoop
import Logging
import Triggers

/// The agent's client of GeoClue, which finds the machine's position (`org.freedesktop.GeoClue2` on the system bus).
///
/// The actor carries out ``LocationCycle``'s effects about GeoClue in order, and tells the cycle of GeoClue's events.
actor GeoClueClient: LoopActor {
    nonisolated let loop: EventLoop

    private let systemBus: SystemBus
    private let logger: Logger
    /// Passes an event to ``LocationCycle``; called on the event loop, in the order of GeoClue's messages.
    private let tell: @Sendable (LocationCycle.Event) -> Void

    private var client: ObjectPath?
    /// Whether the agent wants a GeoClue client; a client that a late reply brings after the deletion is deleted, too.
    private var isWanted = false
    private var subscriptions: [Subscription] = []
    private var ownerWatch: Subscription?
    /// Number of creations, deletions and losses of the client; the reply to an earlier call is ignored.
    private var generation = 0
    private var work: [@Sendable (isolated GeoClueClient) async -> Void] = []
    /// Whether effects of ``LocationCycle`` are being carried out: GeoClue has not answered a call yet.
    private(set) var isWorking = false

    /// Timeout for GeoClue's replies, except the reply to `GetClient`, for which ``LocationCycle`` sets the limit.
    private static let patience = Duration.seconds(10)

    init(systemBus: SystemBus, logger: Logger, tell: @escaping @Sendable (LocationCycle.Event) -> Void) {
        (self.systemBus, self.logger, self.tell) = (systemBus, logger, tell)
        loop = systemBus.loop
    }

    // MARK: - Effects

    /// Asks GeoClue for a client. GeoClue 2.6 never replies if no GeoClue agent runs that could decide for the person.
    func create() {
        generation += 1
        isWanted = true
        let own = generation
        // Why: this is a task of its own, because the reply may never come, and later effects must not wait for it.
        Task {
            do {
                let connection = try await systemBus.connected()
                try await watchOwner(on: connection)
                let reply = try await connection.call(
                    GeoClue.call(GeoClue.managerPath, GeoClue.manager, "GetClient"), timeout: nil)
                guard case .objectPath(let path)? = reply.arguments.first else {
                    throw BusError.failed("GeoClue returned no client.")
                }
                guard isWanted else { return forget(path) }
                // A later call of `GetClient` gets the same client, and sets it up.
                guard own == generation else { return }
                client = path
                try await listen(to: path, on: connection)
                await readLevel(on: connection)
                guard own == generation else { return }
                tell(.clientCreated)
            } catch {
                if own == generation { fail(error) }
            }
        }
    }

    /// Deletes the agent's client; GeoClue exits by itself when it has no clients.
    func delete() {
        generation += 1
        isWanted = false
        subscriptions.forEach { $0.cancel() }
        subscriptions = []
        if let client { forget(client) }
        client = nil
    }

    private func forget(_ client: ObjectPath) {
        perform { geoClue in
            await geoClue.send(
                GeoClue.call(GeoClue.managerPath, GeoClue.manager, "DeleteClient", [.objectPath(client)]))
        }
    }

    func start(_ level: AccuracyLevel, timeThreshold: UInt32) {
        perform { geoClue in
            guard let path = geoClue.client else { return }
            let settings: [(String, Value)] = [
                ("DesktopId", .string(AgentNames.desktopEntry)), ("RequestedAccuracyLevel", .uint32(level.rawValue)),
                ("TimeThreshold", .uint32(timeThreshold)), ("DistanceThreshold", .uint32(0)),
            ]
            for (name, value) in settings {
                let arguments: [Value] = [.string(GeoClue.client), .string(name), .variant(value)]
                let set = GeoClue.call(path, StandardInterfaces.properties, "Set", arguments)
                guard await geoClue.send(set) else { return }
            }
            await geoClue.send(GeoClue.call(path, GeoClue.client, "Start"))
        }
    }

    func stop() {
        perform { geoClue in
            guard let path = geoClue.client else { return }
            await geoClue.send(GeoClue.call(path, GeoClue.client, "Stop"))
        }
    }

    private func perform(_ effect: @escaping @Sendable (isolated GeoClueClient) async -> Void) {
        work.append(effect)
        guard !isWorking else { return }
        isWorking = true
        // Why: this is a task of its own, because the effects wait for GeoClue's replies.
        Task {
            while !work.isEmpty { await work.removeFirst()(self) }
            isWorking = false
        }
    }

    /// Calls GeoClue; if the call fails, reports the failure with ``tell`` and returns false.
    @discardableResult
    private func send(_ message: Message) async -> Bool {
        let own = generation
        do {
            _ = try await systemBus.connected().call(message, timeout: Self.patience)
            return true
        } catch {
            if own == generation, client != nil { fail(error) }
            return false
        }
    }

    private func fail(_ error: any Error) {
        logger.info("GeoClue does not tell the position", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        guard let error = error as? BusError else { return tell(.noService) }
        if error.name.hasSuffix(".AccessDenied") {
            tell(.accessDenied(LocationTrouble(accessDenied: error.message)))
        } else if error == .timeout || error.name.hasSuffix(".NoReply") {
            tell(.noReply)
        } else if error.isServiceUnknown || error == .disconnected || error.name.contains(".Spawn.") {
            tell(.noService)
        } else {
            // A restarted GeoClue does not know the client, or GeoClue is broken. In both cases a new client is needed.
            tell(.noReply)
        }
    }

    // MARK: - GeoClue's side

    private func watchOwner(on connection: Connection) async throws {
        guard ownerWatch == nil else { return }
        ownerWatch = try await connection.watch(name: GeoClue.name) { [weak self] old, new in
            self?.assumeIsolated { $0.ownerChanged(from: old, to: new) }
        }
    }

    private func ownerChanged(from old: String?, to new: String?) {
        if old != nil {
            generation += 1
            client = nil
            subscriptions.forEach { $0.cancel() }
            subscriptions = []
            tell(.daemonVanished)
        }
        if new != nil { tell(.daemonAppeared) }
    }

    /// Subscribes to the client's signals. Some versions of GeoClue don't send `LocationUpdated` for small movements,
    /// but still change the location object.
    private func listen(to path: ObjectPath, on connection: Connection) async throws {
        let updated = MatchRule(
            sender: GeoClue.name, path: path, interface: GeoClue.client, member: "LocationUpdated")
        let changed = MatchRule.propertiesChanged(below: path, from: GeoClue.name)
        let manager = MatchRule.propertiesChanged(at: GeoClue.managerPath, from: GeoClue.name)
        subscriptions = [
            try await connection.subscribe(to: updated) { [weak self] message in
                guard case .objectPath(let location)? = message.arguments.last else { return }
                self?.assumeIsolated { $0.read(location) }
            },
            try await connection.subscribe(to: changed) { [weak self] message in
                self?.assumeIsolated { $0.receiveChange(message, of: path) }
            },
            try await connection.subscribe(to: manager) { [weak self] message in
                let level = message.changedProperties["AvailableAccuracyLevel"]
                self?.assumeIsolated { $0.tellLevel(level) }
            },
        ]
    }

    private func readLevel(on connection: Connection) async {
        let reply = try? await connection.call(
            .getProperty(
                "AvailableAccuracyLevel", of: GeoClue.manager, at: GeoClue.managerPath, in: GeoClue.name,
                autoStart: true), timeout: Self.patience)
        tellLevel(reply?.arguments.first)
    }

    private func tellLevel(_ value: Value?) {
        guard let number = value?.int else { return }
        tell(.availableLevelChanged(AccuracyLevel.allCases.last { $0.rawValue <= number } ?? .none))
    }

    private func receiveChange(_ message: Message, of client: ObjectPath) {
        guard let path = message.path else { return }
        guard path == client else { return read(path) }
        if let isActive = message.changedProperties["Active"]?.bool { tell(.activeChanged(isActive)) }
    }

    /// Reads a location at once, because GeoClue removes the object of a location some seconds after the next location.
    private func read(_ location: ObjectPath) {
        guard location.rawValue != "/" else { return }
        let own = generation
        // Why: this is a task of its own, because GeoClue's next signals must not wait for the reply to this call.
        Task {
            let reply = try? await systemBus.connected().call(
                GeoClue.call(location, StandardInterfaces.properties, "GetAll", [.string(GeoClue.location)]),
                timeout: Self.patience)
            guard own == generation, let properties = reply?.arguments.first?.properties,
                let fix = GeoClue.fix(properties)
            else { return }
            tell(.fix(fix))
        }
    }
}
