// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An object that other programs on the bus can call.
///
/// This module answers `Introspectable`, `Properties` and `Peer` for it, from its interfaces.
package protocol ExportedObject: Sendable {
    /// The object's interfaces; read once, when it is exported.
    var interfaces: [Interface] { get }

    /// Answers a call of a method in ``interfaces``, with arguments of the types given there.
    ///
    /// It is called on the loop, for each sender one call after another in bus order. Different senders don't wait for
    /// each other. Up to its first wait it runs before the sender's next message is read, unless the object is an actor
    /// of another executor or the method is `@concurrent`.
    ///
    /// - Returns: The out-arguments, of the interface's types.
    /// - Throws: An error for the caller: a ``BusNamedError`` has its own name, others become `Failed`.
    func answer(_ call: MethodCall) async throws -> [Value]

    /// Returns the value of a readable property in ``interfaces``.
    func property(_ name: String, of interface: String) async throws -> Value

    /// Sets a writable property in ``interfaces``; the value has the property's type.
    func setProperty(_ name: String, of interface: String, to value: Value) async throws
}

extension ExportedObject {
    /// Throws, for objects without properties.
    package func property(_ name: String, of interface: String) async throws -> Value {
        throw BusError.unknownProperty(name)
    }

    /// Throws, for objects without writable properties.
    package func setProperty(_ name: String, of interface: String, to value: Value) async throws {
        throw BusError.propertyReadOnly(name)
    }
}
