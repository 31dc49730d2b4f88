// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The full name of a key in a settings file: its tables and the key, such as `flood.burst`.
package struct SettingsName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The names of the tables, and last that of the key; at least one.
    package let parts: [String]

    package init(_ parts: [String]) { self.parts = parts }

    /// Parses a name as a person types it; nil if the name is invalid.
    ///
    /// An application's id needs no quotes, although it has dots: `applications.org.example.Chat.sound`.
    package init?(typed text: String) {
        var reader = SettingsScanner(text)
        guard let name = reader.typedName(), reader.isAtEnd else { return nil }
        self = name
    }

    /// Returns an application's table, if a person's typed text may name such a table: `applications.org.example.Chat`.
    package static func applicationTable(typed text: String) -> SettingsName? {
        guard text.hasPrefix("applications."), !text.contains(where: { "\"' ".contains($0) }) else { return nil }
        return SettingsName(["applications", String(text.dropFirst("applications.".count))])
    }

    /// The name as TOML writes it, with quotes where they are needed.
    package var description: String { parts.map(Self.written).joined(separator: ".") }

    package static func < (one: Self, other: Self) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }

    /// Returns whether this is the name of a table that contains the key.
    package func contains(_ other: Self) -> Bool {
        other.parts.count > parts.count && other.parts.starts(with: parts)
    }

    private static func written(_ part: String) -> String {
        let isBare = !part.isEmpty && part.utf8.allSatisfy(SettingsScanner.isBare)
        return isBare ? part : SettingsLiteral.quoted(part)
    }
}

/// Values as TOML writes them.
package enum SettingsLiteral {
    /// Returns the TOML value that a person means by these words. `true`, a number, a list in brackets or a quoted text
    /// stays as it is; another word becomes a text, and several words a list of texts.
    package static func text(of words: [String]) -> String {
        guard words.count == 1, let word = words.first else { return list(of: words) }
        let isValue =
            ["true", "false"].contains(word) || isNumber(word) || ["[", "\"", "'"].contains(word.prefix(1))
        return isValue ? word : quoted(word)
    }

    /// Tells whether a word is a number in TOML: `-5`, `52.52`.
    private static func isNumber(_ word: String) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return Int(word) != nil }
        return Int(parts[0]) != nil && !parts[1].isEmpty && parts[1].utf8.allSatisfy { (48...57).contains($0) }
    }

    package static func list(of words: [String]) -> String {
        "[" + words.map(quoted).joined(separator: ", ") + "]"
    }

    /// Returns a text as TOML writes it, in quotes.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
