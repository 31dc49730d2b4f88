// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
internal import DBus
internal import EventLoop
internal import Glibc

/// Runs `body` with a real agent on a private bus; ends both and removes the folders.
///
/// `environment` is added to the agent's, `configuration` is the text of `config.toml`, and `prepare` fills the folders
/// before any process starts. With `activates` the bus starts services from ``AgentFolders/services``; with `inMemory`
/// no write waits for a disk. `program` replaces the belfryd that was built with the tests.
package func withAgent<Result>(
    environment: [String: String] = [:], configuration: String? = nil, activates: Bool = false, inMemory: Bool = false,
    program: String? = nil,
    prepare: (AgentFolders) throws -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation, _ body: (TestAgent) async throws -> Result
) async throws -> Result {
    let folders = try AgentFolders(inMemory: inMemory)
    defer { folders.remove() }
    if let configuration { try folders.configure(configuration) }
    try prepare(folders)
    return try await withPrivateBus(serviceFolder: activates ? folders.services : nil) { address in
        let loop = EventLoop.onOwnThread(named: "caller")
        defer { loop.stop() }
        let plain = address.split(separator: ",").first.map(String.init) ?? address
        let agent = try await TestAgent(bus: plain, folders: folders, loop: loop, program: program)
        do {
            try await agent.start(environment)
            let result = try await body(agent)
            await agent.leave()
            return result
        } catch {
            // The report of a failed test contains the agent's log.
            print("belfryd of the failing test said:\n\(agent.log)\(agent.isRunning ? "" : "It had ended.")")
            await agent.leave()
            throw error
        }
    }
}

/// Runs `body` with a bus that it may kill, and an agent that it may start and must end.
///
/// If the folders are to outlive the bus, the caller makes and removes them. `serviceFolder` and `environment` are the
/// daemon's.
package func withMortalBus<Result>(
    folders: AgentFolders? = nil, serviceFolder: String? = nil, environment: [String: String] = [:],
    isolation: isolated (any Actor)? = #isolation, _ body: (PrivateBus, TestAgent) async throws -> Result
) async throws -> Result {
    let own = try folders ?? AgentFolders()
    defer { if folders == nil { own.remove() } }
    let loop = EventLoop.onOwnThread(named: "bus test")
    defer { loop.stop() }
    return try await withPrivateBusDaemon(serviceFolder: serviceFolder, environment: environment) { bus in
        let address = String(bus.address.prefix { $0 != "," })
        return try await body(bus, try await TestAgent(bus: address, folders: own, loop: loop))
    }
}

/// Runs `body` with a real agent and a scripted notification server on its bus.
package func withAgentAndServer<Result>(
    script: ScriptedServerScript = .init(), environment: [String: String] = [:], configuration: String? = nil,
    inMemory: Bool = false, program: String? = nil, prepare: (AgentFolders) throws -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation, _ body: (TestAgent, ScriptedServer) async throws -> Result
) async throws -> Result {
    try await withAgent(
        environment: environment, configuration: configuration, inMemory: inMemory, program: program, prepare: prepare
    ) { agent in
        try await withScriptedServer(on: agent.bus, script: script) { server in
            try await agent.hasMet(server)
            return try await body(agent, server)
        }
    }
}

extension TestAgent {
    /// Waits until the agent has asked a new server for its capabilities.
    package func hasMet(_ server: ScriptedServer, file: String = #fileID, line: Int = #line) async throws {
        while try await server.nextCall(file: file, line: line) != .information {}
        // The server's reply is in flight; the agent replies to a later call after it has received that reply.
        while try await proxy().status()["server"] == nil { try await yieldUntilDeadline() }
    }

    func leave() async {
        signal(SIGKILL)
        _ = try? await end()
        await connection.close()
    }
}
