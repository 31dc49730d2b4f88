// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The methods about extensions.
extension AgentProxy {
    /// Returns the extensions of the application, or of the desktop file `file` if it is given.
    package func extensions(of file: String? = nil) async throws -> [[String: Value]] {
        try await list(.extensions, [.string(file ?? app)])
    }

    /// Enables or disables the application's extensions of a kind, `service` or `content`.
    package func setExtension(_ kind: String, isEnabled: Bool) async throws {
        try await call(.setExtensionEnabled, [.string(app), .string(kind), .boolean(isEnabled)])
    }

    /// Runs a service extension with the payload of a remote notification; nothing is shown or stored.
    ///
    /// - Parameters:
    ///   - desktopFile: An application id, or the absolute path of a desktop file.
    ///   - payload: A regular file that is open for reading.
    /// - Returns: The original and rewritten content, and the extension's output lines, as the D-Bus interface defines.
    /// - Throws: ``Triggers/Refusal`` if no extension can run, and for a payload that can't be used.
    package func tryExtension(_ desktopFile: String, payload: FileDescriptorHandle) async throws -> [String: Value] {
        // An extension may run for half a minute before the agent replies.
        let reply = try await call(
            .tryExtension, [.string(desktopFile), .fileDescriptor(payload)], timeout: .seconds(60))
        return reply.first?.properties ?? [:]
    }
}
