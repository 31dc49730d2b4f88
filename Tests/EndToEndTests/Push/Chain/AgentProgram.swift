// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import Synchronization
import TestSupport

/// The process of an agent that may outlive its bus, and then comes to the next one at the same address.
final class AgentProgram: Sendable {
    private let folders: AgentFolders
    private let process = Mutex<AgentProcess?>(nil)

    init(in folders: AgentFolders) { self.folders = folders }

    private var isAlive: Bool { process.withLock { $0 }?.isAlive == true }

    /// Starts the agent without waiting.
    func launch(on agent: TestAgent, _ environment: [String: String] = [:]) throws {
        let variables = folders.environment(bus: agent.bus).merging(environment) { _, new in new }
        let started = try AgentProcess(
            [try TestAgent.program(), "--log-level", "debug"], environment: variables, log: folders.log)
        process.withLock { $0 = started }
    }

    /// Starts the agent unless it lives, and waits until it owns its name.
    ///
    /// An agent that is to crash at a step may have crashed before its name is seen. An agent that has waited too long
    /// for this bus ends by itself, and another one is started.
    func start(on agent: TestAgent, _ environment: [String: String] = [:]) async throws {
        if isAlive, try await ownsName(on: agent) { return }
        try launch(on: agent, environment)
        guard try await ownsName(on: agent) || environment["BELFRYD_CRASH_AT"] != nil else {
            throw AgentProcess.Failure(what: "the agent has ended: \(agent.log.suffix(2000))")
        }
    }

    /// Waits until the agent owns its name; returns false if it has ended before.
    private func ownsName(on agent: TestAgent) async throws -> Bool {
        try await withDeadline {
            while try await agent.connection.owner(of: AgentNames.busName) == nil {
                guard self.isAlive else { return false }
                try await yieldUntilDeadline()
            }
            return true
        }
    }

    func signal(_ signal: Int32) { process.withLock { $0 }?.send(signal) }

    /// Kills the agent, and waits until the bus has noticed.
    func kill(on agent: TestAgent) async throws {
        signal(SIGKILL)
        try await end(on: agent)
    }

    /// Waits until the agent has ended by itself, and the bus has noticed.
    func end(on agent: TestAgent) async throws {
        try await process.withLock { $0 }?.end()
        try await waitUntilGone(from: agent)
    }

    /// Kills the agent, whose bus may be gone.
    func killProcess() async throws {
        signal(SIGKILL)
        try await process.withLock { $0 }?.end()
    }

    /// Waits until the bus has noticed that the agent has ended.
    private func waitUntilGone(from agent: TestAgent) async throws {
        try await withDeadline {
            while try await agent.connection.owner(of: AgentNames.busName) != nil { try await yieldUntilDeadline() }
        }
    }
}
