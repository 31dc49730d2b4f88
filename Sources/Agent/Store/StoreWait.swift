// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import NotificationStore

/// Waits for the store's folder, which another agent may still have locked.
struct StoreWait {
    let folder: String
    let address: String
    /// Whether this agent replaces another, and the process that was asked to end; nil if none was.
    var takeover: (replaces: Bool, predecessor: Int32?) = (false, nil)

    /// Time in which the other agent must unlock the store.
    static let shortLimit = Duration.seconds(5)
    /// Time limit if the other agent's bus is gone: that agent waits about this long for the bus to return.
    static let longLimit = AgentRuntime.reconnectPause * AgentRuntime.reconnectTries + .seconds(5)

    /// Locks the store's folder; waits while another agent has it locked.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures the wait.
    ///   - isStopped: Returns whether this agent was told to end during the wait.
    ///   - isServed: Returns whether an agent is on the bus at an address.
    /// - Returns: The folder's lock.
    /// - Throws: ``AlreadyRunning``, at once if the other agent is found on another bus; ``CannotReplace``;
    ///   ``NotificationStore/StoreError``.
    func lock(
        by clock: some Clock<Duration>, isStopped: () -> Bool, isServed: (String) async -> Bool
    ) async throws -> StoreLock {
        let whereabouts = AgentWhereabouts(folder: folder)
        var limit = takeover.predecessor == nil ? Self.shortLimit : Takeover.patience
        let start = clock.now
        var hasLooked = takeover.replaces
        while true {
            if let lock = try StoreLock(folder: folder) { return lock }
            if !hasLooked, let noted = whereabouts.noted {
                hasLooked = true
                let isServed = await isServed(noted)
                if isServed, whereabouts.address(otherThan: address) != nil { throw AlreadyRunning(address: noted) }
                if !isServed { limit = Self.longLimit }
            }
            let isStopped = isStopped()
            guard !isStopped, start.duration(to: clock.now) < limit else {
                guard takeover.replaces, !isStopped else {
                    throw AlreadyRunning(address: whereabouts.address(otherThan: address))
                }
                let who = takeover.predecessor.map { "process \($0) was asked to end; after \(limit) it still" }
                throw CannotReplace(reason: (who ?? "an agent on another session bus") + " has \(folder) locked")
            }
            try await clock.sleep(for: .milliseconds(takeover.predecessor == nil ? 50 : 10))
        }
    }
}
