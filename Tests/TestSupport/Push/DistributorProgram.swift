// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A real `belfry-distributor` on an agent's bus, which a test kills and starts again, on another bus if need be.
package final class DistributorProgram: Sendable {
    private static let busName = "org.unifiedpush.Distributor.belfry"

    private let folder: String
    private let process = Mutex<AgentProcess?>(nil)

    /// Prepares the program without starting it, in a new folder inside of a folder.
    ///
    /// Providers post to the push server `posted`, and messages are read from `read`; nil means the same one.
    package init(in parent: String, posted: NchanServer, read: NchanServer? = nil) throws {
        folder = try temporaryFolder("distributor", in: parent)
        let settings = """
            [servers.own]
            engine = "nchan"
            publish = "\(posted.publish)"
            subscribe = "\((read ?? posted).subscribe)"
            channelsPerConnection = 255
            """
        try FileManager.default.createDirectory(atPath: folder + "/config/belfry", withIntermediateDirectories: true)
        try Data(settings.utf8).write(to: URL(filePath: folder + "/config/belfry/distributor.toml"))
    }

    /// The program's messages, over all its starts.
    package var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

    /// Starts the program, and waits until it owns its name.
    package func start(on agent: TestAgent) async throws {
        let started = try launch(on: agent)
        try await withDeadline {
            while try await agent.connection.owner(of: Self.busName) == nil {
                guard started.isAlive else {
                    throw AgentProcess.Failure(what: "the distributor has ended: \(self.log.suffix(2000))")
                }
                try await yieldUntilDeadline()
            }
        }
    }

    /// Starts the program without waiting.
    @discardableResult
    package func launch(on agent: TestAgent) throws -> AgentProcess {
        let started = try AgentProcess(
            [try TestAgent.program("belfry-distributor"), "--log-level", "info"],
            environment: [
                "HOME": folder, "XDG_CONFIG_HOME": folder + "/config", "XDG_STATE_HOME": folder + "/state",
                // The system's bus is the test's as well, so that the test can say that the machine has woken.
                "DBUS_SESSION_BUS_ADDRESS": agent.bus, "DBUS_SYSTEM_BUS_ADDRESS": agent.bus, "PATH": "/usr/bin:/bin",
            ], log: folder + "/log")
        process.withLock { $0 = started }
        return started
    }

    /// Kills the program, and waits until the bus has noticed.
    package func kill(on agent: TestAgent) async throws {
        guard try await killProcess() else { return }
        try await withDeadline {
            while try await agent.connection.owner(of: Self.busName) != nil { try await yieldUntilDeadline() }
        }
    }

    /// Kills the program, whose bus may be gone; returns false if it was never started.
    @discardableResult
    package func killProcess() async throws -> Bool {
        guard let process = process.withLock({ $0 }) else { return false }
        process.send(SIGKILL)
        try await process.end()
        return true
    }

    /// Waits until the program has ended by itself.
    package func end() async throws -> AgentProcess.Ending {
        guard let process = process.withLock({ $0 }) else { throw AgentProcess.Failure(what: "It was never started.") }
        return try await process.end()
    }

    /// Asks the program for its state: the keys of `org.belfry.Distributor1.Status`.
    package func status(on agent: TestAgent) async throws -> [String: Value] {
        let call = Message.methodCall(
            destination: Self.busName, path: "/org/unifiedpush/Distributor", interface: "org.belfry.Distributor1",
            member: "Status")
        return try await agent.connection.call(call).arguments.first?.properties ?? [:]
    }

    /// Tells the program that the machine has woken, as logind does: it then connects to its server without a pause.
    package func wake(on agent: TestAgent) async throws {
        let logind = try agent.connect()
        _ = try await logind.requestName("org.freedesktop.login1", flags: [])
        try await logind.send(
            .signal(
                path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
                member: "PrepareForSleep", arguments: [.boolean(false)]))
        // The reply comes after the bus has got the signal.
        _ = try await logind.owner(of: "org.freedesktop.login1")
        await logind.close()
    }
}

extension NchanServer {
    /// Whether nginx, nchan and Redis are installed.
    package static let isInstalled = ["sbin/nginx", "lib/nginx/modules/ngx_nchan_module.so", "bin/redis-server"]
        .allSatisfy { access("/usr/\($0)", R_OK) == 0 }
}
