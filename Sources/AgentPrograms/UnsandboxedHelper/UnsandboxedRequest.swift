// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A request of the sandboxed agent to its helper process.
///
/// It goes as JSON in a memory file, the first descriptor of a message whose eight bytes are the request's number.
package enum UnsandboxedRequest: Codable, Hashable, Sendable {
    /// Starts a program; the next descriptors are its input, output and errors.
    case run(ProgramCall)
    /// Tells that all output of the program with this number was read: the helper may wait for its end.
    case read(UInt64)
    /// Ends the program with this number, and its children.
    case end(UInt64)
    /// Asks for the application of a process; the next descriptor, if any, is its pidfd.
    case origin(Int32, label: String?)
    /// Asks for the program of a process.
    case program(Int32)
    /// Starts an application by its desktop file.
    case launch(String, uris: [String], environment: [String: String])
    /// Wakes the machine at this moment, in seconds since 1970; nil is never.
    case wake(Double?)

    /// The longest request, in bytes: a program's arguments and environment have at most 6 MB.
    package static let limit = 32 << 20
}
