// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Whoever may call Notify may send any text, and a terminal obeys what it is sent: an escape sequence
// can move the cursor over earlier lines, set the window's title, or make some terminals type.
// So whole sequences are removed (not only their first byte, which would leave "[31m" behind), then
// every other control character, then the marks that reorder a line from its right end, which would
// let a text pretend to be the line of buttons below it.

/// Text of strangers, made harmless for a terminal.
package enum SafeText {
    /// More marks on one letter than any language has.
    private static let mostMarks = 8

    /// Everything on one line: line breaks and tabs become spaces.
    package static func line(_ text: String) -> String {
        let words = block(text).split(whereSeparator: { $0 == "\n" || $0 == " " })
        return words.joined(separator: " ")
    }

    /// Lines stay; every kind of line break becomes a line feed and a tab becomes a space.
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
                // A pile of accents covers the lines above it.
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
        // Nothing is drawn for these, which makes two texts look alike.
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// What follows ESC: a control sequence, a string with an end mark, or a short command.
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

    /// Parameters and one final letter; stops before anything that cannot belong to it.
    private static func skipControlSequence(_ rest: inout Substring.UnicodeScalarView) {
        while let scalar = rest.first, (0x20...0x3F).contains(scalar.value) { rest.removeFirst() }
        if let last = rest.first, (0x40...0x7E).contains(last.value) { rest.removeFirst() }
    }

    /// Up to BEL or ESC \; a string without an end takes the rest of its line only.
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
