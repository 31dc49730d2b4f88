// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What the half outside says of a request, each as one short message of JSON.
package enum UnsandboxedAnswer: Codable, Hashable, Sendable {
    /// It is there: its version, before everything else.
    case ready(String)
    /// The program runs.
    case started
    /// The program has ended by itself, with this status.
    case exited(Int32)
    /// The program was ended by this signal.
    case signaled(Int32)
    /// The program could not be started, or its end not be seen.
    case failed(ProgramFailure)
    case origin(String, isSandboxed: Bool)
    /// Who the process is can't be said; why, for the caller.
    case unidentified(String)
    /// The path of the process's program as `/proc` has it; nil where that can't be read.
    case program(String?)
    /// The first process of the application; nil where it was not started.
    case launched(Int32?)
    /// Whether the machine will be woken.
    case wake(Bool)

    /// The longest one, in bytes.
    static let limit = 64 << 10
}
