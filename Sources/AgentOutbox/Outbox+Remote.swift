// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
package import AgentInterface
package import DBus
package import FoundationEssentials

/// Calls running applications about remote notifications.
extension Outbox {
    /// Tells whether the application has attached for remote notifications.
    package func hasRemoteDelegate(_ app: String) -> Bool { delegates.delegate(of: app)?.options.remote == true }

    /// Calls a method of the application's delegate.
    ///
    /// - Returns: Whether the delegate replied, even with an error; false without a delegate for remote notifications.
    package func callRemote(_ app: String, _ method: DelegateMethod, _ argument: [String: Value]) async -> Bool {
        guard let delegate = delegates.delegate(of: app), delegate.options.remote else { return false }
        do {
            _ = try await connection.call(call(method, delegate, .properties(argument)), timeout: Self.receiveLimit)
            return true
        } catch let error as BusError {
            return !error.isUnanswered
        } catch {
            return false
        }
    }

    /// Returns the seconds for which an application, which was started a moment ago, may still attach; 0 if no start is
    /// in progress, so that it can be started; nil if it is not installed.
    package func startPause(of app: String) -> TimeInterval? {
        guard InstalledApplication(id: app).isInstalled else { return nil }
        return applications[app]?.started.flatMap(remainingPause) ?? 0
    }

    /// Starts an application that does not run, for a silent push.
    package func startForRemote(_ app: String) { startApplication(app, token: nil) }
}
