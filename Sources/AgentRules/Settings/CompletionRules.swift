// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import SettingsFile

/// The settings for the completions of shells: `[completion]` of `config.toml`.
///
///     [completion]
///     titles = false                          # the shell shows identifiers without the titles of requests
package struct CompletionRules: Hashable, SettingsTable {
    /// Whether the titles of requests are shown beside their identifiers.
    package private(set) var hasTitles = true

    package static let keys: SettingsKeys<Self> = ["titles": { $0.hasTitles = try flag($1, $2) }]
}
