// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The first error in a text that is not valid JSON, or not supported by the D-Bus interface.
///
/// Foundation's decoder doesn't report the position of an error.
struct JSONFault: Error {
    /// Offset of the error from the start of the text, in bytes.
    let offset: Int
    /// Description of the error in a few words.
    let words: String

    /// Checks a text; nil if it is valid.
    init?(in text: some Sequence<UInt8>) {
        var reader = Reader(bytes: Array(text))
        do {
            try reader.readAll()
            return nil
        } catch {
            self = error
        }
    }

    private init(_ offset: Int, _ words: String) {
        self.offset = offset
        self.words = words
    }

    /// Returns the line and column of the error, counted from 1.
    func place(in text: some Sequence<UInt8>, firstLine: Int) -> String {
        let lines = Array(text).prefix(offset).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let column = String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1
        return "line \(firstLine + lines.count - 1), column \(column)"
    }

    /// Largest depth of nested objects and lists, as in Foundation's decoder, so that a text of brackets only doesn't
    /// overflow the stack.
    private static let deepest = 512

    /// Reads a text from its start to the first error (RFC 8259).
    private struct Reader {
        let bytes: [UInt8]
        var position = 0
        var depth = 0

        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func readAll() throws(JSONFault) {
            try checkEncoding()
            try readValue(inList: false)
            skipBlanks()
            if position < bytes.count { throw JSONFault(position, "there is more text after the JSON value") }
        }

        private func checkEncoding() throws(JSONFault) {
            var decoder = UTF8()
            var iterator = bytes.makeIterator()
            var offset = 0
            while true {
                switch decoder.decode(&iterator) {
                case .scalarValue(let scalar): offset += UTF8.width(scalar)
                case .emptyInput: return
                case .error: throw JSONFault(offset, "the text is not UTF-8")
                }
            }
        }

        private mutating func skipBlanks() {
            while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
        }

        private mutating func take(_ character: Character) -> Bool {
            guard let byte = next, byte == character.asciiValue else { return false }
            position += 1
            return true
        }

        private mutating func readValue(inList: Bool) throws(JSONFault) {
            skipBlanks()
            depth += 1
            defer { depth -= 1 }
            guard depth <= JSONFault.deepest else {
                throw JSONFault(position, "it is nested more than \(JSONFault.deepest) deep")
            }
            switch next {
            case UInt8(ascii: "{"): try readItems(inList: false)
            case UInt8(ascii: "["): try readItems(inList: true)
            case UInt8(ascii: "\""): try readString()
            case let byte? where "-0123456789".utf8.contains(byte): try readNumber()
            case nil: throw JSONFault(position, "the text ends where a value is expected")
            default: try readWord(inList: inList)
            }
        }

        /// Reads an object or a list, beginning at its opening bracket.
        private mutating func readItems(inList: Bool) throws(JSONFault) {
            let end: Character = inList ? "]" : "}"
            position += 1
            skipBlanks()
            if take(end) { return }
            repeat {
                if !inList { try readKey() }
                try readValue(inList: inList)
                skipBlanks()
            } while take(",")
            guard take(end) else { throw JSONFault(position, "a comma or \(end) is expected") }
        }

        private mutating func readKey() throws(JSONFault) {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw JSONFault(position, "a key in double quotes is expected") }
            try readString()
            skipBlanks()
            guard take(":") else { throw JSONFault(position, "a colon is expected") }
        }

        private mutating func readString() throws(JSONFault) {
            let start = position
            position += 1
            while let byte = next {
                switch byte {
                case UInt8(ascii: "\""):
                    position += 1
                    return
                case ..<0x20: throw JSONFault(position, "a control character in a string is written as \\n or \\u000a")
                case UInt8(ascii: "\\"): try readEscape()
                default: position += 1
                }
            }
            throw JSONFault(start, "this string has no end")
        }

        private mutating func readEscape() throws(JSONFault) {
            let start = position
            position += 1
            if take("u") {
                let digits = bytes[position...].prefix(4)
                guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
                    throw JSONFault(start, "\\u needs four digits from 0 to f")
                }
                guard !digits.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
                    throw JSONFault(start, "D-Bus has no place for the character U+0000")
                }
                position += 4
            } else if let byte = next, "\"\\/bfnrt".utf8.contains(byte) {
                position += 1
            } else {
                throw JSONFault(start, "a backslash has \", \\, /, b, f, n, r, t or u behind it")
            }
        }

        private mutating func readNumber() throws(JSONFault) {
            let start = position
            while let byte = next, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            guard let number = Double(text), !text.hasSuffix("."), !text.hasPrefix("-.") else {
                throw JSONFault(start, "\(text) is no number")
            }
            guard number.isFinite else { throw JSONFault(start, "\(text) does not fit into 64 bits") }
        }

        private mutating func readWord(inList: Bool) throws(JSONFault) {
            let start = position
            while let byte = next, byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter { position += 1 }
            switch String(decoding: bytes[start..<position], as: UTF8.self) {
            case "true", "false": return
            case "null" where !inList: return
            case "null": throw JSONFault(start, "a list can't hold null: leave it out")
            default: throw JSONFault(start, "a value is expected; texts are in double quotes")
            }
        }
    }
}
