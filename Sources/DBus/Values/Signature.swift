// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A list of complete D-Bus types, such as the arguments of a method.
package struct Signature: Hashable, Sendable, CustomStringConvertible {
    /// The types, in order.
    package let types: [SingleType]
    /// The signature in D-Bus notation; empty if there are no types.
    package let description: String

    /// Creates a signature from types.
    ///
    /// - Throws: ``BusError`` beyond the limits of D-Bus: 255 bytes, 32 nested arrays and 32 nested structures.
    package init(_ types: [SingleType]) throws(BusError) { try self.init(parsing: types.map(\.description).joined()) }

    /// Parses a signature.
    ///
    /// - Parameter text: The D-Bus notation, such as `sa{sv}`.
    /// - Throws: ``BusError`` (`InvalidSignature`) if the text is not a signature.
    package init(parsing text: String) throws(BusError) {
        guard var parser = SignatureParser(text), let types = parser.parse() else {
            throw BusError(name: BusError.prefix + "InvalidSignature", message: "\"\(text)\" is not a signature.")
        }
        self.types = types
        description = text
    }

    package static func == (left: Signature, right: Signature) -> Bool { left.description == right.description }
    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// Parser of a signature, within the limits of the D-Bus specification.
struct SignatureParser {
    private let bytes: [UInt8]
    private var position = 0
    private var arrays = 0
    private var structures = 0

    /// Creates a parser; nil for a text of more than 255 bytes.
    init?(_ text: String) {
        bytes = Array(text.utf8)
        guard bytes.count <= 255 else { return nil }
    }

    /// Parses every type; nil if the text is not a signature.
    mutating func parse() -> [SingleType]? {
        var types: [SingleType] = []
        while position < bytes.count {
            guard let type = parseOne() else { return nil }
            types.append(type)
        }
        return types
    }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func parseOne() -> SingleType? {
        guard let letter = next() else { return nil }
        switch letter {
        case UInt8(ascii: "a"): return parseArray()
        case UInt8(ascii: "("): return parseStructure()
        default: return SingleType(letter: letter)
        }
    }

    private mutating func parseArray() -> SingleType? {
        arrays += 1
        defer { arrays -= 1 }
        guard arrays <= 32, position < bytes.count else { return nil }
        guard bytes[position] == UInt8(ascii: "{") else { return parseOne().map(SingleType.array) }
        position += 1
        // libdbus counts a dictionary entry as a structure.
        structures += 1
        defer { structures -= 1 }
        guard structures <= 32, let key = parseOne(), key.isBasic, let value = parseOne(), next() == UInt8(ascii: "}")
        else { return nil }
        return .dictionary(key: key, value: value)
    }

    private mutating func parseStructure() -> SingleType? {
        structures += 1
        defer { structures -= 1 }
        guard structures <= 32 else { return nil }
        var fields: [SingleType] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
            guard let field = parseOne() else { return nil }
            fields.append(field)
        }
        guard next() != nil, !fields.isEmpty else { return nil }
        return .structure(fields)
    }
}
