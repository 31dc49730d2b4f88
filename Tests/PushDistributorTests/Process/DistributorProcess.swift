// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import EventLoop
import FoundationEssentials
import PushDistributor
import TestSupport

/// The folders and the bus of one test of the program.
struct ProcessFixture: Sendable {
    let daemon: PrivateBus
    let loop: EventLoop
    let folder: String
    var bus: String { daemon.address }

    var configuration: String { folder + "/config/belfry/distributor.toml" }
    var state: String { folder + "/state/belfry-distributor" }
    var database: String { state + "/distributor.sqlite" }
    var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

    func configure(_ toml: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/config/belfry", withIntermediateDirectories: true)
        try Data(toml.utf8).write(to: URL(filePath: configuration))
    }

    /// Starts the program, and waits until it owns its name.
    func start(_ variables: [String: String] = [:]) async throws -> AgentProcess {
        let process = try launch(variables: variables)
        let connection = try Connection(to: .at(bus), on: loop)
        let appeared = Mailbox<Void>()
        try await connection.watch(name: DistributorNames.busName) { _, owner in
            if owner != nil { appeared.put(()) }
        }
        try await appeared.next()
        await connection.close()
        return process
    }

    /// Starts the program.
    func launch(_ options: [String] = [], variables: [String: String] = [:]) throws -> AgentProcess {
        try AgentProcess(
            [TestAgent.program("belfry-distributor")] + options, environment: environment.merging(variables) { $1 },
            log: folder + "/log")
    }

    /// Waits until the program says these words of its state; returns all that it says.
    @discardableResult
    func status(saying words: String, file: String = #fileID, line: Int = #line) async throws -> String {
        try await withDeadline(file: file, line: line) {
            while true {
                let output = try await status().output
                if output.contains(words) { return output }
                try await yieldUntilDeadline()
            }
        }
    }

    /// Runs `belfry-distributor status`.
    func status(_ options: String...) async throws -> Program {
        try await Program.run(
            [TestAgent.program("belfry-distributor"), "status"] + options, environment: environment)
    }

    private var environment: [String: String] {
        [
            "HOME": folder, "XDG_CONFIG_HOME": folder + "/config", "XDG_STATE_HOME": folder + "/state",
            "DBUS_SESSION_BUS_ADDRESS": bus, "DBUS_SYSTEM_BUS_ADDRESS": bus, "PATH": "/usr/bin:/bin",
        ]
    }
}

/// Runs a test's body with folders and a bus for the program.
func withProcessFixture(
    isolation: isolated (any Actor)? = #isolation, _ body: (ProcessFixture) async throws -> Void
) async throws {
    let folder = try temporaryFolder("distributor")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = EventLoop.onOwnThread(named: "test")
    defer { loop.stop() }
    try await withPrivateBusDaemon { daemon in
        try await body(ProcessFixture(daemon: daemon, loop: loop, folder: folder))
    }
}
