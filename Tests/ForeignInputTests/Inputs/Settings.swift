// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentPrograms
@testable import AgentRules
import SettingsFile

/// config.toml: read as settings, or refused with an error that names the file and the mistake.
enum Settings {
    static func read(_ bytes: [UInt8]) throws {
        try MemoryFile.with(bytes) { path in
            do {
                let configuration = try Configuration(contentsOf: path)
                _ = (configuration.permission(of: "a"), configuration.quota(of: "a"), configuration.burst(of: "a"))
                _ = configuration.attachmentBytes(of: "a")
                _ = (configuration.loudApps, configuration.responseLife, configuration.previews(of: "a"))
            } catch let error as ConfigurationError {
                try Finding.unless("\(error)".contains(path), "an error that names no file: \(error)")
            }
        }
    }
}
