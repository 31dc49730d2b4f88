// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import EventLoop
package import Logging
import SettingsFile

/// Reads `config.toml` again while the agent runs, and applies the settings to all stages.
///
/// Two reads of the file never overlap, so that the newest version of the file is in force at the end.
package actor ConfigurationReader {
    private let path: String
    private let logger: Logger
    private let use: @Sendable (Configuration) async -> Void
    private var last: Task<Void, any Error>?

    /// - Parameters:
    ///   - path: The path of `config.toml`.
    ///   - logger: The agent's log.
    ///   - use: Applies a configuration to all stages.
    package init(path: String, logger: Logger, use: @escaping @Sendable (Configuration) async -> Void) {
        (self.path, self.logger, self.use) = (path, logger, use)
    }

    /// Reads `config.toml` and applies its settings.
    ///
    /// - Throws: ``SettingsFile/ConfigurationError`` for a file that can't be used: the former settings stay in force.
    package func read() async throws {
        let before = last
        // Why: this is a task of its own, because the file's next read waits for this read, even if the caller doesn't.
        let reading = Task { [path, logger, use] in
            _ = await before?.result
            await use(try await offLoop { try Configuration(contentsOf: path) })
            logger.notice("Read the configuration again")
        }
        last = reading
        try await reading.value
    }
}
