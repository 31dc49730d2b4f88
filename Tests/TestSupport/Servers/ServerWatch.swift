// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import EventLoop

/// Runs `body` with a connection to this bus, on a separate thread, and closes both.
package func withConnection<Result>(
    to address: String, named name: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (Connection) async throws -> Result
) async throws -> Result {
    let loop = EventLoop.onOwnThread(named: name)
    let connection = try Connection(to: .at(address), on: loop)
    defer {
        loop.perform {
            connection.assumeIsolated { $0.close() }
            loop.stop()
        }
    }
    return try await body(connection)
}

extension Connection {
    /// Returns a mailbox with the owners of a name, from now on; an entry is nil if there is no owner.
    package nonisolated func owners(of name: String, into owners: Mailbox<String?> = Mailbox()) async throws -> Mailbox<
        String?
    > {
        _ = try await watch(name: name) { _, new in owners.put(new) }
        return owners
    }
}
