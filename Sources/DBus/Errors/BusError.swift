// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error on the bus: a name for programs and a sentence for developers.
package struct BusError: Error, Hashable, Sendable, BusNamedError, CustomStringConvertible {
    /// A dotted name, such as `org.freedesktop.DBus.Error.AccessDenied`.
    package let name: String
    /// A sentence, which may be empty and may change between releases.
    package let message: String

    /// Creates an error with its own name.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    package var busError: BusError { self }
    package var description: String { message.isEmpty ? name : "\(name): \(message)" }

    /// Prefix of the bus's own error names.
    package static let prefix = "org.freedesktop.DBus.Error."
}

/// An error that has its own name on the bus.
///
/// If an exported object throws such an error, the caller gets the error's name. Other errors become
/// `org.freedesktop.DBus.Error.Failed`.
package protocol BusNamedError: Error {
    var busError: BusError { get }
}

/// The errors of the bus itself, `org.freedesktop.DBus.Error.*`.
extension BusError {
    /// No reply arrived within the time limit.
    package static let timeout = standard("Timeout", "No reply came in time.")
    /// The connection to the bus is closed.
    package static let disconnected = standard("Disconnected", "The connection to the bus is closed.")

    /// Access is denied, for the reason in the message.
    package static func accessDenied(_ message: String) -> BusError { standard("AccessDenied", message) }
    /// The arguments don't have the types or values that the method needs.
    package static func invalidArguments(_ message: String) -> BusError { standard("InvalidArgs", message) }
    /// A general failure.
    package static func failed(_ message: String) -> BusError { standard("Failed", message) }
    /// The values are too many, too large or too deeply nested.
    package static func limitsExceeded(_ message: String) -> BusError { standard("LimitsExceeded", message) }
    /// The interface has no such method.
    package static func unknownMethod(_ member: String) -> BusError {
        standard("UnknownMethod", "There is no method \"\(member)\" here.")
    }
    /// The object has no such interface.
    package static func unknownInterface(_ interface: String) -> BusError {
        standard("UnknownInterface", "There is no interface \"\(interface)\" here.")
    }
    /// No object is exported at this path.
    package static func unknownObject(_ path: ObjectPath) -> BusError {
        standard("UnknownObject", "There is no object at \"\(path)\".")
    }
    /// The interface has no such property.
    package static func unknownProperty(_ name: String) -> BusError {
        standard("UnknownProperty", "There is no property \"\(name)\" here.")
    }
    /// The property cannot be set.
    package static func propertyReadOnly(_ name: String) -> BusError {
        standard("PropertyReadOnly", "The property \"\(name)\" cannot be set.")
    }

    /// Tells whether the callee doesn't know the method, its interface or the object.
    package var isUnknownCall: Bool {
        ["UnknownMethod", "UnknownInterface", "UnknownObject"].contains { name == Self.prefix + $0 }
    }

    /// Tells whether the called service has no owner and could not be started.
    package var isServiceUnknown: Bool {
        name == Self.prefix + "ServiceUnknown" || name == Self.prefix + "NameHasNoOwner"
    }

    static func standard(_ code: String, _ message: String) -> BusError {
        BusError(name: prefix + code, message: message)
    }
}

extension BusError {
    /// Whether a call got no reply: the receiver is not there, has left, or took too long.
    package var isUnanswered: Bool {
        ["Timeout", "NoReply", "TimedOut", "Disconnected", "ServiceUnknown", "NameHasNoOwner", "UnknownObject"]
            .contains { name == Self.prefix + $0 } || name.hasPrefix(Self.prefix + "Spawn.")
    }
}
