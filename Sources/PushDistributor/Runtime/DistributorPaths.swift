// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The paths of the distributor's state and configuration in the XDG folders.
package struct DistributorPaths: Hashable, Sendable {
    /// `$XDG_STATE_HOME/belfry-distributor`.
    package var state: String
    /// `$XDG_CONFIG_HOME/belfry/distributor.toml`.
    package var configuration: String

    package init(state: String, configuration: String) { (self.state, self.configuration) = (state, configuration) }

    /// Takes the folders from the environment, or the XDG defaults below the home folder.
    ///
    /// A variable with a relative path is ignored, as the XDG standard demands.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"] ?? "/"
        func folder(_ variable: String, _ standard: String) -> String {
            guard let path = environment[variable], path.hasPrefix("/") else { return "\(home)/\(standard)" }
            return path
        }
        self.init(
            state: folder("XDG_STATE_HOME", ".local/state") + "/belfry-distributor",
            configuration: folder("XDG_CONFIG_HOME", ".config") + "/belfry/distributor.toml")
    }
}
