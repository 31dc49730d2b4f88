// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A reply of the helper process, with the number of the agent's request.
package struct UnsandboxedMessage: Codable, Hashable, Sendable {
    /// The request's number; 0 for a message without a request.
    let number: UInt64
    let answer: UnsandboxedAnswer

    package init(number: UInt64, answer: UnsandboxedAnswer) {
        (self.number, self.answer) = (number, answer)
    }
}

/// A request of the sandboxed agent to its helper process.
///
/// The agent sends the request as JSON in a memory file. The file is the first descriptor of a message whose 8 bytes
/// are the request's number.
package enum UnsandboxedRequest: Codable, Hashable, Sendable {
    /// Starts a program; the next descriptors of the message are its input, output and errors.
    case run(ProgramCall)
    /// Tells that all output of the program with this number was read: the helper may wait for the program's end.
    case read(UInt64)
    /// Ends the program with this number, and its children.
    case end(UInt64)
    /// Asks which application a process belongs to; the next descriptor of the message, if any, is the process's pidfd.
    case origin(Int32, label: String?)
    /// Asks for the path of the program that a process runs.
    case program(Int32)
    /// Starts an application by its desktop file.
    case launch(String, uris: [String], environment: [String: String])
    /// Asks to wake the machine at a date, in seconds since 1970; nil cancels the earlier request.
    case wake(Double?)

    /// The longest request, in bytes: a program's arguments and environment have at most 6 MB.
    package static let limit = 32 << 20

    /// Whether a second such request changes nothing: a program or an application would be started twice.
    var isRepeatable: Bool {
        switch self {
        case .origin, .program, .wake: true
        case .run, .read, .end, .launch: false
        }
    }
}

/// A reply of the helper process to a request, sent as one short JSON message.
package enum UnsandboxedAnswer: Codable, Hashable, Sendable {
    /// The helper process runs and has this version; this reply comes before all other replies.
    case ready(String)
    /// The requested program runs.
    case started
    /// The requested program has ended by itself, with this status.
    case exited(Int32)
    /// The requested program was ended by this signal.
    case signaled(Int32)
    /// The requested program could not be started, or its end could not be observed.
    case failed(ProgramFailure)
    case origin(String, isSandboxed: Bool)
    /// The application of the process can't be identified; the text tells the caller why.
    case unidentified(String)
    /// The path of the process's program from `/proc`; nil if it can't be read.
    case program(String?)
    /// The id of the application's first process; nil if the application was not started.
    case launched(Int32?)
    /// Whether the machine will be woken.
    case wake(Bool)

    /// The longest reply, in bytes.
    static let limit = 64 << 10
}
