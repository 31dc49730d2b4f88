// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TOMLKit

/// How much the person lets applications interrupt: `[levels]` of `config.toml`, and the same keys of an application.
///
///     [levels]
///     timeSensitive = false                   # time-sensitive requests are shown as active ones
///     critical = false                        # and so are critical ones
///     breakThrough = true                     # time-sensitive ones pass the desktop's Do Not Disturb
///     [applications."org.example.Chat"]
///     critical = true
package struct LevelRules: Hashable, Sendable {
    /// What may be said of all applications, or of one; nil is "not said".
    struct Said: Hashable, Sendable {
        var timeSensitive: Bool?
        var critical: Bool?
        var breakThrough: Bool?

        static let keys = ["timeSensitive", "critical", "breakThrough"]

        /// Takes one of ``keys``; `name` is where it stands.
        mutating func read(_ value: some TOMLValueConvertible, _ key: String, named name: String) throws {
            let flag = try Configuration.flag(value, name)
            switch key {
            case "timeSensitive": timeSensitive = flag
            case "critical": critical = flag
            default: breakThrough = flag
            }
        }
    }

    var all = Said()
    /// By application id.
    var applications: [String: Said] = [:]

    /// Reads `[levels]`.
    mutating func read(_ value: some TOMLValueConvertible) throws {
        for (key, value) in try Configuration.entries(of: value, in: "levels", known: Said.keys) {
            try all.read(value, key, named: "levels.\(key)")
        }
    }

    /// Whether the person has said that the application may be critical; nothing said is no word.
    func allowsCritical(_ app: String) -> Bool { applications[app]?.critical ?? all.critical ?? false }

    /// What an application may do now.
    ///
    /// A host program may do what the person has not forbidden: it runs as the person. A sandboxed one needs their word
    /// to be critical (quirk 62).
    package func permission(of app: String, isSandboxed: Bool = false) -> LevelPermission {
        let own = applications[app] ?? Said()
        return LevelPermission(
            timeSensitive: own.timeSensitive ?? all.timeSensitive ?? true,
            critical: own.critical ?? all.critical ?? !isSandboxed,
            breaksThrough: own.breakThrough ?? all.breakThrough ?? false)
    }
}
