// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Parser of a terminal's bytes into key presses.
package struct KeyReader {
    /// Bytes of an incomplete character.
    private var rest: [UInt8] = []

    package init() {}

    /// Returns the key presses in `bytes`.
    ///
    /// An escape byte at the end is the Escape key, because terminals send an escape sequence at once.
    package mutating func keys(in bytes: [UInt8]) -> [Key] {
        var input = (rest + bytes)[...]
        rest = []
        var keys: [Key] = []
        while let byte = input.first {
            if byte == 0x1B {
                input.removeFirst()
                if let key = Self.sequence(&input) { keys.append(key) }
            } else if byte < 0x80 {
                input.removeFirst()
                if let key = Self.key(byte) { keys.append(key) }
            } else {
                let length = Self.length(startingWith: byte)
                guard input.count >= length else {
                    rest = Array(input)
                    break
                }
                if let text = String(validating: input.prefix(length), as: UTF8.self) {
                    keys += text.map(Key.character)
                    input.removeFirst(length)
                } else {
                    input.removeFirst()
                }
            }
        }
        return keys
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x04: .endOfInput
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0C: .redraw
        case 0x15: .eraseLine
        case 0x17: .eraseWord
        case 0x1A: .suspend
        case 0x1C: .quit
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    /// Parses the sequence after an escape byte; returns nil for an unknown sequence, which is skipped.
    private static func sequence(_ input: inout ArraySlice<UInt8>) -> Key? {
        guard let next = input.first, next == 0x5B || next == 0x4F else { return .escape }
        input.removeFirst()
        input = input.drop { (0x20...0x3F).contains($0) }
        switch input.popFirst() {
        case 0x41: return .up
        case 0x42: return .down
        case 0x43: return .right
        case 0x44: return .left
        case 0x5A: return .backTab
        default: return nil
        }
    }

    private static func length(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

/// A key press.
package enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, backspace, tab, backTab
    case up, down, left, right
    /// Ctrl-U and Ctrl-W, which erase the typed text or its last word.
    case eraseLine, eraseWord
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-L.
    case redraw
    /// Ctrl-Z.
    case suspend
    /// Ctrl-\.
    case quit
}
