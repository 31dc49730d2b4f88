// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus
package import EventLoop
internal import Glibc
internal import Synchronization

/// The real `belfryd` on a private bus, in folders of its own, and a caller of it.
///
/// Made by `withAgent`. It can be killed and started again in the same folders.
package final class TestAgent: Sendable {
    /// The bus's address, without its number: it outlives a daemon.
    package let bus: String
    package let folders: AgentFolders
    /// The caller's loop.
    package let loop: EventLoop
    /// The caller's connection.
    package let connection: Connection
    private let owners = Mailbox<String?>()
    private let process = Mutex<AgentProcess?>(nil)

    private let program: String?

    /// The application that most tests speak for.
    package static let app = "org.example.App"

    /// An agent that is not started yet; `program` is nil for the belfryd that was built with the tests.
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

    /// Starts the agent and waits for nothing.
    package func launch(_ environment: [String: String] = [:]) throws {
        _ = owners.takeAll()
        try spawn(environment)
    }

    private func spawn(_ environment: [String: String]) throws {
        let variables = folders.environment(bus: bus).merging(environment) { _, new in new }
        // Whoever says what time it is has a clock of their own.
        let clock = variables["BELFRY_NOW"] == nil ? [] : ["--test-clock"]
        let started = try AgentProcess(
            [try program ?? Self.program(), "--log-level", "debug"] + clock, environment: variables, log: folders.log)
        process.withLock { $0 = started }
    }

    /// Starts a further belfryd in the same folders, and waits for nothing; `log` is the file for what it says.
    package func another(_ arguments: [String], on bus: String? = nil, log: String) throws -> AgentProcess {
        try AgentProcess(
            [try Self.program()] + arguments, environment: folders.environment(bus: bus ?? self.bus), log: log)
    }

    /// Ends it as a power cut would, and waits until the bus has noticed.
    package func kill(file: String = #fileID, line: Int = #line) async throws {
        signal(SIGKILL)
        try await end(file: file, line: line)
    }

    /// Waits until it has ended by itself and the bus has noticed.
    @discardableResult
    package func end(file: String = #fileID, line: Int = #line) async throws -> AgentProcess.Ending {
        guard let process = process.withLock({ $0 }) else { throw AgentProcess.Failure(what: "It was never started.") }
        let ending = try await process.end(file: file, line: line)
        while try await connection.owner(of: AgentNames.busName) != nil {
            while try await owners.next(file: file, line: line) != nil {}
        }
        return ending
    }

    /// Whether it has not ended.
    package var isRunning: Bool { process.withLock { $0 }?.isAlive == true }

    /// The number of its process; nil where it was never started.
    package var processID: Int32? { process.withLock { $0 }?.id }

    /// Sends it a signal.
    package func signal(_ signal: Int32) { process.withLock { $0 }?.send(signal) }

    /// Another connection, on a loop that the connection keeps alive.
    package func connect() throws -> Connection { try Connection(to: .at(bus), on: loop) }

    /// The contract, for one application.
    package func proxy(_ app: String = TestAgent.app, on connection: Connection? = nil) -> AgentProxy {
        AgentProxy(on: connection ?? self.connection, app: app)
    }

    /// Everything that the agent has logged so far.
    package var log: String { folders.text(of: folders.log) ?? "" }

    /// The belfryd that was built with the tests: it lies beside them.
    package static func program(_ name: String = "belfryd") throws -> String {
        let link = realpath("/proc/self/exe", nil)
        defer { free(link) }
        let own = link.map { String(cString: $0) } ?? ""
        let bundle = zip(CommandLine.arguments, CommandLine.arguments.dropFirst())
            .first { $0.0 == "--test-bundle-path" }?.1
        for path in [own, bundle ?? "", CommandLine.arguments[0]] {
            guard let slash = path.lastIndex(of: "/") else { continue }
            let program = path[..<slash] + "/" + name
            if access(String(program), X_OK) == 0 { return String(program) }
        }
        throw AgentProcess.Failure(what: "There is no \(name) beside \(own); build it first.")
    }
}
