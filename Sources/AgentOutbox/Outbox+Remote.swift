// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
package import AgentInterface
package import DBus

/// Calls of running applications about remote notifications.
extension Outbox {
    /// Whether the application has attached for remote notifications.
    package func hasRemoteDelegate(_ app: String) -> Bool { delegates.delegate(of: app)?.options.remote == true }

    /// Calls a method of the application's delegate.
    ///
    /// - Returns: Whether the delegate replied, if only with an error; false if none attached for remote notifications.
    package func callRemote(_ app: String, _ method: DelegateMethod, _ argument: [String: Value]) async -> Bool {
        guard let delegate = delegates.delegate(of: app), delegate.options.remote else { return false }
        do {
            _ = try await connection.call(
                call(method, delegate, .properties(argument)), timeout: Self.receiveLimit)
            return true
        } catch let error as BusError {
            return !error.isUnanswered
        } catch {
            return false
        }
    }

    /// Whether an application can be started: it is installed, and was not started a moment ago.
    package func canStart(_ app: String) -> Bool { InstalledApplication(id: app).isInstalled && !isStarting(app) }

    /// Starts an application that does not run, for a silent push.
    package func startForRemote(_ app: String) { startApplication(app, token: nil) }
}
