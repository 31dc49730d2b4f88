// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension BodyMarkup {
    /// Markup that a notification server can draw besides the tags b, i and u.
    package struct Support: Hashable, Sendable {
        package var links: Bool
        package var images: Bool

        package init(links: Bool, images: Bool) {
            self.links = links
            self.images = images
        }
    }

    /// Returns well-formed markup that any parser accepts: text is escaped and can't affect its surroundings.
    ///
    /// Unsupported links become their text and address, unsupported pictures become their alternative text. Pictures on
    /// the network are always replaced by text: fetching one would tell its host that the notification was shown.
    package func cleaned(for support: Support) -> String { render(support, escapes: true) }

    /// The text without tags; an address follows its link's text in parentheses.
    package var plainText: String { render(Support(links: false, images: false), escapes: false) }

    /// Returns cleaned markup for a sandboxed caller: no pictures, and only links that the caller may open itself.
    ///
    /// Links stay whose address has a scheme of `schemes`, which are in lower case.
    package func confined(toSchemes schemes: Set<String>) -> String {
        cleaned { piece in
            switch piece {
            case .open(.link(let address)) where !Self.has(schemes, address): .open(.link(""))
            case .close(.link(let address)) where !Self.has(schemes, address): .close(.link(""))
            case .image(_, let words): .image(source: "", alternative: words)
            default: piece
            }
        }
    }

    /// Returns cleaned markup with some pictures replaced by their alternative text.
    ///
    /// `sources` are the addresses or paths of these pictures, as written in the body.
    package func withoutPictures(_ sources: Set<String>) -> String {
        cleaned { piece in
            guard case .image(let source, let words) = piece, sources.contains(source) else { return piece }
            return .image(source: "", alternative: words)
        }
    }

    private func cleaned(replacing change: (Piece) -> Piece) -> String {
        var changed = self
        changed.pieces = pieces.map(change)
        return changed.cleaned(for: Support(links: true, images: true))
    }

    private static func has(_ schemes: Set<String>, _ address: String) -> Bool {
        address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first
            .map { address.contains(":") && schemes.contains($0.lowercased()) } ?? false
    }

    private func render(_ support: Support, escapes: Bool) -> String {
        var result = ""
        /// The text of the link that is open: the link's address isn't shown beside the same text.
        var words = ""
        func add(_ text: String) {
            let visible = VisibleText.lines(text)
            words += visible
            result += escapes ? Self.escaped(visible, quotes: false) : visible
        }
        for piece in pieces {
            switch piece {
            case .text(let text): add(text)
            case .open(let tag):
                if tag.isLink { words = "" }
                if escapes { result += tag.markup(support, closes: false) }
            case .close(let tag):
                if escapes { result += tag.markup(support, closes: true) }
                if case .link(let address) = tag, !(support.links && escapes) {
                    let shown = VisibleText.line(address)
                    if !shown.isEmpty, shown != words { add(" (\(shown))") }
                }
            case .image(let source, let alternative):
                let (source, alternative) = (VisibleText.line(source), VisibleText.line(alternative))
                if escapes, support.images, Self.isLocal(source) {
                    result += "<img src=\"\(Self.escaped(source))\""
                    if !alternative.isEmpty { result += " alt=\"\(Self.escaped(alternative))\"" }
                    result += "/>"
                } else {
                    add(alternative)
                }
            }
        }
        return result
    }

    /// Returns whether a picture is a local file or an icon of the theme.
    private static func isLocal(_ source: String) -> Bool {
        if source.hasPrefix("file:///") || source.hasPrefix("/") { return !source.hasPrefix("//") }
        return !source.isEmpty && !source.contains(":") && !source.contains("/")
    }

    /// Escapes the characters that are special in XML; in an attribute, also the quotes that would end it.
    package static func escaped(_ text: String, quotes: Bool = true) -> String {
        guard text.utf8.contains(where: { [UInt8]("&<>\"".utf8).contains($0) }) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where quotes: result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension BodyMarkup.Tag {
    fileprivate func markup(_ support: BodyMarkup.Support, closes: Bool) -> String {
        switch self {
        case .bold: closes ? "</b>" : "<b>"
        case .italic: closes ? "</i>" : "<i>"
        case .underline: closes ? "</u>" : "<u>"
        case .link(let address):
            if !support.links || address.isEmpty {
                ""
            } else {
                closes ? "</a>" : "<a href=\"\(BodyMarkup.escaped(VisibleText.line(address)))\">"
            }
        }
    }
}
