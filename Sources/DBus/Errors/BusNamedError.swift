// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error that has its own name on the bus.
///
/// If an exported object throws it, the caller gets this name; other errors become `org.freedesktop.DBus.Error.Failed`.
package protocol BusNamedError: Error {
    /// The error as sent on the bus.
    var busError: BusError { get }
}
