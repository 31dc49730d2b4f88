// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import AgentInterface
package import DBus
import NotificationServer

/// Sending many signals of any kind, and waiting until they have arrived.
extension ScriptedServer {
    /// A signal of the notification interface, genuine or forged.
    package struct AnySignal: Sendable {
        package let member: String
        package let arguments: [Value]
        /// Tells whether another connection than the server's sends it.
        package let isForged: Bool
        /// The only receiving connection; nil broadcasts the signal.
        package let destination: String?

        package init(_ member: String, _ arguments: [Value], isForged: Bool, to destination: String? = nil) {
            self.member = member
            self.arguments = arguments
            self.isForged = isForged
            self.destination = destination
        }
    }

    /// Sends the signals, in this order for each of the two connections.
    package func send(_ signals: [AnySignal]) throws {
        for signal in signals {
            if signal.isForged {
                try forge(signal.member, signal.arguments, to: signal.destination)
            } else {
                server?.assumeIsolated { $0.broadcast(signal.member, signal.arguments) }
            }
        }
    }

    /// Waits until the agent has handled all signals that were sent before, by the server and in its name.
    package func isHeard() async throws {
        for connection in [connection, forger].compactMap(\.self) {
            _ = try await connection.call(
                .methodCall(
                    destination: AgentNames.busName, path: AgentNames.path, interface: "org.freedesktop.DBus.Peer",
                    member: "Ping"), timeout: .seconds(60))
        }
    }
}
