// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentPrograms
import DBus
import Logging

/// Moves an application that the agent started into a systemd unit of its own, as desktops do.
///
/// In the agent's unit, the application's memory would count as the agent's, and stopping the agent would end the
/// application. Without systemd on the bus, the application stays in the agent's unit (systemd's documentation,
/// "Desktop environment integration").
struct ApplicationScope: Sendable {
    let connection: Connection
    let logger: Logger

    /// Moves the application's first process, which may have ended already, into the new unit.
    func adopt(_ process: Int32, of app: String) async {
        let properties: [(String, Value)] = [
            ("PIDs", .array([.uint32(UInt32(process))], of: .uint32)), ("Slice", .string("app.slice")),
            ("CollectMode", .string("inactive-or-failed")),
        ]
        do {
            let name = "app-belfry-\(Self.escaped(app))-\(process).scope"
            try await TransientUnit.start(name, properties, on: connection, timeout: .seconds(5))
        } catch {
            logger.debug(
                "Could not move an application into its own systemd unit",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Returns the application id with `\x2d` for a dash, and likewise for all characters that no unit's name may have.
    private static func escaped(_ app: String) -> String {
        app.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || character == "_" || character == "." {
                return String(character)
            }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
