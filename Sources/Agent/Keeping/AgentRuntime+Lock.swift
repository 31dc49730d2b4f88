// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationStore

/// One agent has the store, whatever bus it is on.
extension AgentRuntime {
    /// How long another agent may take to let go of the store.
    private static let lockTime = Duration.seconds(5)
    /// The same for one whose bus is gone: it waits for its return as long.
    private static let lostTime = reconnectPause * reconnectTries + .seconds(5)

    /// Where others look for this agent.
    var whereabouts: AgentWhereabouts { AgentWhereabouts(folder: paths.state) }

    /// Waits a moment for an agent that is about to end.
    ///
    /// - Throws: ``AlreadyRunning``, also if the other agent is on another bus; ``CannotReplace``;
    ///   ``NotificationStore/StoreError``.
    func lockStore(_ takeover: Takeover?) async throws -> StoreLock {
        let predecessor = await takeover?.predecessor
        var limit = predecessor == nil ? Self.lockTime : Takeover.patience
        let start = ContinuousClock.now
        var hasLooked = takeover != nil
        while true {
            if let lock = try StoreLock(folder: paths.state) { return lock }
            if !hasLooked, let noted = whereabouts.noted {
                hasLooked = true
                let isServed = await isServed(noted)
                if isServed, whereabouts.address(otherThan: address.address) != nil {
                    throw AlreadyRunning(address: noted)
                }
                if !isServed { limit = Self.lostTime }
            }
            guard early != .stopped, ContinuousClock.now - start < limit else {
                guard takeover != nil, early != .stopped else {
                    throw AlreadyRunning(address: whereabouts.address(otherThan: address.address))
                }
                let who = predecessor.map { "process \($0) was asked to end, and after \(limit) it" }
                throw CannotReplace(
                    reason: (who ?? "one that is not on this session bus") + " has not let go of \(paths.state)")
            }
            try await Task.sleep(for: .milliseconds(predecessor == nil ? 50 : 10))
        }
    }

    /// Whether an agent is on the bus of this address.
    private func isServed(_ address: String) async -> Bool {
        guard let connection = try? Connection(to: .at(address), on: loop) else { return false }
        let owner = try? await connection.owner(of: AgentNames.busName)
        await connection.close()
        return owner != nil
    }
}
