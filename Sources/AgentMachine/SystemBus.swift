// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop

/// The shared connection to the system bus, opened when it is first used.
///
/// The agent also runs without a system bus.
package actor SystemBus: LoopActor {
    package nonisolated let loop: EventLoop

    private let address: BusAddress
    private var connection: Connection?
    private var mourners: [@Sendable () -> Void] = []

    package init(_ address: BusAddress = .system, on loop: EventLoop) {
        self.address = address
        self.loop = loop
    }

    /// Returns the connection, which lasts until ``close()`` or until the bus ends.
    ///
    /// - Returns: The same connection for all callers while it is open.
    /// - Throws: ``DBus/BusError`` if there is no system bus.
    package func connected() throws -> Connection {
        if let connection, connection.assumeIsolated({ $0.isOpen }) { return connection }
        let connection = try Connection(to: address, on: loop)
        self.connection = connection
        connection.assumeIsolated { connection in
            connection.setDisconnectHandler { [weak self] in
                self?.assumeIsolated { bus in bus.mourners.forEach { $0() } }
            }
        }
        return connection
    }

    /// Calls the closure on the event loop when the connection to the bus is lost without ``close()``.
    package func whenLost(_ mourner: @escaping @Sendable () -> Void) { mourners.append(mourner) }

    package func close() async {
        await connection?.close()
        connection = nil
    }
}
