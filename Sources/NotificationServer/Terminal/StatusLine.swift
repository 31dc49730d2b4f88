// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The last line of the terminal: the keys' target, or the text being typed.
package struct StatusLine {
    private let session: TerminalSession
    private let glyphs: Glyphs

    package init(_ session: TerminalSession, glyphs: Glyphs = .unicode) {
        self.session = session
        self.glyphs = glyphs
    }

    /// Returns a line of less than `width` cells, because a full line makes some terminals scroll.
    package func line(width: Int) -> [StyledText] {
        switch session.mode {
        case .number(let digits): [StyledText(cut("Choose number: \(digits)_", to: width - 1), .dim)]
        case .typing(let text, let id):
            // A long reply is cut at the start, because the person types at its end.
            [StyledText(cutStart(of: "Reply to #\(id): \(text)_", to: width - 1))]
        case .keys: [StyledText(cut(keys, to: width - 1), .dim)]
        }
    }

    private var keys: String {
        guard let current = session.current else { return "No notification is open. ? lists the keys, q ends." }
        let buttons = Button.buttons(for: current).map(\.text) + ["[d] Dismiss"]
        let others = session.open.count - 1
        let more = others > 0 ? " (\(others) more: tab)" : ""
        let title = cut(SafeText.line(current.summary), to: 20)
        return "#\(current.id) \(title)\(more)  \(buttons.joined(separator: "  "))"
    }

    private func cut(_ text: String, to width: Int) -> String { text.cut(to: width, ellipsis: glyphs.ellipsis) }

    /// The ellipses read the same from both ends.
    private func cutStart(of text: String, to width: Int) -> String {
        String(cut(String(text.reversed()), to: width).reversed())
    }
}
