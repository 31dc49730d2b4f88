// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc
import Synchronization
import TestSupport

/// A bus that dies and returns at the same address, as that of a session with systemd.
final class SessionBus: Sendable {
    let address: String
    private let folder: String
    private let first: PrivateBus
    private let later = Mutex<AgentProcess?>(nil)

    /// - Parameter bus: The running bus, which is the first one at its address.
    init(_ bus: PrivateBus) {
        first = bus
        address = String(bus.address.prefix { $0 != "," })
        folder = String(address.dropFirst("unix:path=".count).dropLast("/bus".count))
    }

    /// Kills the present bus.
    func kill() async throws {
        first.kill()
        guard let daemon = later.withLock({ $0 }) else { return }
        daemon.send(SIGKILL)
        try await daemon.end()
    }

    /// Starts the next bus.
    func restart() throws {
        let daemon = try AgentProcess(
            ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(folder)/bus.conf"], environment: [:],
            log: "/dev/null")
        later.withLock { $0 = daemon }
    }

    /// Makes a test's connection to the present bus, as soon as it is there.
    func agent(in folders: AgentFolders, _ former: TestAgent) async throws -> TestAgent {
        try await withDeadline {
            while true {
                if let agent = try? await TestAgent(bus: self.address, folders: folders, loop: former.loop) {
                    return agent
                }
                try await yieldUntilDeadline()
            }
        }
    }
}
