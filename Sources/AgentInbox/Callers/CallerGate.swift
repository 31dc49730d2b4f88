// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import DBus

/// The identification of callers, and of the applications that they speak for.
struct CallerGate: Sendable {
    private let connection: Connection
    private let identity: CallerIdentity

    init(of connection: Connection) {
        self.connection = connection
        identity = CallerIdentity(on: connection.loop)
    }

    /// - Throws: ``DBus/BusError`` if the sender has left the bus.
    func caller(_ sender: String) async throws -> Caller { try await identity.caller(sender, on: connection) }

    /// Returns the application that a caller speaks for: its own if `app` is empty; with `allowsAll` that may be "*".
    ///
    /// - Throws: ``DBus/BusError`` for an invalid id, and if a sandboxed caller names another application.
    func application(_ app: String, of caller: Caller, allowsAll: Bool) throws -> String {
        if app.isEmpty || app == caller.app { return caller.app }
        if caller.isSandboxed {
            throw BusError.accessDenied("\(caller.app) is sandboxed and may not speak for \"\(app)\".")
        }
        if allowsAll, app == AgentNames.allApplications { return app }
        guard ApplicationID.isValid(app) else {
            throw BusError.invalidArguments(
                "app is \"\(app)\"; an application id is 1 to 255 letters, digits, dots, dashes and underscores.")
        }
        return app
    }
}
