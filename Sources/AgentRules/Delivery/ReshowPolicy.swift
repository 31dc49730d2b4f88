// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// The setting for presenting notifications again after a server lost them: `[desktop]` of `config.toml`.
///
///     [desktop]
///     reshow = "quiet"                        # or "never": it stays in the delivered list only
///     reshowHours = 72                        # nothing that was delivered longer ago; 0: no limit
///
/// This applies after a login or a restart of agent or server. Notifications without a reaction come back, the newest
/// of each application, without a sound; their urgency is low unless they have buttons or are critical.
package struct ReshowPolicy: Hashable, Sendable {
    package var isQuiet = true
    /// The largest age of a notification that comes back; 0 for no limit.
    package var hours = 72

    /// The number of notifications that come back, of one application and in all.
    package static let limitOfApplication = 10
    package static let limit = 50

    package init() {}

    /// - Throws: ``Configuration/Problem`` that names the key.
    init(_ value: some TOMLValueConvertible) throws {
        for (key, value) in try Configuration.entries(of: value, in: "desktop", known: ["reshow", "reshowHours"]) {
            switch key {
            case "reshow":
                guard let word = value.string, ["quiet", "never"].contains(word) else {
                    throw Configuration.Problem(text: "desktop.reshow must be \"quiet\" or \"never\"")
                }
                isQuiet = word == "quiet"
            default:
                guard let count = value.int, (0...8760).contains(count) else {
                    throw Configuration.Problem(text: "desktop.reshowHours must be a whole number from 0 to 8760")
                }
                hours = count
            }
        }
    }
}
