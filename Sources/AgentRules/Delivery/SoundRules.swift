// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import SettingsFile

/// The setting for sounds that the notification server doesn't play: `[sound]` of `config.toml`.
///
///     [sound]
///     enabled = false                         # no sound is played by the agent
///     player = ["pw-play", "--volume=%v", "%f"]
///     theme = "ocean"
package struct SoundRules: Hashable, SettingsTable {
    package var isEnabled = true
    /// The sound player and its arguments, with ``placeholders``; nil for the first known player that is installed.
    package var player: [String]?
    /// The folder name of a sound theme; nil for the desktop's own theme.
    package var theme: String?

    /// Letters that are replaced in the player's arguments: `%f` is the sound file, the volume is `%v` from 0 to 1,
    /// `%p` in per cent, `%n` from 0 to 65536 and `%d` in decibels.
    static let placeholders: [Character] = ["f", "v", "p", "n", "d"]

    package init() {}

    package static let keys: SettingsKeys<Self> = [
        "enabled": { $0.isEnabled = try flag($1, $2) },
        "player": { settings, value, name in
            let words = value.array?.compactMap(\.string) ?? []
            guard let program = words.first, !program.isEmpty, words.count == value.array?.count,
                words.dropFirst().contains(where: { $0.contains("%f") })
            else {
                throw SettingsProblem("\(name) must be a list of a program and its arguments, with %f for the file")
            }
            try checkPlaceholders(in: words.dropFirst(), of: name, known: placeholders)
            settings.player = words
        },
        "theme": { settings, value, name in
            guard let theme = value.string, !theme.isEmpty, !theme.contains("/"), !theme.hasPrefix(".") else {
                throw SettingsProblem("\(name) must be the name of a sound theme")
            }
            settings.theme = theme
        },
    ]
}
