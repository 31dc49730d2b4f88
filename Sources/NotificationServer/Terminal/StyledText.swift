// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A piece of text with its style.
package struct StyledText: Hashable, Sendable {
    /// Attributes of a piece of text.
    package struct Style: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let bold = Style(rawValue: 1 << 0)
        package static let dim = Style(rawValue: 1 << 1)
        package static let italic = Style(rawValue: 1 << 2)
        package static let underline = Style(rawValue: 1 << 3)
        package static let red = Style(rawValue: 1 << 4)
        package static let cyan = Style(rawValue: 1 << 5)
        package static let reverse = Style(rawValue: 1 << 6)
    }

    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = []) {
        self.text = text
        self.style = style
    }

    /// Returns the text with the terminal's codes for its style; without colour, the plain text.
    package func rendered(inColour: Bool) -> String {
        guard inColour, !style.isEmpty, !text.isEmpty else { return text }
        let codes = Self.codes.filter { style.contains($0.0) }.map(\.1).joined(separator: ";")
        return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }

    private static let codes: [(Style, String)] = [
        (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.red, "31"), (.cyan, "36"), (.reverse, "7"),
    ]
}

extension [StyledText] {
    /// Returns the whole line with the terminal's codes for its styles.
    package func rendered(inColour: Bool) -> String { map { $0.rendered(inColour: inColour) }.joined() }

    /// Appends a piece; if the last piece has the same style, adds the text to that piece instead.
    mutating func write(_ piece: StyledText) {
        if let last = indices.last, self[last].style == piece.style {
            self[last].text += piece.text
        } else {
            append(piece)
        }
    }

    /// The text without its styles.
    package var plain: String { map(\.text).joined() }

    /// The line's width in terminal cells.
    package var width: Int { reduce(0) { $0 + TextWidth.of($1.text) } }
}

/// Width of texts in terminal cells.
package enum TextWidth {
    /// Returns the sum of the widths of the visible characters.
    package static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    /// Returns 0 for marks without their own width, 2 for East Asian wide characters and emoji, 1 for others.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // An emoji sequence contains a presentation selector, or is a pair of regional letters or a joined family.
        if scalars.contains(where: { $0.value == 0xFE0F }) && first.properties.isEmoji { return 2 }
        if (0x1F1E6...0x1F1FF).contains(first.value) { return scalars.count > 1 ? 2 : 1 }
        return scalars.lazy.map(of).max() ?? 0
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.properties.generalCategory == .control || g_unichar_iszerowidth(scalar.value) != 0 { return 0 }
        return g_unichar_iswide(scalar.value) != 0 ? 2 : 1
    }
}

extension StringProtocol {
    /// Truncates the text to `width` terminal cells, with an ellipsis at the end; empty for a width of 0.
    package func cut(to width: Int, ellipsis: String = "…") -> String {
        guard TextWidth.of(self) > width else { return String(self) }
        guard width > 0 else { return "" }
        var room = width - TextWidth.of(ellipsis)
        let kept = prefix {
            room -= TextWidth.of($0)
            return room >= 0
        }
        return kept + ellipsis
    }
}
