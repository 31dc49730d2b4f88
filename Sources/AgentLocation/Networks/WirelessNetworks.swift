// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
import DBus
package import EventLoop
package import Logging

/// The Wi-Fi networks that the machine is connected to, as NetworkManager tells.
package actor WirelessNetworks: LoopActor {
    package nonisolated let loop: EventLoop

    private let systemBus: SystemBus
    private let logger: Logger
    /// Gets the SSIDs when they have changed, on the event loop; nil if NetworkManager does not run.
    private let tell: @Sendable (Set<String>?) -> Void

    private var subscriptions: [Subscription] = []
    private var rounds = WorkRounds()
    private var known: Set<String>??

    package init(systemBus: SystemBus, logger: Logger, tell: @escaping @Sendable (Set<String>?) -> Void) {
        (self.systemBus, self.logger, self.tell) = (systemBus, logger, tell)
        loop = systemBus.loop
    }

    /// The SSIDs that were last reported by ``tell``; nil if NetworkManager does not run.
    package var names: Set<String>? { known.flatMap(\.self) }

    /// Reads the SSIDs now; nil if NetworkManager does not run.
    package func present() async -> Set<String>? { try? await read() }

    package func start() async {
        do {
            let connection = try await systemBus.connected()
            let changed = MatchRule.propertiesChanged(below: NetworkNames.path, from: NetworkNames.name)
            subscriptions.append(
                try await connection.subscribe(to: changed) { [weak self] message in
                    guard NetworkNames.isAboutConnections(message) else { return }
                    self?.assumeIsolated { $0.look() }
                })
            subscriptions.append(
                try await connection.watch(name: NetworkNames.name) { [weak self] _, _ in
                    self?.assumeIsolated { $0.look() }
                })
        } catch {
            logger.info("Could not watch the networks", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
        look()
    }

    package func stop() {
        subscriptions.forEach { $0.cancel() }
        subscriptions = []
    }

    /// Reads the networks from NetworkManager again, and reports a change with ``tell``.
    private func look() {
        guard rounds.begin() else { return }
        // Why: this is a task of its own, because signals must not wait for NetworkManager's replies.
        Task {
            repeat {
                let names = try? await read()
                if known != .some(names) {
                    known = .some(names)
                    tell(names)
                }
            } while rounds.end()
        }
    }

    private func read() async throws -> Set<String> {
        let connection = try await systemBus.connected()
        let active = try await get(
            "ActiveConnections", of: NetworkNames.name, at: NetworkNames.path, on: connection)
        var names: Set<String> = []
        for case .objectPath(let path) in active.array ?? [] {
            if let name = try? await network(of: path, on: connection) { names.insert(name) }
        }
        return names
    }

    /// Returns the SSID of an active connection; nil for a connection that has no Wi-Fi, or that is not up yet.
    private func network(of path: ObjectPath, on connection: Connection) async throws -> String? {
        let interface = NetworkNames.activeConnection
        guard try await get("Type", of: interface, at: path, on: connection).string == "802-11-wireless",
            try await get("State", of: interface, at: path, on: connection).int == NetworkNames.activated
        else { return nil }
        for point in await accessPoints(of: path, on: connection) {
            let bytes = try? await get("Ssid", of: NetworkNames.accessPoint, at: point, on: connection).bytes
            if let bytes, !bytes.isEmpty { return String(validating: bytes, as: UTF8.self) }
        }
        return nil
    }

    /// Returns the access points that an active connection may use now, the likeliest first.
    ///
    /// After roaming, an old NetworkManager keeps the first access point as `SpecificObject`, even if vanished.
    private func accessPoints(of path: ObjectPath, on connection: Connection) async -> [ObjectPath] {
        let interface = NetworkNames.activeConnection
        var points: [Value?] = []
        let devices = try? await get("Devices", of: interface, at: path, on: connection)
        for case .objectPath(let device) in devices?.array ?? [] {
            points.append(
                try? await get("ActiveAccessPoint", of: NetworkNames.wirelessDevice, at: device, on: connection))
        }
        points.append(try? await get("SpecificObject", of: interface, at: path, on: connection))
        return points.compactMap { if case .objectPath(let point)? = $0, point != "/" { point } else { nil } }
    }

    private func get(
        _ property: String, of interface: String, at path: ObjectPath, on connection: Connection
    ) async throws -> Value {
        let reply = try await connection.call(
            .getProperty(property, of: interface, at: path, in: NetworkNames.name))
        return reply.arguments.first?.unwrapped ?? .string("")
    }
}

/// NetworkManager's bus name, object path and interfaces.
private enum NetworkNames {
    static let name = "org.freedesktop.NetworkManager"
    static let path: ObjectPath = "/org/freedesktop/NetworkManager"
    static let activeConnection = "org.freedesktop.NetworkManager.Connection.Active"
    static let wirelessDevice = "org.freedesktop.NetworkManager.Device.Wireless"
    static let accessPoint = "org.freedesktop.NetworkManager.AccessPoint"
    /// The state of a connection that is up (`NM_ACTIVE_CONNECTION_STATE_ACTIVATED`).
    static let activated = 2

    /// Tells whether a message's changed properties may mean that a network was joined or left.
    static func isAboutConnections(_ message: Message) -> Bool {
        !Set(message.changedProperties.keys).isDisjoint(with: [
            "ActiveConnections", "State", "SpecificObject", "ActiveAccessPoint",
        ])
    }
}
