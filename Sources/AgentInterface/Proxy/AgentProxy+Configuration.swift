// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

extension AgentProxy {
    /// Checks a text as if it were the person's `config.toml`.
    ///
    /// - Returns: The value of each key in the text, by the key's full TOML name.
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` that names the line or the key; ``DBus/BusError``.
    package func checkConfiguration(_ text: String) async throws -> [String: Value] {
        try await call(.checkConfiguration, [.string(text)]).first?.properties ?? [:]
    }

    /// Lets the agent read the person's `config.toml` again.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` for a file that can't be used; ``DBus/BusError``.
    package func reloadConfiguration() async throws { try await call(.reloadConfiguration, []) }
}
