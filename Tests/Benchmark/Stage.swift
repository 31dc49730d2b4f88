// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import TestSupport

/// A private bus with a notification server and a caller, and folders for agents.
struct Stage: Sendable {
    let address: String
    let busProcess: Int32
    let folder: String
    let server: CountingServer
    /// The caller's connection; its loop runs the measurements.
    let client: Connection
    private let owners: Mailbox<String?>

    /// Creates a stage, runs `body` and cleans up.
    static func with<Result>(on loop: EventLoop, _ body: (Stage) async throws -> Result) async throws -> Result {
        try await withPrivateBusDaemon { bus in
            Interruption.add(bus.processID)
            defer { Interruption.remove(bus.processID) }
            let folder = try TemporaryFolder.make()
            defer { try? TemporaryFolder.delete(folder) }
            // Single notifications are measured, so the digest of many is switched off.
            try FileManager.default.createDirectory(
                atPath: "\(folder)/config/belfry", withIntermediateDirectories: true)
            try Data("[flood]\nburst = 0\n".utf8).write(to: URL(filePath: "\(folder)/config/belfry/config.toml"))
            let serverLoop = EventLoop.onOwnThread(named: "server")
            defer { serverLoop.stop() }
            let server = try await CountingServer.start(at: bus.address, on: serverLoop)
            let client = try Connection(to: .at(bus.address), on: loop)
            let owners = Mailbox<String?>()
            let watch = try await client.watch(name: AgentNames.busName) { _, new in owners.put(new) }
            let stage = Stage(
                address: bus.address, busProcess: bus.processID, folder: folder, server: server, client: client,
                owners: owners)
            do {
                let result = try await body(stage)
                watch.cancel()
                await client.close()
                return result
            } catch {
                await client.close()
                throw error
            }
        }
    }

    var agent: AgentProxy { AgentProxy(on: client, app: "org.belfry.Benchmark") }

    /// Environment of the programs on the stage.
    var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder, "XDG_RUNTIME_DIR": folder,
            "XDG_CONFIG_HOME": "\(folder)/config", "XDG_DATA_HOME": "\(folder)/data",
            "XDG_STATE_HOME": "\(folder)/state", "BELFRY_APP": "org.belfry.Benchmark",
            // Without it, only root could read the agent's memory size.
            "BELFRY_DEBUGGABLE": "1",
        ]
    }

    /// Runs `body` with an agent whose store is in a folder.
    ///
    /// `body` gets the agent's process and the seconds from its start until it owns its name and has replied to
    /// `Status`.
    func withAgent<Result>(
        state: String? = nil, _ body: (_ process: Int32, _ startSeconds: Double) async throws -> Result
    ) async throws -> Result {
        let log = "\(folder)/belfryd.log"
        let begin = ContinuousClock.now
        let process = try ChildProcess(
            [Programs.belfryd, "--state", state ?? "\(folder)/state/belfry"], environment: environment, errorLog: log)
        let result: Result
        do {
            while try await owners.next(seconds: 30) == nil {}
            _ = try await agent.status()
            result = try await body(process.id, Stopwatch.seconds(begin.duration(to: .now)))
        } catch {
            try? process.end()
            let words = (ProcessFigures.read(log) ?? "").split(separator: "\n").last ?? ""
            throw MeasurementError("\(error) \(words)")
        }
        try process.end()
        while try await owners.next(seconds: 10) != nil {}
        return result
    }

    /// Waits until the agent has finished its work so far: its store handles calls in order.
    func settle() async throws { _ = try await agent.status() }
}
