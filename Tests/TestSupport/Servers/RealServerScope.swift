// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import FoundationEssentials
import Glibc
import NotificationServer

/// Runs `body` with this server on this bus, and ends the server and its screen.
package func withServer<Result: Sendable>(
    _ kind: RealServer.Kind, on address: String, _ body: (RealServer) async throws -> Result
) async throws -> Result {
    let folder = try temporaryFolder("server")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await kind.screen.open(in: folder) { screen in
        let plain = [
            "DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8", "HOME": folder, "XDG_CONFIG_HOME": folder,
            "XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder, "XDG_RUNTIME_DIR": folder,
            // The script finds and presses GTK's widgets through their descriptions for screen readers.
            "GTK_MODULES": "", "NO_AT_BRIDGE": "0", "GSETTINGS_BACKEND": "memory",
        ]
        let environment = plain.merging(screen) { _, new in new }
        return try await withConnection(to: address, named: "servers") { connection in
            let reader = kind.screen == .x11 ? try await startReader(environment, connection) : nil
            defer { if let reader { endReader(reader) } }
            let server = try RealServer(kind, environment: environment)
            defer { server.stop() }
            let owners = try await connection.owners(of: NotificationServer.interfaceName)
            try server.start()
            do {
                while try await owners.next(seconds: 15) == nil {}
            } catch is DeadlineExceeded {
                // On a busy machine a server sometimes fails to start; the start is not tested here.
                server.stop()
                try server.start()
                do {
                    while try await owners.next() == nil {}
                } catch is DeadlineExceeded {
                    throw RealServer.Failure(description: "It has not taken its name: \(server.words)")
                }
            }
            return try await body(server)
        }
    }
}

/// Starts the services of screen readers.
func startReader(_ environment: [String: String], _ connection: Connection) async throws -> Int32 {
    let owners = try await connection.owners(of: "org.a11y.Bus")
    let process = try spawn(
        ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], environment: environment)
    while try await owners.next() == nil {}
    return process
}

/// Ends the services that ``startReader(_:_:)`` has started.
///
/// SIGKILL can't be used: the bus that they have started would survive and keep the tests' standard output open, and
/// `swift test` waits until that is closed.
func endReader(_ process: Int32) {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
}
