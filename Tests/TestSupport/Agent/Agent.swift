// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus
package import EventLoop
internal import Glibc
internal import Synchronization

/// A real `belfryd` on a private bus, in temporary folders, and a client that calls it.
///
/// Made by `withAgent`. A test can kill it and start it again in the same folders.
package final class TestAgent: Sendable {
    /// The bus's address without its GUID, which therefore stays valid after a restart of the daemon.
    package let bus: String
    package let folders: AgentFolders
    /// The client's loop.
    package let loop: EventLoop
    /// The client's connection.
    package let connection: Connection
    private let owners = Mailbox<String?>()
    private let process = Mutex<AgentProcess?>(nil)

    private let program: String?

    /// The application of most tests.
    package static let app = "org.example.App"

    /// Prepares an agent without starting it; `program` is nil for the belfryd that was built with the tests.
    package init(bus: String, folders: AgentFolders, loop: EventLoop, program: String? = nil) async throws {
        self.program = program
        self.bus = bus
        self.folders = folders
        self.loop = loop
        connection = try Connection(to: .at(bus), on: loop)
        try await connection.watch(name: AgentNames.busName) { [owners] _, new in owners.put(new) }
    }

    /// Starts the agent and waits until it owns its name.
    ///
    /// `environment` is added to the agent's, such as `BELFRYD_CRASH_AT`.
    package func start(_ environment: [String: String] = [:], file: String = #fileID, line: Int = #line) async throws {
        _ = owners.takeAll()
        try spawn(environment)
        while try await owners.next(seconds: 20, file: file, line: line) == nil {}
    }

    /// Starts the agent without waiting.
    package func launch(_ environment: [String: String] = [:]) throws {
        _ = owners.takeAll()
        try spawn(environment)
    }

    private func spawn(_ environment: [String: String]) throws {
        let variables = folders.environment(bus: bus).merging(environment) { _, new in new }
        // A test that sets the time gives the agent a test clock.
        let clock = variables["BELFRY_NOW"] == nil ? [] : ["--test-clock"]
        let started = try AgentProcess(
            [try program ?? Self.program(), "--log-level", "debug"] + clock, environment: variables, log: folders.log)
        process.withLock { $0 = started }
    }

    /// Starts a further belfryd in the same folders, without waiting; `log` is the file for its output.
    package func another(_ arguments: [String], on bus: String? = nil, log: String) throws -> AgentProcess {
        try AgentProcess(
            [try Self.program()] + arguments, environment: folders.environment(bus: bus ?? self.bus), log: log)
    }

    /// Kills the agent, as a power cut would, and waits until the bus has noticed.
    package func kill(file: String = #fileID, line: Int = #line) async throws {
        signal(SIGKILL)
        try await end(file: file, line: line)
    }

    /// Waits until the agent has ended by itself and the bus has noticed.
    @discardableResult
    package func end(file: String = #fileID, line: Int = #line) async throws -> AgentProcess.Ending {
        guard let process = process.withLock({ $0 }) else { throw AgentProcess.Failure(what: "It was never started.") }
        let ending = try await process.end(file: file, line: line)
        while try await connection.owner(of: AgentNames.busName) != nil {
            while try await owners.next(file: file, line: line) != nil {}
        }
        return ending
    }

    /// Tells whether the agent is running.
    package var isRunning: Bool { process.withLock { $0 }?.isAlive == true }

    /// The number of its process; nil if it was never started.
    package var processID: Int32? { process.withLock { $0 }?.id }

    /// Sends a signal to its process.
    package func signal(_ signal: Int32) { process.withLock { $0 }?.send(signal) }

    /// Makes another connection, on a loop that the connection keeps alive.
    package func connect() throws -> Connection { try Connection(to: .at(bus), on: loop) }

    /// A proxy of the D-Bus interface, for one application.
    package func proxy(_ app: String = TestAgent.app, on connection: Connection? = nil) -> AgentProxy {
        AgentProxy(on: connection ?? self.connection, app: app)
    }

    /// The agent's log so far.
    package var log: String { folders.text(of: folders.log) ?? "" }

    /// The belfryd that was built with the tests, in the same folder, with its translations.
    package static func program(_ name: String = "belfryd") throws -> String {
        // In CI the tests run the optimised programs, which packaging/test builds into this folder.
        if let folder = getenv("BELFRY_PROGRAMS").map({ String(cString: $0) }), access("\(folder)/\(name)", X_OK) == 0 {
            return "\(folder)/\(name)"
        }
        let program = try "\(CompiledTranslations.buildFolder.get())/\(name)"
        guard access(program, X_OK) == 0 else {
            throw AgentProcess.Failure(what: "There is no \(program); build it first.")
        }
        _ = try CompiledTranslations.folder.get()
        return program
    }
}
