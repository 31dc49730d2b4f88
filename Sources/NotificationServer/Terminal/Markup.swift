// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Bodies are XML by the specification and anything in practice: unescaped `<` and `&`, tags nobody
// listed, tags never closed. What is a known tag becomes a style, what is an unknown tag is dropped and its
// text kept, and everything else is text. Nothing is ever lost because something before it was wrong.
// Read by Unicode scalars, as every parser of XML does: an accent behind a `>` makes another character of it, and the tag
// ends there all the same.

/// The body of a notification, read as the specification's markup.
package struct Markup {
    /// The text and its styles; made safe for a terminal.
    package private(set) var pieces: [StyledText] = []

    /// Reads a body; whatever it is, there is a way to read it.
    package init(_ body: String) {
        var rest = Substring(body).unicodeScalars
        while let next = rest.first {
            if next == "<", let tag = Tag(reading: &rest) {
                open(tag)
            } else if next == "&", let character = Self.entity(reading: &rest) {
                append(character)
            } else {
                append(String(rest.removeFirst()))
            }
        }
        pieces = pieces.map { StyledText(SafeText.block($0.text), $0.style) }.filter { !$0.text.isEmpty }
    }

    private var depths: [String: Int] = [:]
    private var links: [(url: String, text: String)] = []

    private var style: StyledText.Style {
        var style: StyledText.Style = []
        if depths["b", default: 0] > 0 { style.insert(.bold) }
        if depths["i", default: 0] > 0 { style.insert(.italic) }
        if depths["u", default: 0] > 0 || !links.isEmpty { style.insert(.underline) }
        return style
    }

    private mutating func append(_ text: String) {
        if let last = links.indices.last { links[last].text += text }
        if let last = pieces.indices.last, pieces[last].style == style {
            pieces[last].text += text
        } else {
            pieces.append(StyledText(text, style))
        }
    }

    private mutating func open(_ tag: Tag) {
        switch (tag.name, tag.closes) {
        case ("b", false), ("i", false), ("u", false): depths[tag.name, default: 0] += 1
        case ("b", true), ("i", true), ("u", true): depths[tag.name] = max(0, depths[tag.name, default: 0] - 1)
        case ("a", false): links.append((tag.attributes["href"] ?? "", ""))
        case ("a", true):
            // The address is shown: in a terminal nobody can see where an underlined word leads.
            guard let link = links.popLast(), !link.url.isEmpty, link.url != link.text else { return }
            append(" (\(link.url))")
        case ("img", false): append("[\(tag.attributes["alt"].flatMap { $0.isEmpty ? nil : $0 } ?? "picture")]")
        case ("br", _): append("\n")
        default: break
        }
    }

    /// One of the five named entities or a number; nil, and nothing read, for any other `&`.
    fileprivate static func entity(reading rest: inout Substring.UnicodeScalarView) -> String? {
        guard let end = rest.prefix(12).firstIndex(of: ";") else { return nil }
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        let number: UInt32? =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"][name]
        guard let text = named ?? number.flatMap(Unicode.Scalar.init).map({ String(Character($0)) }) else { return nil }
        rest = rest[rest.index(after: end)...]
        return text
    }
}

extension Markup {
    /// `<name attribute="value">`, `</name>` or `<name/>`.
    fileprivate struct Tag {
        private(set) var name = ""
        private(set) var closes = false
        private(set) var attributes: [String: String] = [:]

        /// Nil, and nothing read, if what follows `<` is no tag.
        init?(reading rest: inout Substring.UnicodeScalarView) {
            var text = rest.dropFirst()
            if text.first == "/" {
                closes = true
                text.removeFirst()
            }
            name = Self.word(&text)
            guard name.first?.isLetter == true else { return nil }
            // Bounded, so that no text makes each of its brackets read all that follows.
            for _ in 0...Self.maximumAttributes {
                text = text.drop(while: \.properties.isWhitespace)
                if text.first == "/" { text.removeFirst() }
                if text.first == ">" {
                    rest = text.dropFirst()
                    return
                }
                let key = Self.word(&text)
                guard !key.isEmpty, text.first == "=" else { return nil }
                text.removeFirst()
                guard let quote = text.popFirst(), quote == "\"" || quote == "'",
                    let end = text.firstIndex(of: quote)
                else { return nil }
                attributes[key] = Self.unescaped(text[..<end])
                text = text[text.index(after: end)...]
            }
            return nil
        }

        private static let maximumAttributes = 16

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

        private static func unescaped(_ value: Substring.UnicodeScalarView) -> String {
            var rest = value
            var text = ""
            while let next = rest.first {
                if next == "&", let character = Markup.entity(reading: &rest) {
                    text += character
                } else {
                    text.unicodeScalars.append(next)
                    rest.removeFirst()
                }
            }
            return text
        }
    }
}
