// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A text can affect more than its own place on the screen. An open direction override reverses the text that the server
// or terminal draws next to it. A hundred accents on one letter cover the lines above. Invisible characters make two
// names look alike. This type removes such effects and keeps the letters of every language, emoji and needed marks.

/// Functions that clean untrusted text, so that it can't affect the text drawn around it.
package enum VisibleText {
    /// Direction mark that was opened on a line and must be closed on it.
    private enum Opening { case isolate, embedding, droppedIsolate, droppedEmbedding }

    /// Maximum number of marks on one letter; no language needs more.
    private static let mostMarks = 8
    /// Maximum nesting of direction marks.
    private static let mostOpenings = 8

    /// Returns the text as one line: line ends and tabs become spaces.
    package static func line(_ text: String) -> String { cleaned(text, keepsLines: false) }

    /// Returns the text in its lines: every kind of line end becomes a line feed; tabs stay.
    package static func lines(_ text: String) -> String { cleaned(text, keepsLines: true) }

    /// Returns whether a mark changes the direction of the text that follows it.
    package static func turns(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func cleaned(_ text: String, keepsLines: Bool) -> String {
        guard !text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return text }
        var result = String.UnicodeScalarView()
        var open: [Opening] = []
        var marks = 0
        var (isAfterReturn, isFlag, hasBase) = (false, false, false)
        for scalar in text.unicodeScalars {
            let isLineFeedOfPair = isAfterReturn && scalar == "\n"
            isAfterReturn = scalar == "\r"
            switch scalar.value {
            case 0x0a where isLineFeedOfPair: continue
            case 0x0a...0x0d, 0x85, 0x2028, 0x2029:
                close(&open, from: 0, into: &result)
                result.append(keepsLines ? "\n" : " ")
                hasBase = false
            case 0x09:
                result.append(keepsLines ? "\t" : " ")
                hasBase = true
            case _ where turns(scalar): turn(scalar, &open, into: &result)
            case 0xe0020...0xe007f where isFlag && marks < mostMarks:
                marks += 1
                result.append(scalar)
                continue
            case _ where isHidden(scalar): continue
            case _ where isMark(scalar):
                // A mark without a letter would be drawn over the text that stands before this text on the screen.
                guard hasBase, marks < mostMarks else { continue }
                marks += 1
                result.append(scalar)
                continue
            default:
                hasBase = true
                result.append(scalar)
            }
            marks = 0
            isFlag = scalar == "\u{1F3F4}"
        }
        close(&open, from: 0, into: &result)
        return String(result)
    }

    /// Returns whether a character is a control character, or invisible and without effect on the letters around it.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Allowed: joiners, single direction marks, and selectors of a letter's or an emoji's form.
        case 0x200c...0x200f, 0x61c, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b...0x180d, 0x180f, 0xfe00...0xfe0f,
            0xe0100...0xe01ef:
            false
        case 0xfff9...0xfffb: true
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .control
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        // Format characters count as marks, except joiners, which connect the letters around them.
        case .format: scalar.value != 0x200d && scalar.value != 0x200c
        default: false
        }
    }

    /// Handles a direction mark: opens or closes a direction. Overrides, which serve only forgery, and marks nested too
    /// deeply are dropped.
    private static func turn(
        _ scalar: Unicode.Scalar, _ open: inout [Opening], into result: inout String.UnicodeScalarView
    ) {
        switch scalar.value {
        case 0x2066...0x2068:
            let isKept = open.count < mostOpenings
            open.append(isKept ? .isolate : .droppedIsolate)
            if isKept { result.append(scalar) }
        case 0x202a, 0x202b:
            let isKept = open.count < mostOpenings
            open.append(isKept ? .embedding : .droppedEmbedding)
            if isKept { result.append(scalar) }
        case 0x202d, 0x202e: open.append(.droppedEmbedding)
        case 0x202c:
            guard let last = open.last, last == .embedding || last == .droppedEmbedding else { return }
            close(&open, from: open.count - 1, into: &result)
        default:
            guard let start = open.lastIndex(where: { $0 == .isolate || $0 == .droppedIsolate }) else { return }
            close(&open, from: start, into: &result)
        }
    }

    private static func close(_ open: inout [Opening], from start: Int, into result: inout String.UnicodeScalarView) {
        while open.count > start, let last = open.popLast() {
            switch last {
            case .isolate: result.append("\u{2069}")
            case .embedding: result.append("\u{202C}")
            case .droppedIsolate, .droppedEmbedding: break
            }
        }
    }
}
