// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A reply of the helper process to a request, sent as one short JSON message.
package enum UnsandboxedAnswer: Codable, Hashable, Sendable {
    /// The helper process runs; this version comes before every other reply.
    case ready(String)
    /// The program runs.
    case started
    /// The program has ended by itself, with this status.
    case exited(Int32)
    /// The program was ended by this signal.
    case signaled(Int32)
    /// The program could not be started, or its end could not be observed.
    case failed(ProgramFailure)
    case origin(String, isSandboxed: Bool)
    /// The process can't be identified; the text tells the caller why.
    case unidentified(String)
    /// The path of the process's program from `/proc`; nil if it can't be read.
    case program(String?)
    /// The first process id of the application; nil if it was not started.
    case launched(Int32?)
    /// Whether the machine will be woken.
    case wake(Bool)

    /// The longest reply, in bytes.
    static let limit = 64 << 10
}
