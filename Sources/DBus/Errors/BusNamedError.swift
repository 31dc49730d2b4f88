// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error that has a name of its own on the bus.
///
/// What an exported object throws reaches its caller under this name; any other error is
/// `org.freedesktop.DBus.Error.Failed`.
package protocol BusNamedError: Error {
    /// The error as it travels.
    var busError: BusError { get }
}
