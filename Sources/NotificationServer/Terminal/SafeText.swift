// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Any program may call Notify with any text, and a terminal executes escape sequences: they can move the cursor over
// earlier lines, set the window's title, or make some terminals type. So whole sequences are removed (removing the
// first byte only would leave "[31m"), then other control characters, then direction marks, with which a text could
// imitate the line of buttons below it.

/// Cleaning of untrusted text for a terminal.
package enum SafeText {
    /// Maximum number of marks on one letter; no language needs more.
    private static let mostMarks = 8

    /// Returns the text as one line: line breaks and tabs become spaces.
    package static func line(_ text: String) -> String {
        let words = block(text).split(whereSeparator: { $0 == "\n" || $0 == " " })
        return words.joined(separator: " ")
    }

    /// Returns the text in its lines: every kind of line break becomes a line feed, a tab a space.
    package static func block(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var scalars = text.unicodeScalars[...]
        var marks = 0
        while let scalar = scalars.popFirst() {
            switch scalar.value {
            case 0x1B: skipEscape(&scalars)
            case 0x9B: skipControlSequence(&scalars)
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F: skipString(&scalars)
            case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: kept.append("\n")
            case 0x0D:
                if scalars.first == "\n" { scalars.removeFirst() }
                kept.append("\n")
            case 0x09: kept.append(" ")
            default:
                // Too many accents would cover the lines above.
                marks = isMark(scalar) ? marks + 1 : 0
                if !isUnsafe(scalar), marks <= mostMarks { kept.append(scalar) }
            }
        }
        return String(kept)
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x202A...0x202E, 0x2066...0x2069: true
        // Invisible characters make two texts look alike.
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// Skips the text after ESC: a control sequence, a string with an end mark, or a short command.
    private static func skipEscape(_ rest: inout Substring.UnicodeScalarView) {
        guard let next = rest.first else { return }
        switch next.value {
        case 0x5B:
            rest.removeFirst()
            skipControlSequence(&rest)
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
            rest.removeFirst()
            skipString(&rest)
        case 0x20...0x2F:
            while let scalar = rest.first, (0x20...0x2F).contains(scalar.value) { rest.removeFirst() }
            if let last = rest.first, (0x30...0x7E).contains(last.value) { rest.removeFirst() }
        case 0x30...0x7E: rest.removeFirst()
        default: break
        }
    }

    /// Skips parameters and one final letter; stops before any other character.
    private static func skipControlSequence(_ rest: inout Substring.UnicodeScalarView) {
        while let scalar = rest.first, (0x20...0x3F).contains(scalar.value) { rest.removeFirst() }
        if let last = rest.first, (0x40...0x7E).contains(last.value) { rest.removeFirst() }
    }

    /// Skips to BEL or ESC \; a string without an end stops at the end of its line.
    private static func skipString(_ rest: inout Substring.UnicodeScalarView) {
        while let scalar = rest.first {
            if scalar == "\n" { return }
            rest.removeFirst()
            if scalar.value == 0x07 || scalar.value == 0x9C { return }
            if scalar.value == 0x1B {
                if rest.first == "\\" { rest.removeFirst() }
                return
            }
        }
    }
}
