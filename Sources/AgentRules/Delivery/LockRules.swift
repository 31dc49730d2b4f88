// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import SettingsFile

/// The setting for text on a locked screen: `[lock]` of `config.toml`.
///
///     [lock]
///     previews = "whenUnlocked"       # or "always", "never"; an application's own `previews` outweighs it
struct LockRules: Hashable, SettingsTable {
    /// The default is that of Apple's systems. If no service reports the screen's lock, `whenUnlocked` means `always`.
    var previews = Previews.whenUnlocked

    static let keys: SettingsKeys<Self> = ["previews": { $0.previews = try previews($1, $2) }]

    /// - Throws: ``SettingsProblem`` that names the key.
    static func previews(_ value: SettingsValue, _ key: String) throws -> Previews {
        guard let previews = value.string.flatMap(Previews.init) else {
            let names = Previews.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingsProblem("\(key) must be one of \(names)")
        }
        return previews
    }
}

/// The setting for when a notification's text is shown (`UNShowPreviewsSetting`).
package enum Previews: String, Hashable, Sendable, CaseIterable {
    case always
    /// Hides the text while the session is known to be locked.
    case whenUnlocked
    case never

    /// The value's name in Apple's API and in the reply of the D-Bus method `Settings`.
    package var settingName: String { self == .whenUnlocked ? "whenAuthenticated" : rawValue }
}
