// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import EventLoop
package import Logging
import SettingsFile

/// Reads `config.toml` again while the agent runs, and applies it to all stages.
///
/// Readings never overlap, so that the later of two changes is in force at the end.
package actor ConfigurationReader {
    private let path: String
    private let logger: Logger
    private let use: @Sendable (Configuration) async -> Void
    private var last: Task<Void, any Error>?

    /// - Parameters:
    ///   - path: The file.
    ///   - logger: The agent's log.
    ///   - use: Applies a configuration to all stages.
    package init(path: String, logger: Logger, use: @escaping @Sendable (Configuration) async -> Void) {
        (self.path, self.logger, self.use) = (path, logger, use)
    }

    /// Reads the file and applies it.
    ///
    /// - Throws: ``SettingsFile/ConfigurationError`` for a file that can't be used: the former settings stay in force.
    package func read() async throws {
        let before = last
        // Why: this is a task of its own, because the next reading waits for it, even if its caller doesn't.
        let reading = Task { [path, logger, use] in
            _ = await before?.result
            await use(try await offLoop { try Configuration(contentsOf: path) })
            logger.notice("Read the configuration again")
        }
        last = reading
        try await reading.value
    }
}
