// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationStore
package import SettingsFile

/// The settings for the history of ended notifications: `[history]` of `config.toml`.
///
///     [history]
///     keep = "texts"                          # "none": nothing is kept, and what was kept is deleted
///     days = 30                               # days for which an entry is kept; 1 to 3650
///     entries = 5000                          # largest number of entries; 1 to 100000
///     sizeMiB = 10                            # largest size of the entries; 1 to 1024
package struct HistoryRules: Hashable, SettingsTable {
    private var keepsTexts = true
    private var days = 30
    private var entries = 5000
    private var sizeMiB = 10

    /// The limits of the history, for the store.
    package var limits: HistoryLimits {
        keepsTexts ? HistoryLimits(days: days, entries: entries, bytes: sizeMiB << 20) : .nothing
    }

    package static let keys: SettingsKeys<Self> = [
        "keep": { settings, value, name in
            guard let word = value.string, ["texts", "none"].contains(word) else {
                throw SettingsProblem("\(name) must be \"texts\" or \"none\"")
            }
            settings.keepsTexts = word == "texts"
        },
        "days": { $0.days = try number($1, $2, atMost: 3650) },
        "entries": { $0.entries = try number($1, $2, atMost: 100_000) },
        "sizeMiB": { $0.sizeMiB = try number($1, $2, atMost: 1024) },
    ]

    private static func number(_ value: SettingsValue, _ key: String, atMost limit: Int) throws -> Int {
        guard let number = value.int, (1...limit).contains(number) else {
            throw SettingsProblem("\(key) must be from 1 to \(limit); keep = \"none\" keeps nothing")
        }
        return number
    }
}
