// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A tag in the markup of a notification's body: `<name attribute="value">`, `</name>` or `<name/>`.
struct MarkupTag {
    /// The name in lower case.
    private(set) var name = ""
    private(set) var closes = false
    /// Tells whether the tag ends itself and has no end tag: `<b/>`.
    private(set) var isEmpty = false
    /// Values by attribute name in lower case; entities are decoded.
    private(set) var attributes: [String: String] = [:]

    /// Formatting tags of HTML and Pango, which are dropped. Any other name, as in `vector<int>`, is text.
    private static let names: Set = [
        "a", "abbr", "b", "big", "blockquote", "body", "br", "center", "cite", "code", "dd", "del", "div", "dl", "dt",
        "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "html", "i", "img", "ins", "kbd", "li", "mark",
        "markup", "ol", "p", "pre", "q", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tbody",
        "td", "th", "thead", "tr", "tt", "u", "ul",
    ]
    /// Limit of attributes per tag: without one, parsing a text full of brackets would take quadratic time.
    private static let maximumAttributes = 16

    /// Reads a tag; if no tag follows `<`, returns nil and reads nothing.
    init?(reading rest: inout Substring.UnicodeScalarView) {
        var text = rest.dropFirst()
        if text.first == "/" {
            closes = true
            text.removeFirst()
        }
        name = Self.word(&text)
        guard Self.names.contains(name) else { return nil }
        for _ in 0...Self.maximumAttributes {
            text = text.drop(while: \.properties.isWhitespace)
            if text.first == "/" {
                isEmpty = true
                text.removeFirst()
            }
            if text.first == ">" {
                rest = text.dropFirst()
                return
            }
            let key = Self.word(&text)
            guard !key.isEmpty, text.first == "=" else { return nil }
            text.removeFirst()
            guard let quote = text.popFirst(), quote == "\"" || quote == "'", let end = text.firstIndex(of: quote)
            else { return nil }
            attributes[key] = Self.decoded(text[..<end])
            text = text[text.index(after: end)...]
        }
        return nil
    }

    private static func word(_ text: inout Substring.UnicodeScalarView) -> String {
        let word = text.prefix { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ":": true
            default: false
            }
        }
        text = text[word.endIndex...]
        return String(word).lowercased()
    }

    private static func decoded(_ value: Substring.UnicodeScalarView) -> String {
        var rest = value
        var text = String.UnicodeScalarView()
        while let next = rest.first {
            if next == "&", let character = entity(reading: &rest) {
                text.append(character)
            } else {
                text.append(next)
                rest.removeFirst()
            }
        }
        return String(text)
    }

    /// Reads a named or numeric entity; for any other `&` returns nil and reads nothing.
    static func entity(reading rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard let end = rest.prefix(12).firstIndex(of: ";") else { return nil }
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        let number: UInt32? =
            name.hasPrefix("#x") || name.hasPrefix("#X")
            ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        let named: Unicode.Scalar? =
            switch name {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "quot": "\""
            case "apos": "'"
            case "nbsp": "\u{A0}"
            default: nil
            }
        // XML doesn't allow U+0000, and D-Bus can't carry it.
        guard let scalar = named ?? number.flatMap(Unicode.Scalar.init), scalar != "\0" else { return nil }
        rest = rest[rest.index(after: end)...]
        return scalar
    }
}
