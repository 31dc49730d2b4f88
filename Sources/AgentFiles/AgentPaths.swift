// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The paths of the agent's state, attachments and configuration in the XDG folders.
package struct AgentPaths: Sendable {
    /// The folder of the agent's store: `$XDG_STATE_HOME/belfry`.
    package var state: String
    /// The folder of attachment copies: `$XDG_DATA_HOME/belfry/attachments`.
    package var attachments: String
    /// `$XDG_CONFIG_HOME/belfry/config.toml`.
    package var configuration: String

    package var store: String { "\(state)/belfry.sqlite" }

    /// The subfolders of the XDG data folder that only the agent uses, parent first; each may be missing.
    package var ownFolders: [String] { (attachments.hasSuffix("/belfry/attachments") ? [data] : []) + [attachments] }

    /// The folder for the files of running extensions, which only the agent uses.
    package var extensionRuns: String { "\(data)/runs" }

    /// Returns the folder that an application shares with its extensions.
    package func extensionData(of app: String) -> String { "\(data)/extensions/\(app)" }

    /// `$XDG_DATA_HOME/belfry`.
    private var data: String { attachments.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } }

    package init(state: String, attachments: String, configuration: String) {
        self.state = state
        self.attachments = attachments
        self.configuration = configuration
    }

    /// Takes the XDG folders from the environment, or the XDG defaults below the home folder.
    ///
    /// A variable with a relative path is ignored, as the XDG standard demands.
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
