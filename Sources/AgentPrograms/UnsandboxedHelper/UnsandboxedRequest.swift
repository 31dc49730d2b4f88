// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What an agent that its unit confines can't do itself, and asks of its other half outside.
///
/// Each goes as JSON in a file in memory, the first descriptor of a message whose eight bytes are the request's number.
package enum UnsandboxedRequest: Codable, Hashable, Sendable {
    /// Start a program; input, output and errors are the next descriptors.
    case run(ProgramCall)
    /// Nobody reads any more of what the program of this number says: it may be waited for.
    case read(UInt64)
    /// End the program of this number, and what it has started.
    case end(UInt64)
    /// Who is a process? The next descriptor, if there is one, is its pidfd.
    case origin(Int32, label: String?)
    /// Which program does a process run?
    case program(Int32)
    /// Start an application by its desktop file.
    case launch(String, uris: [String], environment: [String: String])
    /// Wake the machine at this moment, in seconds since 1970; nil is never.
    case wake(Double?)

    /// The longest one, in bytes: a program's arguments and environment are 6 MB at most.
    package static let limit = 32 << 20
}
