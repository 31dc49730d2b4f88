// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error on the bus: a name for programs and a sentence for developers.
package struct BusError: Error, Hashable, Sendable, BusNamedError, CustomStringConvertible {
    /// A dotted name, such as `org.freedesktop.DBus.Error.AccessDenied`.
    package let name: String
    /// One sentence; may be empty, and may change between releases.
    package let message: String

    /// An error with a name of its own.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    package var busError: BusError { self }
    package var description: String { message.isEmpty ? name : "\(name): \(message)" }

    /// What the bus's own error names begin with.
    package static let prefix = "org.freedesktop.DBus.Error."
}
