// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Where the agent keeps things: the XDG folders.
package struct AgentPaths: Sendable {
    /// `$XDG_STATE_HOME/belfry`.
    package var state: String
    /// `$XDG_DATA_HOME/belfry/attachments`.
    package var attachments: String
    /// `$XDG_CONFIG_HOME/belfry/config.toml`.
    package var configuration: String

    package var store: String { "\(state)/belfry.sqlite" }

    /// The folders of the data folder that are the agent's alone, the upper first; each may be missing.
    package var ownFolders: [String] {
        let above =
            attachments.hasSuffix("/belfry/attachments") ? [String(attachments.dropLast("/attachments".count))] : []
        return above + [attachments]
    }

    package init(state: String, attachments: String, configuration: String) {
        self.state = state
        self.attachments = attachments
        self.configuration = configuration
    }

    /// The folders that the environment names, else the XDG standard's below the home folder.
    ///
    /// A relative path in a variable is ignored, as the standard says.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"] ?? "/"
        func folder(_ variable: String, _ standard: String) -> String {
            guard let path = environment[variable], path.hasPrefix("/") else { return "\(home)/\(standard)" }
            return path
        }
        self.init(
            state: folder("XDG_STATE_HOME", ".local/state") + "/belfry",
            attachments: folder("XDG_DATA_HOME", ".local/share") + "/belfry/attachments",
            configuration: folder("XDG_CONFIG_HOME", ".config") + "/belfry/config.toml")
    }
}
