// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A list of complete D-Bus types, such as the arguments of a method.
package struct Signature: Hashable, Sendable, CustomStringConvertible {
    /// The types, in order.
    package let types: [SingleType]
    /// The signature in D-Bus notation; empty if there are no types.
    package let description: String

    /// Creates a signature of these types.
    ///
    /// - Throws: ``BusError`` beyond the bus's limits: 255 bytes, or nesting of 32.
    package init(_ types: [SingleType]) throws(BusError) {
        try self.init(parsing: types.map(\.description).joined())
    }

    /// Parses a signature.
    ///
    /// - Parameter text: The D-Bus notation, such as `sa{sv}`.
    /// - Throws: ``BusError`` (`InvalidSignature`) if it is invalid.
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
