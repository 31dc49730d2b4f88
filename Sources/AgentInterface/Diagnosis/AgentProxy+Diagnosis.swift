// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

extension AgentProxy {
    /// Timeout that is enough to check a store with a million requests.
    private static let patience = Duration.seconds(90)

    /// Returns the agent's findings about itself, the notification server, its store and its settings.
    package func diagnose(_ options: [String: Value] = [:]) async throws -> Diagnosis {
        let message = Message.methodCall(
            destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: AgentMethod.diagnose.rawValue, arguments: [.properties(options)])
        do {
            let reply = try await connection.call(message, timeout: Self.patience)
            return Diagnosis(reply.arguments.first?.properties ?? [:])
        } catch let error as BusError {
            throw Refusal(error) ?? error
        }
    }
}
