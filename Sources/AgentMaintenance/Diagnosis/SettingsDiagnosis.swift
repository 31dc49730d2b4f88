// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentFiles
package import AgentInterface
import AgentRules
import FoundationEssentials
import Glibc
import SettingsFile

/// Findings about `config.toml`.
package enum SettingsDiagnosis {
    /// Reads `config.toml` as an agent that starts now would.
    ///
    /// - Parameters:
    ///   - path: The path of `config.toml`.
    ///   - read: The mark of the file that the running agent has read; nil if no agent runs.
    /// - Returns: The finding.
    package static func findings(path: String, read: FileMark? = nil) -> [Finding] {
        let mark = FileMark(path)
        do {
            _ = try Configuration(contentsOf: path)
        } catch {
            let reason = (error as? ConfigurationError)?.reason ?? "\(error)"
            return [
                Finding(
                    "settings.file", .problem, "\(path): \(reason.split(separator: "\n").joined(separator: " "))",
                    advice: read == nil
                        ? "Correct the file or move it away: the agent does not start while it has mistakes."
                        : "Correct the file: the agent still uses the previous settings, and could not start again.")
            ]
        }
        if let read, read != mark {
            return [
                Finding(
                    "settings.file", .warning, "\(path) has changed since the agent read it",
                    advice: "Have it read again with kill -HUP \(getpid()).")
            ]
        }
        return [
            mark.isThere ? Finding("settings.file", path) : Finding("settings.file", "no \(path); the defaults apply")
        ]
    }
}
