// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Text made fit for notification servers.
enum PlainText {
    /// Without control characters, which break markup parsers; line ends and tabs may stay.
    static func clean(_ text: String, keepingLines: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\t": scalars.append(keepingLines ? scalar : " ")
            case _ where scalar.properties.generalCategory == .control: continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The three characters of XML escaped, and nothing else: servers differ on the rest.
    static func escaped(_ text: String) -> String {
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
    static func doublingMarks(_ text: String) -> String {
        var result = ""
        for (index, character) in zip(text.indices, text) {
            result.append(character)
            let next = text[text.index(after: index)...].first
            if character == "&", let next, next != "&", !next.isWhitespace { result.append("&") }
        }
        return result
    }

    /// For a server that parses tags and shows entities as they are: what looks like a tag is one no more.
    ///
    /// A space of no width follows its first character.
    static func withoutTags(_ text: String) -> String {
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
