// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// The notification specification says that bodies are XML. In practice they contain lone `<` and `&`, unknown tags and
// tags without an end. The specification's tags become pieces. Other formatting tags are dropped and their text is
// kept. The rest is text, so an error in one place loses nothing after it. The parser reads Unicode scalars, as XML
// parsers do: an accent after `>` forms one character with it but must not hide the end of the tag.

/// A notification's body, parsed as the specification's markup: the tags b, i, u, a and img.
///
/// GLib's GMarkup would refuse text such as `a < b & c > d`; here it becomes text and is shown as it is.
package struct BodyMarkup: Hashable, Sendable {
    /// A tag with an end tag.
    package enum Tag: Hashable, Sendable {
        case bold, italic, underline
        /// A link to this decoded address, which is empty if the tag has none.
        case link(String)
    }

    /// A part of the body; pieces are in the body's order.
    package enum Piece: Hashable, Sendable {
        /// Text with entities decoded and line breaks as line feeds; never escaped.
        case text(String)
        case open(Tag)
        /// The end of the tag that was opened last: pieces are always well nested.
        case close(Tag)
        /// `source` is an address or path as written; `alternative` is the text shown instead. Both may be empty.
        case image(source: String, alternative: String)
    }

    /// The body's pieces; each opened tag has its end.
    package internal(set) var pieces: [Piece] = []

    private var open: [Tag] = []
    /// Count of tags that are nested too deep, by name: their end tags are dropped too.
    private var skipped: [String: Int] = [:]

    /// Maximum nesting of tags; deeper tags are dropped and their text is kept.
    private static let depth = 16

    /// Parses a body; any text can be parsed.
    package init(_ body: String) {
        guard body.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            if !body.isEmpty { pieces = [.text(body)] }
            return
        }
        var rest = Substring(body).unicodeScalars
        var text = String.UnicodeScalarView()
        func flush(_ markup: inout BodyMarkup) {
            markup.append(String(text))
            text = String.UnicodeScalarView()
        }
        while let next = rest.first {
            if next == "<", let tag = MarkupTag(reading: &rest) {
                flush(&self)
                take(tag)
            } else if next == "&", let character = MarkupTag.entity(reading: &rest) {
                text.append(character)
            } else {
                text.append(rest.removeFirst())
            }
        }
        flush(&self)
        while let last = open.popLast() { pieces.append(.close(last)) }
    }

    private mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        if case .text(let before)? = pieces.last {
            pieces[pieces.count - 1] = .text(before + text)
        } else {
            pieces.append(.text(text))
        }
    }

    private mutating func take(_ tag: MarkupTag) {
        let kind: Tag
        switch tag.name {
        case "b": kind = .bold
        case "i": kind = .italic
        case "u": kind = .underline
        case "a": kind = .link(tag.attributes["href"] ?? "")
        case "img":
            if !tag.closes {
                pieces.append(.image(source: tag.attributes["src"] ?? "", alternative: tag.attributes["alt"] ?? ""))
            }
            return
        case "br": return append("\n")
        default: return
        }
        if tag.closes {
            close(kind, tag.name)
        } else if !tag.isEmpty {
            begin(kind, tag.name)
        }
    }

    private mutating func begin(_ tag: Tag, _ name: String) {
        // HTML doesn't allow a link within a link, so the outer one ends here.
        if tag.isLink { end(tag) }
        guard open.count < Self.depth else { return skipped[name, default: 0] += 1 }
        open.append(tag)
        pieces.append(.open(tag))
    }

    private mutating func close(_ tag: Tag, _ name: String) {
        if let count = skipped[name], count > 0 { return skipped[name] = count - 1 }
        end(tag)
    }

    /// Closes the last open tag of this kind, if any; tags that were opened after that tag are reopened after its end.
    private mutating func end(_ tag: Tag) {
        guard let index = open.lastIndex(where: { $0 == tag || ($0.isLink && tag.isLink) }) else { return }
        let inner = open[(index + 1)...]
        for inner in inner.reversed() { pieces.append(.close(inner)) }
        pieces.append(.close(open[index]))
        let reopened = Array(inner)
        open.removeSubrange(index...)
        for inner in reopened {
            open.append(inner)
            pieces.append(.open(inner))
        }
    }
}

extension BodyMarkup.Tag {
    /// Tells whether the tag is a link, to any address.
    package var isLink: Bool { if case .link = self { true } else { false } }
}
