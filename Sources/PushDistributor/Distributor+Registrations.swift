// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import EventLoop
import FoundationEssentials
import Logging

/// Calls that connectors make, and calls that people make with their tools.
extension Distributor {
    /// Registers a token. The caller gets the reply first; the connector's `NewEndpoint` is called afterwards.
    ///
    /// - Throws: ``DBus/BusError`` if the bus is lost.
    func register(_ wish: RegistrationWish, from sender: String) async throws -> RegisterReply {
        guard try await connection.owner(of: wish.service) == sender else {
            return refuse(wish, .unauthorized, "The caller does not own the bus name \(wish.service).")
        }
        guard let server = configuration.servers.first else {
            return refuse(wish, .actionRequired, "No push server is configured; name one in \(configurationPath).")
        }
        let outcome: RegistrationOutcome
        do {
            let channel = try server.newChannel()
            outcome = try await offLoop { [store] () throws(DistributorStoreError) in
                try store.register(wish, server: server.name, channel: channel, at: Date())
            }
        } catch {
            if let error = error as? DistributorStoreError { storeFailed(error) }
            return refuse(wish, .internalError, "The registration could not be stored.")
        }
        switch outcome {
        case .taken: return refuse(wish, .unauthorized, "The token belongs to another service.")
        case .tooMany(let limit):
            return refuse(wish, .unauthorized, "There are too many registrations; the limit is \(limit).")
        case .registered(let registration, let isNew):
            loop.perform { [weak self] in
                self?.assumeIsolated { $0.announce(registration, isNew: isNew) }
            }
            return .succeeded
        }
    }

    private func refuse(_ wish: RegistrationWish, _ reason: RegisterReply.Reason, _ message: String) -> RegisterReply {
        if let count = refusals.add(at: .now) {
            logger.warning(
                "Did not register a connector",
                metadata: [
                    DistributorLogKey.service: "\(wish.service)", DistributorLogKey.reason: "\(message)",
                    DistributorLogKey.count: "\(count)",
                ])
        }
        return .failed(reason, message: message)
    }

    private func announce(_ registration: Registration, isNew: Bool) {
        dispatcher?.assumeIsolated { $0.registered(registration.service) }
        guard isNew else { return }
        logger.info("Registered a connector", metadata: [DistributorLogKey.service: "\(registration.service)"])
        // Why: this is a task of its own, because the reply to the caller must not wait for the push server; several
        // such tasks share one round of ``setChannels(of:)``.
        Task {
            // The configuration may have changed while the registration was stored.
            if configuration.server(named: registration.server) == nil { return await use(configuration) }
            await setChannels(of: registration.server)
        }
    }

    /// Ends a registration; an unknown token is no error.
    ///
    /// - Throws: `AccessDenied` unless the caller owns the registration's service; `Failed` if the store can't be used.
    func unregister(_ token: String, from sender: String) async throws {
        let found = try await onStore { store throws(DistributorStoreError) in try store.registration(token: token) }
        guard let registration = found else { return }
        guard try await connection.owner(of: registration.service) == sender else {
            throw BusError.accessDenied("The token belongs to \(registration.service).")
        }
        _ = try await onStore { store throws(DistributorStoreError) in try store.unregister(token: token) }
        await dispatcher?.forget(token, of: registration.service)
        loop.perform { [weak self] in self?.assumeIsolated { $0.confirmEnd(of: registration) } }
    }

    private func confirmEnd(of registration: Registration) {
        // A connector that has left needs no confirmation.
        try? connection.assumeIsolated { try $0.send(ConnectorCall.unregistered(registration)) }
        logger.info("Unregistered a connector", metadata: [DistributorLogKey.service: "\(registration.service)"])
        // Why: this is a task of its own, because the reply to the caller must not wait for the push server; several
        // such tasks share one round of ``setChannels(of:)``.
        Task { await setChannels(of: registration.server) }
    }

    // MARK: - People

    func status() async throws -> DistributorStatus {
        let (rows, waiting, dropped) = try await onStore { store throws(DistributorStoreError) in
            (try store.registrations(), try store.waitingCounts(), try store.droppedCounts())
        }
        var servers: [DistributorStatus.Server] = []
        for server in configuration.servers {
            let report = await subscriptions[server.name]?.subscription.report()
            servers.append(
                DistributorStatus.Server(
                    name: server.name, engine: server.engine.rawValue, state: report?.state ?? "idle",
                    reason: report?.reason, channels: UInt32(clamping: rows.count { $0.server == server.name })))
        }
        let counts = dropped.map { ($0.rawValue, UInt32(clamping: $1)) }
        return DistributorStatus(
            configuration: configurationPath, configurationError: configurationError, advice: advice(rows),
            servers: servers, registrations: rows.count, waiting: waiting.values.reduce(0, +),
            dropped: Dictionary(uniqueKeysWithValues: counts))
    }

    private func advice(_ rows: [Registration]) -> String? {
        if configuration.servers.isEmpty {
            let lost = rows.isEmpty ? "" : " The \(rows.count) registrations that there are get no messages."
            return "Name a push server in \(configurationPath), then send SIGHUP to belfry-distributor.\(lost)"
        }
        return configurationError.map { "Correct \(configurationPath), then send SIGHUP: \($0)" }
    }

    /// Returns the reply of `Registrations`: a dictionary for each registration, without secrets.
    func registrations() async throws -> [[String: Value]] {
        let (rows, waiting) = try await onStore { store throws(DistributorStoreError) in
            (try store.registrations(), try store.waitingCounts())
        }
        return rows.map { row in
            let state = dispatcher?.assumeIsolated { $0.state(of: row.service) }
            return [
                "service": .string(row.service), "description": .string(row.description),
                "version": .uint32(UInt32(row.version)), "server": .string(row.server),
                "created": .int64(Int64(row.created.timeIntervalSince1970)), "told": .boolean(row.isTold),
                "waiting": .uint32(UInt32(clamping: waiting[row.token] ?? 0)), "state": .string(state ?? "idle"),
            ]
        }
    }

    private func onStore<Value: Sendable>(
        _ body: @escaping @Sendable (DistributorStore) throws(DistributorStoreError) -> Value
    ) async throws -> Value {
        do {
            return try await offLoop { [store] () throws(DistributorStoreError) in try body(store) }
        } catch {
            storeFailed(error)
            throw BusError.failed("The store can't be used.")
        }
    }
}
