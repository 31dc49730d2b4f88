// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A title of an application as a shell shows it beside an identifier.
enum PlainTitle {
    /// Largest number of characters of a title; the rest is cut off.
    private static let longest = 60
    /// Characters by which a shell runs, expands or redirects something.
    private static let syntax = Set("$`\\;&|<>(){}[]*!~#^")

    /// Returns one line without control characters, marks of direction and the syntax of shells.
    ///
    /// No script evaluates titles, and bash never inserts them; this is for lists that a person copies from.
    static func cleaned(_ title: String) -> String {
        var text = ""
        var isAfterSpace = true
        for character in title.onOneLine {
            switch character {
            case "'": text.append("’")
            case "\"": text.append("”")
            case _ where syntax.contains(character) || character.isWhitespace:
                if !isAfterSpace { text.append(" ") }
                isAfterSpace = true
                continue
            default: text.append(character)
            }
            isAfterSpace = false
        }
        return shortened(text.trimmed)
    }

    /// Returns a text that fits beside an identifier.
    static func shortened(_ text: String, to longest: Int = longest) -> String {
        text.count <= longest ? text : text.prefix(longest - 1).trimmed + "…"
    }
}
