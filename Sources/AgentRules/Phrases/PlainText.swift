// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// Functions that make text safe for notification servers.
package enum PlainText {
    /// Removes control characters and confines bidirectional marks to the text; line ends and tabs may stay.
    package static func clean(_ text: String, keepingLines: Bool) -> String {
        keepingLines ? VisibleText.lines(text) : VisibleText.line(text)
    }

    /// Escapes `&`, `<` and `>`; servers differ in how they show other escapes.
    package static func escaped(_ text: String) -> String { BodyMarkup.escaped(text, quotes: false) }

    /// Doubles each `&` before a character other than a blank or `&`, for servers that take such a `&` for a mnemonic.
    package static func doublingMarks(_ text: String) -> String {
        var result = ""
        for (index, character) in zip(text.indices, text) {
            result.append(character)
            let next = text[text.index(after: index)...].first
            if character == "&", let next, next != "&", !next.isWhitespace { result.append("&") }
        }
        return result
    }

    /// Replaces each `<` by a similar sign, for servers that may or may not parse markup.
    package static func withoutBrackets(_ text: String) -> String { text.replacing("<", with: "\u{2039}") }

    /// Escapes a text that has a `<`, for servers that take such a text for markup and show other texts as they are.
    ///
    /// Markup would lose line ends, so in a text of several lines each `<` becomes a similar sign.
    package static func escapedIfMarked(_ text: String) -> String {
        guard text.contains("<") else { return text }
        return text.contains("\n") ? withoutBrackets(text) : escaped(text)
    }

    /// Replaces `<` and `&`, for servers that escape these signs and then show the escapes.
    package static func withoutMarks(_ text: String) -> String { withoutBrackets(text).replacing("&", with: "+") }

    /// Breaks up tags, for servers that parse tags but show entities as they are.
    ///
    /// A zero-width space is put after the `<`.
    package static func withoutTags(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isAfterBracket = false
        for scalar in text.unicodeScalars {
            if isAfterBracket, scalar == "/" || scalar.properties.isAlphabetic { result.append("\u{200B}") }
            result.append(scalar)
            isAfterBracket = scalar == "<"
        }
        return String(result)
    }
}
