// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentInterface
import DBus
import NotificationStore

/// The lock of the store, which only one agent can have, whatever bus it is on.
extension AgentRuntime {
    /// The note from which other processes learn this agent's bus.
    var whereabouts: AgentWhereabouts { AgentWhereabouts(folder: paths.state) }

    /// Locks the store; waits a moment for an agent that is about to end.
    ///
    /// - Throws: ``AlreadyRunning``, for an agent on any bus; ``CannotReplace``; ``NotificationStore/StoreError``.
    func lockStore(_ takeover: Takeover?) async throws -> StoreLock {
        let wait = StoreWait(
            folder: paths.state, address: address.address,
            takeover: (takeover != nil, await takeover?.predecessor))
        return try await wait.lock(
            by: ContinuousClock(), isStopped: { early == .stopped }, isServed: { await isServed($0) })
    }

    /// Returns whether an agent is on the bus at this address.
    private func isServed(_ address: String) async -> Bool {
        guard let connection = try? Connection(to: .at(address), on: loop) else { return false }
        let owner = try? await connection.owner(of: AgentNames.busName)
        await connection.close()
        return owner != nil
    }
}
