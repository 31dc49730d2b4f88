// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Bodies are XML by the specification and anything in practice: lone `<` and `&`, tags that no specification lists, tags
// never closed. Tags of the specification become pieces, other formatting tags are dropped and their text is kept, and
// all else is text. Nothing is lost because something before it was wrong.
// Read by Unicode scalars, as every parser of XML does: an accent behind a `>` makes another character of it, and the tag
// ends there all the same.

/// A notification's body, read as the specification's markup: the tags b, i, u, a and img.
package struct BodyMarkup: Hashable, Sendable {
    /// A tag that has an end.
    package enum Tag: Hashable, Sendable {
        case bold, italic, underline
        /// The address is decoded; empty where the tag has none.
        case link(String)
    }

    /// A part of the body, in its order.
    package enum Piece: Hashable, Sendable {
        /// With entities decoded and line breaks as line feeds; never escaped.
        case text(String)
        case open(Tag)
        /// Closes the tag that was opened last: pieces are always well nested.
        case close(Tag)
        /// `source` is an address or path as it was written; `alternative` stands for it in words. Both may be empty.
        case image(source: String, alternative: String)
    }

    /// The body's parts; each tag that is opened is closed.
    package internal(set) var pieces: [Piece] = []

    private var open: [Tag] = []
    /// Tags that are nested too deep, by their name: their ends are dropped, too.
    private var skipped: [String: Int] = [:]

    /// Tags within tags; what is deeper is dropped, and its text kept.
    private static let depth = 16

    /// Reads a body; whatever it is, there is a way to read it.
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
        // A link in a link is none of HTML's: the former ends.
        if tag.isLink { end(tag) }
        guard open.count < Self.depth else { return skipped[name, default: 0] += 1 }
        open.append(tag)
        pieces.append(.open(tag))
    }

    private mutating func close(_ tag: Tag, _ name: String) {
        if let count = skipped[name], count > 0 { return skipped[name] = count - 1 }
        end(tag)
    }

    /// Ends the last tag of this kind, if one is open; those that were opened after it go on behind it.
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
    /// Whether it is a link, wherever it leads.
    package var isLink: Bool { if case .link = self { true } else { false } }
}
