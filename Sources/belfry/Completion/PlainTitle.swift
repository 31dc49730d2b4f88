// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A title that an application has given, as a shell shows it beside an identifier.
enum PlainTitle {
    /// Largest number of characters of a title; the rest is cut off.
    private static let longest = 60
    /// Returns whether a character can make a shell run, expand or redirect something.
    private static func isSyntax(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "$", "`", "\\", ";", "&", "|", "<", ">", "(", ")", "{", "}", "[", "]", "*", "!", "~", "#", "^": true
        default: false
        }
    }

    /// Returns a title on one line, without control characters, direction marks and shell syntax.
    ///
    /// No script evaluates titles, and bash never inserts them; cleaning protects whoever copies a title from a list.
    static func cleaned(_ title: String) -> String {
        var text = String.UnicodeScalarView()
        var isAfterSpace = true
        for scalar in title.onOneLine.unicodeScalars {
            let isSpace = isSyntax(scalar) || scalar.properties.isWhitespace
            switch scalar {
            case _ where isSpace: if !isAfterSpace { text.append(" ") }
            case "'": text.append("’")
            case "\"": text.append("”")
            default: text.append(scalar)
            }
            isAfterSpace = isSpace
        }
        return shortened(String(text).trimmed)
    }

    /// Returns a text, cut off if it has more than `longest` characters.
    static func shortened(_ text: String, to longest: Int = longest) -> String {
        text.utf8.count <= longest || text.count <= longest ? text : text.prefix(longest - 1).trimmed + "…"
    }
}
