// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import SettingsFile

/// The settings for applications' extensions: `[extensions]` of `config.toml`.
///
///     [extensions]
///     sandbox = "preferred"                   # "required": without bubblewrap no extension runs; "none": no sandbox
package struct ExtensionRules: Hashable, SettingsTable {
    /// The use of bubblewrap for extensions.
    package enum Sandbox: String, Hashable, Sendable, CaseIterable {
        /// Extensions run only in bubblewrap. Where bubblewrap can't be used, the original notification is shown.
        case required
        /// Extensions run in bubblewrap where it can be used, and with resource limits only where it can't be used.
        case preferred
        /// Extensions run with resource limits only, and see the person's files.
        case none
    }

    package var sandbox = Sandbox.preferred

    package init() {}

    package static let keys: SettingsKeys<Self> = [
        "sandbox": { settings, value, name in
            guard let sandbox = value.string.flatMap(Sandbox.init) else {
                let names = Sandbox.allCases.map(\.rawValue).joined(separator: ", ")
                throw SettingsProblem("\(name) must be one of \(names)")
            }
            settings.sandbox = sandbox
        }
    ]
}
