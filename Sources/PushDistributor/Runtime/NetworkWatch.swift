// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Logging

/// Watches for good moments to connect to a push server: the network is available again, or the machine has woken.
///
/// NetworkManager and logind report these moments. Without a system bus or these services, the distributor waits until
/// the pause before its next attempt to connect ends.
actor NetworkWatch: LoopActor {
    nonisolated let loop: EventLoop

    private let bus: BusAddress
    private let logger: Logger
    private let changed: @Sendable () -> Void
    private var connection: Connection?

    /// The lowest of NetworkManager's states with a network beyond this machine's own: `NM_STATE_CONNECTED_SITE`.
    private static let connected = 60

    /// Takes a closure that is called on the event loop when connecting is worth a try.
    init(_ bus: BusAddress = .system, on loop: EventLoop, logger: Logger, changed: @escaping @Sendable () -> Void) {
        (self.bus, self.loop, self.logger, self.changed) = (bus, loop, logger, changed)
    }

    func start() async {
        do {
            let connection = try Connection(to: bus, on: loop)
            self.connection = connection
            let sleep = MatchRule(
                sender: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep")
            try await connection.subscribe(to: sleep) { [changed] message in
                if case .boolean(false)? = message.arguments.first { changed() }
            }
            let network = MatchRule(
                sender: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager",
                interface: "org.freedesktop.NetworkManager", member: "StateChanged")
            try await connection.subscribe(to: network) { [changed] message in
                if let state = message.arguments.first?.int, state >= Self.connected { changed() }
            }
        } catch {
            logger.info("Could not watch the network", metadata: [DistributorLogKey.error: "\(type(of: error))"])
        }
    }

    func stop() async {
        await connection?.close()
        connection = nil
    }
}
