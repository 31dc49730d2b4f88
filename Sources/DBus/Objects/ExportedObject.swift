// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An object that other programs on the bus can call.
///
/// `Introspectable`, `Properties` and `Peer` are answered for it, from its interfaces.
package protocol ExportedObject: Sendable {
    /// What the object understands; asked for once, when it is exported.
    var interfaces: [Interface] { get }

    /// Answers a call of a method that is in ``interfaces``.
    ///
    /// The arguments have the types that are there.
    ///
    /// Called on the loop, for each sender one call after another in the order of the bus. Different senders do
    /// not wait for each other. Up to its first wait it runs before the sender's next message is looked at, unless
    /// the object is an actor of another executor or the method is `@concurrent`.
    ///
    /// - Returns: The out-arguments, of the types in the interface.
    /// - Throws: What the caller gets as an error: a ``BusNamedError`` under its name, else `Failed`.
    func answer(_ call: MethodCall) async throws -> [Value]

    /// The value of a property that is in ``interfaces`` and can be read.
    func property(_ name: String, of interface: String) async throws -> Value

    /// Sets a property that is in ``interfaces`` and can be written.
    ///
    /// The value has its type.
    func setProperty(_ name: String, of interface: String, to value: Value) async throws
}

extension ExportedObject {
    /// An object without properties has none of this name.
    package func property(_ name: String, of interface: String) async throws -> Value {
        throw BusError.unknownProperty(name)
    }

    /// An object without properties that can be written refuses.
    package func setProperty(_ name: String, of interface: String, to value: Value) async throws {
        throw BusError.propertyReadOnly(name)
    }
}
