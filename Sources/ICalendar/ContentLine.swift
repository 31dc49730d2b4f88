// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A property of a calendar file: one logical line, already unfolded (RFC 5545, 3.1).
package struct ContentLine: Hashable, Sendable {
    /// Number of the line in the file on which the property begins, from 1.
    package let number: Int
    /// Name of the property in upper case, such as `DTSTART`.
    package let name: String
    /// Values of each parameter, by its name in upper case; quotes and carets (RFC 6868) are resolved.
    package let parameters: [String: [String]]
    /// Value as written; `\n` and other escapes of texts are not resolved.
    package let value: String
    /// Whether the line is longer than ``longestLine``, so that its value is cut.
    package let isCut: Bool

    /// Maximum number of bytes in an unfolded line; a longer one, such as an attached picture, is cut.
    package static let longestLine = 64 * 1024
    /// Maximum number of parameters of a property.
    static let mostParameters = 64

    /// Parses an unfolded line; nil if the line has no name or no colon.
    package init?(_ bytes: [UInt8], number: Int, isCut: Bool = false) {
        var reader = ParameterReader(bytes)
        guard let name = reader.name() else { return nil }
        var parameters: [String: [String]] = [:]
        while reader.take(";") {
            guard parameters.count < Self.mostParameters, let parameter = reader.name() else { return nil }
            var values: [String] = []
            if reader.take("=") {
                repeat { values.append(reader.parameterValue()) } while reader.take(",")
            }
            parameters[parameter, default: []] += values
        }
        guard reader.take(":") else { return nil }
        (self.number, self.name, self.parameters, self.isCut) = (number, name, parameters, isCut)
        value = reader.rest
    }

    /// Returns the first value of a parameter.
    package func parameter(_ name: String) -> String? { parameters[name]?.first }

    /// The value as text, with its escapes such as `\n` and `\,` resolved (RFC 5545, 3.3.11).
    package var text: String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            switch (isEscaped, byte) {
            case (false, UInt8(ascii: "\\")):
                isEscaped = true
                continue
            case (true, UInt8(ascii: "n")), (true, UInt8(ascii: "N")): text.append(UInt8(ascii: "\n"))
            // A backslash before another character is kept: files with Windows' paths have such backslashes.
            case (true, let byte) where !",;\\:\"".utf8.contains(byte): text += [UInt8(ascii: "\\"), byte]
            default: text.append(byte)
            }
            isEscaped = false
        }
        if isEscaped { text.append(UInt8(ascii: "\\")) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Reader of a property's name and parameters.
private struct ParameterReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: String { String(decoding: bytes[position...], as: UTF8.self) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Consumes a name of letters, digits and dashes; returns it in upper case.
    mutating func name() -> String? {
        let start = position
        while position < bytes.count, Self.isNamePart(bytes[position]) { position += 1 }
        guard position > start else { return nil }
        return String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
    }

    /// Consumes a value, in quotes or up to the next `:`, `;` or `,`.
    mutating func parameterValue() -> String {
        let isQuoted = take("\"")
        let start = position
        let ends = isQuoted ? [UInt8(ascii: "\"")] : [UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ",")]
        while position < bytes.count, !ends.contains(bytes[position]) { position += 1 }
        let value = Self.withoutCarets(bytes[start..<position])
        if isQuoted { _ = take("\"") }
        return value
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || "-_.".utf8.contains(byte)
    }

    /// Resolves the carets of RFC 6868: `^n`, `^^` and `^'`.
    private static func withoutCarets(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "^")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var isAfterCaret = false
        for byte in bytes {
            switch (isAfterCaret, byte) {
            case (false, UInt8(ascii: "^")):
                isAfterCaret = true
                continue
            case (true, UInt8(ascii: "n")): text.append(UInt8(ascii: "\n"))
            case (true, UInt8(ascii: "'")): text.append(UInt8(ascii: "\""))
            case (true, UInt8(ascii: "^")): text.append(byte)
            case (true, _): text += [UInt8(ascii: "^"), byte]
            default: text.append(byte)
            }
            isAfterCaret = false
        }
        if isAfterCaret { text.append(UInt8(ascii: "^")) }
        return String(decoding: text, as: UTF8.self)
    }
}
