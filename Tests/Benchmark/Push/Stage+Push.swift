// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import TestSupport

extension Stage {
    private static let distributor = "org.unifiedpush.Distributor.belfry"

    /// Runs `body` with a distributor that reads from a push server, once it owns its name.
    func withDistributor<Result>(
        of server: NchanServer, _ body: (_ process: Int32) async throws -> Result
    ) async throws -> Result {
        let settings = """
            [servers.bench]
            engine = "nchan"
            publish = "\(server.publish)"
            subscribe = "\(server.subscribe)"
            channelsPerConnection = 255

            """
        try Data(settings.utf8).write(to: URL(filePath: "\(folder)/config/belfry/distributor.toml"))
        let owners = Mailbox<String?>()
        let watch = try await client.watch(name: Self.distributor) { _, new in owners.put(new) }
        defer { watch.cancel() }
        let log = "\(folder)/distributor.log"
        let process = try ChildProcess([Programs.belfryDistributor], environment: environment, errorLog: log)
        let result: Result
        do {
            while try await owners.next(seconds: 10) == nil {}
            result = try await body(process.id)
        } catch {
            try? process.end()
            throw MeasurementError("\(error) \(ProcessFigures.read(log)?.suffix(500) ?? "")")
        }
        try process.end()
        return result
    }

    /// Registers an application for remote notifications; returns its subscription's JSON.
    func register(_ app: String = "org.belfry.Benchmark") async throws -> String {
        let agent = AgentProxy(on: client, app: app)
        let registration = try await agent.registerForRemoteNotifications([:], wait: 20)
        guard registration["state"]?.string == "registered", let text = registration["subscription"]?.string else {
            throw MeasurementError("the registration is \(registration["state"]?.string ?? "missing")")
        }
        return text
    }
}

/// Runs `body` with nginx and nchan, whose processes end when the benchmark is interrupted.
func withMeasuredNchan<Result>(_ body: (NchanServer) async throws -> Result) async throws -> Result {
    // wrk fills the shipped size in two seconds.
    try await withNchanServers(edit: { $0.replacing("memory_size 128M;", with: "memory_size 1024M;") }) { servers in
        let processes = servers[0].processes
        for process in processes { Interruption.add(process) }
        defer { for process in processes { Interruption.remove(process) } }
        return try await body(servers[0])
    }
}
