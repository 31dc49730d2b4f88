// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import SettingsFile

/// The setting for showing notifications again after the notification server lost them: `[desktop]` of `config.toml`.
///
///     [desktop]
///     reshow = "quiet"                        # or "never": what was lost stays in the delivered list
///     reshowHours = 72                        # only what was delivered within these hours; 0: no limit
///
/// The setting applies after a login, and after a restart of the agent or of the notification server. Notifications
/// that the person hasn't reacted to are presented again, the newest of each application, without a sound; their
/// urgency is low unless they have buttons or are critical.
package struct ReshowPolicy: Hashable, SettingsTable {
    package var isQuiet = true
    /// The largest age of a notification that is presented again; 0 for no limit.
    package var hours = 72

    /// The largest numbers of notifications that are presented again, of one application and of all applications.
    package static let limitOfApplication = 10
    package static let limit = 50

    package init() {}

    package static let keys: SettingsKeys<Self> = [
        "reshow": { settings, value, name in
            guard let word = value.string, ["quiet", "never"].contains(word) else {
                throw SettingsProblem("\(name) must be \"quiet\" or \"never\"")
            }
            settings.isQuiet = word == "quiet"
        },
        "reshowHours": { $0.hours = try number($1, $2, 0...8760) },
    ]
}
