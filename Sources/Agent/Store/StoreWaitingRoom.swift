// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentInterface
import AgentPush
import AgentPrograms
import DBus
import EventLoop
import NotificationStore
import Synchronization

/// Owns the agent's bus name while there is no usable store, and tells every caller the reason.
final class StoreWaitingRoom: Sendable {
    private let connection: Connection
    private let object: UnavailableStoreObject

    /// Exports an object that refuses calls, and takes the bus name.
    ///
    /// - Throws: ``AlreadyRunning``, ``DBus/BusError``.
    init(_ reason: StoreError, paths: AgentPaths, address: BusAddress, loop: EventLoop) async throws {
        connection = try Connection(to: address, on: loop)
        // The object answers `belfry doctor`, so the unsandboxed helper must identify this connection's callers.
        if let link = UnsandboxedLink.shared { await link.use(connection) }
        object = try UnavailableStoreObject(reason, connection: connection, paths: paths)
        try await connection.export(object, at: AgentNames.path)
        let object = object
        let connector = try UnavailableConnectorObject { object.refusal }
        try await connection.export(connector, at: PushNames.connectorPath)
        switch try await connection.requestName(AgentNames.busName, flags: [.doNotQueue]) {
        case .primaryOwner, .alreadyOwner: break
        case .exists, .inQueue: throw AlreadyRunning()
        }
    }

    /// Sets the reason with which calls are refused from now on.
    func say(_ reason: StoreError) { object.reason.withLock { $0 = reason } }

    var isOpen: Bool { get async { await connection.isOpen } }

    func close() async {
        try? await connection.releaseName(AgentNames.busName)
        await connection.close()
    }
}
