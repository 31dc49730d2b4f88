// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The body of a notification, parsed as the specification's markup.
package struct Markup {
    /// The text with its styles, safe for a terminal.
    package private(set) var pieces: [StyledText] = []

    /// Parses a body; any text can be parsed.
    package init(_ body: String) {
        for piece in BodyMarkup(body).pieces { add(piece) }
        pieces = pieces.map { StyledText(SafeText.block($0.text), $0.style) }.filter { !$0.text.isEmpty }
    }

    private var open: [BodyMarkup.Tag] = []
    /// Text of the link whose end tag is still to come.
    private var words = ""

    private var style: StyledText.Style {
        open.reduce(into: []) { style, tag in
            switch tag {
            case .bold: style.insert(.bold)
            case .italic: style.insert(.italic)
            case .underline, .link: style.insert(.underline)
            }
        }
    }

    private mutating func add(_ piece: BodyMarkup.Piece) {
        switch piece {
        case .text(let text): append(text)
        case .open(let tag):
            if tag.isLink { words = "" }
            open.append(tag)
        case .close(let tag):
            open.removeLast()
            // The address is printed, because a terminal doesn't show where a link leads.
            guard case .link(let address) = tag, !address.isEmpty, address != words else { return }
            append(" (\(address))")
        case .image(_, let alternative): append("[\(alternative.isEmpty ? "picture" : alternative)]")
        }
    }

    private mutating func append(_ text: String) {
        words += text
        pieces.write(StyledText(text, style))
    }
}
