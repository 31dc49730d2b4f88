// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The result of a program by another author.
package struct Stranger: Hashable, Sendable {
    /// The exit status; 128 and the signal's number if a signal ended it.
    package let status: Int32
    /// The standard output, without the last line feed.
    package let output: String
    package let errors: String

    package init(status: Int32, output: String, errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// Runs a program, by its path or from `PATH`, with this bus as its session bus, and waits until it has ended.
    ///
    /// Cancelling the task ends the program.
    package static func run(
        _ program: String, _ arguments: String..., on bus: String, environment: [String: String] = [:]
    ) async throws -> Stranger {
        try await run(program, arguments, on: bus, environment: environment)
    }

    /// Runs a program with its arguments in an array.
    package static func run(
        _ program: String, _ arguments: [String], on bus: String, environment: [String: String] = [:]
    ) async throws -> Stranger {
        let variables = ["DBUS_SESSION_BUS_ADDRESS": bus, "LC_ALL": "C.UTF-8"].merging(environment) { _, new in new }
        let ended = try await Program.run([program] + arguments, environment: variables)
        var output = ended.output
        if output.hasSuffix("\n") { output.removeLast() }
        return Stranger(status: ended.status, output: output, errors: ended.errors)
    }
}
