// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// What of the screen comes back where a server has forgotten it: `[desktop]` of `config.toml`.
///
///     [desktop]
///     reshow = "quiet"                        # or "never": it stays in the delivered list only
///     reshowHours = 72                        # nothing that was delivered longer ago; 0: no limit
///
/// After a login, where the agent or the server was started anew: what nobody had reacted to comes once more, without a
/// sound and, but for what has buttons or is critical, with low urgency; the newest of each application.
package struct ReshowPolicy: Hashable, Sendable {
    package var isQuiet = true
    /// 0 for no limit.
    package var hours = 72

    /// How many of an application come back, and how many in all.
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
