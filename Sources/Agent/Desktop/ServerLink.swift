// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import Logging

/// Who the notification server is at the moment, and what it can do.
///
/// Follows the owner of `org.freedesktop.Notifications`; capabilities are read anew for each owner
/// (quirks 1, 4 and 66). Used by the ``Desktop`` only, on the loop.
actor ServerLink {
    /// A server that answered.
    struct Server: Hashable, Sendable {
        let owner: String
        let capabilities: ServerCapabilities
        /// Name, vendor, version and specification, as it says itself.
        let information: [String]
    }

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let connection: Connection
    private let logger: Logger
    private let arrived: @Sendable (Server) -> Void
    private let left: @Sendable (_ owner: String) -> Void
    private var subscription: Subscription?
    private var hasAskedForStart = false

    private(set) var server: Server?
    private var owner: String?

    /// How long a server may take to say what it can do.
    private static let patience = Duration.seconds(5)

    /// Both closures are called on the loop: `arrived` when a server owns the name and has said what it can do,
    /// `left` when that owner is gone, before a next one arrives.
    init(
        connection: Connection, logger: Logger, arrived: @escaping @Sendable (Server) -> Void,
        left: @escaping @Sendable (String) -> Void
    ) {
        self.connection = connection
        self.loop = connection.loop
        self.logger = logger
        self.arrived = arrived
        self.left = left
    }

    func start() async throws {
        subscription = try await connection.watch(name: NotifyCall.interface) { [weak self] _, new in
            self?.assumeIsolated { $0.ownerChanged(to: new) }
        }
    }

    func stop() {
        subscription?.cancel()
        subscription = nil
    }

    /// Asks the bus to start a server, once in the agent's life (quirk 6).
    func startServerIfActivatable() {
        guard owner == nil, !hasAskedForStart else { return }
        hasAskedForStart = true
        // Nobody waits for the answer: a server that comes is an owner change.
        Task {
            guard try await connection.activatableNames().contains(NotifyCall.interface) else { return }
            try await connection.startService(name: NotifyCall.interface)
        }
    }

    private func ownerChanged(to new: String?) {
        if let owner {
            server = nil
            left(owner)
        }
        owner = new
        guard let new else { return }
        // One task for each owner; its result counts only while that owner is the one.
        Task { await greet(new) }
    }

    private func greet(_ owner: String) async {
        let capabilities = await ask("GetCapabilities", of: owner)?.first?.strings ?? []
        let information = await ask("GetServerInformation", of: owner)?.compactMap(\.string) ?? []
        guard self.owner == owner else { return }
        let server = Server(
            owner: owner, capabilities: ServerCapabilities(capabilities), information: information)
        self.server = server
        logger.notice("A notification server is there", metadata: [LogKey.server: "\(information.first ?? owner)"])
        arrived(server)
    }

    private func ask(_ member: String, of owner: String) async -> [Value]? {
        let call = Message.methodCall(
            destination: owner, path: NotifyCall.path, interface: NotifyCall.interface, member: member,
            arguments: [], autoStart: false)
        do {
            return try await connection.call(call, timeout: Self.patience).arguments
        } catch {
            logger.warning(
                "The notification server did not answer",
                metadata: [LogKey.method: "\(member)", LogKey.error: "\(error)"])
            return nil
        }
    }
}
