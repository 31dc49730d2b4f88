// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess

/// A program that is not ours and what became of it.
package struct Stranger: Hashable, Sendable {
    /// The exit status; 128 and the signal's number if a signal ended it.
    package let status: Int32
    /// What it printed, without the last line feed.
    package let output: String
    package let errors: String

    /// Runs a program from `PATH` with this bus as its session bus, and waits until it has ended.
    ///
    /// Cancelling the task ends the program.
    package static func run(
        _ program: String, _ arguments: String..., on bus: String, environment: [String: String] = [:]
    ) async throws -> Stranger {
        try await run(program, arguments, on: bus, environment: environment)
    }

    /// The same, with the arguments in an array.
    package static func run(
        _ program: String, _ arguments: [String], on bus: String, environment: [String: String] = [:]
    ) async throws -> Stranger {
        var variables: [Environment.Key: String?] = ["DBUS_SESSION_BUS_ADDRESS": bus, "LC_ALL": "C.UTF-8"]
        for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .name(program), arguments: Arguments(arguments), environment: .inherit.updating(variables),
            input: .none, output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        let status: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let number): 128 + number
            }
        var output = result.standardOutput
        if output.hasSuffix("\n") { output.removeLast() }
        return Stranger(status: status, output: output, errors: result.standardError)
    }
}
