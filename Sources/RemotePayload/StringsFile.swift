// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The translations of a `Localizable.strings` file: lines such as `"key" = "text";`, and comments as in C.
///
/// The format is that of Apple's "Resource Programming Guide", in UTF-8 or in UTF-16 with a byte order mark. Compiled
/// files, which are property lists, are not read.
package struct StringsFile: Hashable, Sendable {
    package private(set) var texts: [String: String] = [:]

    /// Largest file in bytes.
    package static let maximumSize = 4 << 20

    /// Reads a file's bytes; nil if the bytes are no strings file, or more than ``maximumSize``.
    package init?(_ data: Data) {
        guard data.count <= Self.maximumSize, let text = Self.text(of: data) else { return nil }
        var reader = Reader(rest: Array(text.unicodeScalars)[...])
        while reader.skipBlanks() {
            guard let key = reader.word(), reader.skipBlanks() else { return nil }
            // A key without a text stands for itself.
            var text = key
            if reader.take("=") {
                guard reader.skipBlanks(), let word = reader.word() else { return nil }
                text = word
                _ = reader.skipBlanks()
            }
            guard reader.take(";") else { return nil }
            texts[key] = text
        }
        guard reader.isComplete else { return nil }
    }

    private static func text(of data: Data) -> String? {
        let bytes = [UInt8](data)
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else {
            return String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
        }
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { at -> UInt16 in
            let (high, low) = isLittle ? (bytes[at + 1], bytes[at]) : (bytes[at], bytes[at + 1])
            return UInt16(high) << 8 | UInt16(low)
        }
        return String(validating: units, as: UTF16.self)
    }
}

/// A reader of the words and signs of a strings file.
private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>
    /// Whether every comment has an end.
    private(set) var isComplete = true

    init(rest: ArraySlice<Unicode.Scalar>) { self.rest = rest }

    /// Skips white space and comments, and returns whether something follows.
    mutating func skipBlanks() -> Bool {
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest = rest.dropFirst()
            } else if rest.starts(with: "//".unicodeScalars) {
                rest = rest.drop { $0 != "\n" }
            } else if rest.starts(with: "/*".unicodeScalars) {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".unicodeScalars) { rest = rest.dropFirst() }
                isComplete = isComplete && !rest.isEmpty
                rest = rest.dropFirst(2)
            } else {
                return true
            }
        }
        return false
    }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == sign else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads a text in quotation marks, or a word of letters, digits and `_.-$/:`; nil if there is neither.
    mutating func word() -> String? {
        guard take("\"") else {
            let word = rest.prefix { $0.properties.isAlphabetic || "0123456789_.-$/:".unicodeScalars.contains($0) }
            rest = rest.dropFirst(word.count)
            return word.isEmpty ? nil : String(String.UnicodeScalarView(word))
        }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return String(text) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            guard let escaped = escape() else { return nil }
            text.append(escaped)
        }
        return nil
    }

    /// Reads the rest of an escape: `n`, `t`, `r`, `U0041`, or the character itself.
    private mutating func escape() -> Unicode.Scalar? {
        guard let scalar = rest.popFirst() else { return nil }
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "U", "u":
            let digits = rest.prefix(4)
            guard digits.count == 4, let code = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(4)
            // Half of a surrogate pair of UTF-16 has no character of its own.
            return Unicode.Scalar(code) ?? "\u{FFFD}"
        default: return scalar
        }
    }
}
