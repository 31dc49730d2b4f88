// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The environment variables that a program needs to open windows.
///
/// The agent may be older than the desktop session, so it asks the user's systemd at each start of a program.
package struct DesktopEnvironment: Sendable {
    let connection: Connection

    package init(connection: Connection) { self.connection = connection }

    private static let names = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP", "XDG_SESSION_TYPE",
        "DESKTOP_SESSION",
    ]

    /// Returns the variables that the user's systemd would pass to a program now; empty without systemd.
    package func variables() async -> [String: String] {
        let message = Message.getProperty(
            "Environment", of: "org.freedesktop.systemd1.Manager", at: "/org/freedesktop/systemd1",
            in: "org.freedesktop.systemd1")
        guard let reply = try? await connection.call(message, timeout: .seconds(5)),
            case .variant(let value)? = reply.arguments.first
        else { return [:] }
        let pairs = (value.strings ?? []).compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 && Self.names.contains(parts[0]) ? (parts[0], parts[1]) : nil
        }
        return Dictionary(pairs) { _, last in last }
    }
}
