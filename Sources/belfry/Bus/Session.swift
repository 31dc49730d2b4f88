// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// A connection to the session bus and the proxy of its agent.
struct Session: Sendable {
    let connection: Connection
    let agent: AgentProxy

    /// Connects to the agent's bus.
    ///
    /// - Parameter application: Application id of the calls.
    /// - Throws: ``Failure`` with exit status 69 that names the bus address.
    init(for application: String) async throws {
        self.init(connection: try await Self.connect(), application: application)
    }

    /// Uses an existing connection.
    init(connection: Connection, application: String) {
        self.connection = connection
        agent = AgentProxy(on: connection, app: application)
    }

    /// Connects to the bus of the person's agent: this session's, unless the agent runs on another.
    static func connect() async throws -> Connection {
        let here = Result { try connectHere() }
        if let elsewhere = await AgentOnOtherBus.connection(besides: try? here.get()) { return elsewhere }
        return try here.get()
    }

    /// Connects to this session's bus only.
    static func connectHere() throws -> Connection {
        do {
            return try Connection(to: .session, on: .main)
        } catch {
            let source =
                if Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil {
                    "$DBUS_SESSION_BUS_ADDRESS"
                } else if Environment.value("XDG_RUNTIME_DIR") != nil {
                    "$XDG_RUNTIME_DIR/bus, as $DBUS_SESSION_BUS_ADDRESS is not set"
                } else {
                    "neither $DBUS_SESSION_BUS_ADDRESS nor $XDG_RUNTIME_DIR is set"
                }
            let failure = Failure(error)
            throw Failure(
                .unavailable,
                "there is no session bus at \(BusAddress.session.address) (\(source)): \(failure.sentence)",
                name: failure.name)
        }
    }
}
