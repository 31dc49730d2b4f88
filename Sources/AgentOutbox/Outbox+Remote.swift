// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus

/// Calls of running applications about remote notifications.
extension Outbox {
    /// Whether the application has attached for remote notifications.
    package func hasRemoteDelegate(_ app: String) -> Bool { delegates.delegate(of: app)?.options.remote == true }

    /// Calls a method of the application's delegate.
    ///
    /// - Returns: Whether it replied, if only with an error; nil if no delegate has attached for remote notifications.
    package func callRemote(_ app: String, _ method: DelegateMethod, _ argument: [String: Value]) async -> Bool? {
        guard let delegate = delegates.delegate(of: app), delegate.options.remote else { return nil }
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

    /// Starts an application that does not run, for a silent push.
    package func startForRemote(_ app: String) async {
        let attachment = attachCount(of: app)
        await activation.start(app) { attachCount(of: app) != attachment }
    }
}
