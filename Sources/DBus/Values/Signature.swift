// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A list of complete D-Bus types, such as the arguments of a method.
package struct Signature: Hashable, Sendable, CustomStringConvertible {
    /// The types, in order.
    package let types: [SingleType]
    /// The signature as the bus writes it; empty when there are no types.
    package let description: String

    /// A signature of these types.
    ///
    /// - Throws: ``BusError`` when the bus does not allow it: longer than 255 bytes, or nested deeper than 32.
    package init(_ types: [SingleType]) throws(BusError) {
        try self.init(parsing: types.map(\.description).joined())
    }

    /// Reads a signature.
    ///
    /// - Parameter text: As the bus writes it, such as `sa{sv}`.
    /// - Throws: ``BusError`` (`InvalidSignature`) when it is not one.
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
