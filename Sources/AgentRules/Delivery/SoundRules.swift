// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// The setting for sounds that the notification server doesn't play: `[sound]` of `config.toml`.
///
///     [sound]
///     enabled = false                         # no sound is played by the agent
///     player = ["pw-play", "--volume=%v", "%f"]
///     theme = "ocean"
package struct SoundRules: Hashable, Sendable {
    package var isEnabled = true
    /// A program and its arguments, with ``placeholders``; nil for the first known player that is installed.
    package var player: [String]?
    /// The folder name of a sound theme; nil for the desktop's own theme.
    package var theme: String?

    /// Letters that are replaced in the player's arguments: `%f` is the file, the volume is `%v` from 0 to 1, `%p` in
    /// per cent, `%n` from 0 to 65536 and `%d` in decibels.
    static let placeholders: [Character] = ["f", "v", "p", "n", "d"]

    package init() {}

    init(_ value: some TOMLValueConvertible) throws {
        for (key, value) in try Configuration.entries(of: value, in: "sound", known: ["enabled", "player", "theme"]) {
            switch key {
            case "enabled": isEnabled = try Configuration.flag(value, "sound.\(key)")
            case "player":
                let words = value.array?.compactMap(\.string) ?? []
                guard let program = words.first, !program.isEmpty, words.count == value.array?.count,
                    words.dropFirst().contains(where: { $0.contains("%f") })
                else {
                    throw Configuration.Problem(
                        text: "sound.player must be a list of a program and its arguments, with %f for the file")
                }
                try Configuration.checkPlaceholders(
                    in: words.dropFirst(), of: "sound.player", known: Self.placeholders)
                player = words
            default:
                guard let name = value.string, !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
                    throw Configuration.Problem(text: "sound.theme must be the name of a sound theme")
                }
                theme = name
            }
        }
    }
}
