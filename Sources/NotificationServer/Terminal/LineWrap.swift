// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Breaking of styled text into lines of a given width, at spaces if possible.
package struct LineWrap {
    private let width: Int
    private var lines: [[StyledText]] = []
    private var line: [StyledText] = []
    private var lineWidth = 0
    /// Spaces that are written only if a word follows on the same line.
    private var gap: StyledText?

    /// Returns the lines of `text`; a line feed starts a new line.
    ///
    /// A word that is wider than a line is broken between characters. The width is in terminal cells, at least 1.
    package static func lines(of text: [StyledText], width: Int) -> [[StyledText]] {
        var wrap = LineWrap(width: max(1, width))
        for word in words(of: text) { wrap.append(word) }
        wrap.endLine()
        return wrap.lines
    }

    private init(width: Int) { self.width = width }

    /// Part of the text; a word may have several styles ("**b**old") and is not broken between them.
    private enum Token {
        case word([StyledText])
        case space(StyledText)
        case lineBreak
    }

    private static func words(of text: [StyledText]) -> [Token] {
        var tokens: [Token] = []
        var word: [StyledText] = []
        func endWord() {
            if !word.isEmpty { tokens.append(.word(word)) }
            word = []
        }
        for piece in text {
            for character in piece.text {
                switch character {
                case "\n":
                    endWord()
                    tokens.append(.lineBreak)
                case " ":
                    endWord()
                    tokens.append(.space(StyledText(" ", piece.style)))
                default:
                    word.write(StyledText(String(character), piece.style))
                }
            }
        }
        endWord()
        return tokens
    }

    private mutating func append(_ token: Token) {
        switch token {
        case .lineBreak: endLine()
        case .space(let space): gap = gap.map { StyledText($0.text + " ", $0.style) } ?? space
        case .word(let word): append(word)
        }
    }

    private mutating func append(_ word: [StyledText]) {
        let wordWidth = word.width
        let gapWidth = gap?.text.count ?? 0
        if lineWidth > 0 && lineWidth + gapWidth + wordWidth > width {
            endLine()
        } else if let gap, gapWidth < width {
            write(gap)
        }
        gap = nil
        guard lineWidth + wordWidth > width else { return word.forEach { write($0) } }
        for piece in word {
            for character in piece.text {
                if lineWidth > 0 && lineWidth + TextWidth.of(character) > width { endLine() }
                write(StyledText(String(character), piece.style))
            }
        }
    }

    private mutating func write(_ piece: StyledText) {
        lineWidth += TextWidth.of(piece.text)
        line.write(piece)
    }

    private mutating func endLine() {
        lines.append(line)
        line = []
        lineWidth = 0
        gap = nil
    }
}
