// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// Text made fit for notification servers.
package enum PlainText {
    /// Without control characters, which break markup parsers, and within its own field; line ends and tabs may stay.
    package static func clean(_ text: String, keepingLines: Bool) -> String {
        keepingLines ? VisibleText.lines(text) : VisibleText.line(text)
    }

    /// The three characters of XML escaped, and nothing else: servers differ on the rest.
    package static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// Each `&` that something but a blank or another `&` follows, twice.
    package static func doublingMarks(_ text: String) -> String {
        var result = ""
        for (index, character) in zip(text.indices, text) {
            result.append(character)
            let next = text[text.index(after: index)...].first
            if character == "&", let next, next != "&", !next.isWhitespace { result.append("&") }
        }
        return result
    }

    /// For a server of which it can't be told whether it parses: what begins a tag looks like it, and is it to none.
    package static func withoutBrackets(_ text: String) -> String { text.replacing("<", with: "\u{2039}") }

    /// For a server that guesses: without a `<` a text is shown as it is, and with its escape it is markup.
    ///
    /// Markup has no line ends, so what has several lines has another sign instead.
    package static func escapedIfMarked(_ text: String) -> String {
        guard text.contains("<") else { return text }
        return text.contains("\n") ? withoutBrackets(text) : escaped(text)
    }

    /// For a server that shows the escapes which it makes itself: without what it would escape.
    package static func withoutMarks(_ text: String) -> String { withoutBrackets(text).replacing("&", with: "+") }

    /// For a server that parses tags and shows entities as they are: what looks like a tag is one no more.
    ///
    /// A space of no width follows its first character.
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
