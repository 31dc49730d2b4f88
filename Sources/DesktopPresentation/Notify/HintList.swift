// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
package import DBus
package import NotificationModel

/// The hints that callers may set, with their exact types; see `HintList+Given.swift` for requests sent as given.
///
/// This is a whitelist: some servers take commands, file names and do-not-disturb overrides from hints, and some fail
/// on a wrong type (quirks 33 and 63 of `quirks.tsv`).
package enum HintList {
    private static let makers: [String: @Sendable (PropertyListValue) -> Value?] = [
        "value": { hint in
            guard case .integer(let number) = hint, (0...100).contains(number) else { return nil }
            return .int32(Int32(number))
        },
        "sound-name": iconName,
        "image-path": iconName,
        "x-kde-origin-name": text,
        "x-dunst-stack-tag": text,
        "suppress-sound": flag,
    ]

    /// Returns the hints that are sent to the server.
    package static func known(in hints: [String: PropertyListValue]) -> [String: Value] {
        var result: [String: Value] = [:]
        for (name, hint) in hints {
            if let value = makers[name]?(hint) { result[name] = value }
        }
        return result
    }

    /// Returns the names of the hints that are not sent, for the key `degraded` of the agent's reply.
    static func degraded(in hints: [String: PropertyListValue]) -> [String] {
        let passed = known(in: hints)
        return hints.keys.filter { passed[$0] == nil }.sorted().map { "hint:\($0)" }
    }

    @Sendable private static func text(_ hint: PropertyListValue) -> Value? {
        guard case .string(let text) = hint, !text.isEmpty, text.utf8.count <= Limits.titleBytes else { return nil }
        return .string(PlainText.clean(text, keepingLines: false))
    }

    /// Accepts an icon name of the theme only: given a path, the server would read that file for the caller.
    @Sendable private static func iconName(_ hint: PropertyListValue) -> Value? {
        guard case .string(let text) = hint, !text.contains("/") else { return nil }
        return self.text(hint)
    }

    /// Accepts true only: some servers take a false hint for true.
    @Sendable private static func flag(_ hint: PropertyListValue) -> Value? {
        switch hint {
        case .boolean(true), .integer(1): .boolean(true)
        default: nil
        }
    }
}
