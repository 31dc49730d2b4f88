// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An object that other programs on the bus can call.
///
/// This module answers calls of the standard interfaces `Introspectable`, `Properties` and `Peer` for the object.
package protocol ExportedObject: Sendable {
    /// The object's interfaces; read once, when the object is exported.
    var interfaces: [Interface] { get }

    /// Answers a call of a method in ``interfaces``, with arguments of the types that the interface defines.
    ///
    /// The method is called on the connection's event loop. One sender's calls are answered one after another, in bus
    /// order; different senders don't wait for each other. Up to its first suspension, the method runs before the
    /// sender's next message is read, unless the object is an actor of another executor or the method is `@concurrent`.
    ///
    /// - Returns: The reply's arguments, with the types of the interface.
    /// - Throws: An error for the caller. A ``BusNamedError`` is sent under its own name, any other error as `Failed`.
    func answer(_ call: MethodCall) async throws -> [Value]

    /// Returns the value of a readable property in ``interfaces``.
    func property(_ name: String, of interface: String) async throws -> Value

    /// Sets a writable property in ``interfaces``; the value has the property's type.
    func setProperty(_ name: String, of interface: String, to value: Value) async throws
}

extension ExportedObject {
    /// Throws ``BusError`` (`UnknownProperty`), for objects without properties.
    package func property(_ name: String, of interface: String) async throws -> Value {
        throw BusError.unknownProperty(name)
    }

    /// Throws ``BusError`` (`PropertyReadOnly`), for objects without writable properties.
    package func setProperty(_ name: String, of interface: String, to value: Value) async throws {
        throw BusError.propertyReadOnly(name)
    }
}
