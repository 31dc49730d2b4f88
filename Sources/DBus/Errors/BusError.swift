// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error on the bus: a name for programs and a sentence for developers.
package struct BusError: Error, Hashable, Sendable, BusNamedError, CustomStringConvertible {
    /// A dotted name, such as `org.freedesktop.DBus.Error.AccessDenied`.
    package let name: String
    /// A sentence; may be empty, and may change between releases.
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
