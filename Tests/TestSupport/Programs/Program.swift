// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Subprocess

/// The result of a program that has ended.
package struct Program: Hashable, Sendable {
    /// The exit status; 128 and the signal's number if a signal ended it, 124 after the time limit.
    package let status: Int32
    package let output: String
    package let errors: String

    /// The words before a command that give it mounts of its own; without root they need user namespaces.
    package static let withOwnMounts =
        getuid() == 0 ? ["unshare", "--mount"] : ["unshare", "--map-root-user", "--mount"]

    /// Runs a program, by its path or from `PATH`, and waits until it has ended.
    ///
    /// The environment is added to this process's. A program that takes longer than `seconds` is ended; cancelling the
    /// task also ends it.
    package static func run(
        _ words: [String], environment: [String: String] = [:], seconds: Int = 60
    ) async throws -> Program {
        let variables: [(Environment.Key, String?)] = environment.map {
            (Environment.Key(stringLiteral: $0.key), $0.value)
        }
        let result = try await Subprocess.run(
            .name("timeout"), arguments: Arguments(["--kill-after=1", "\(Double(seconds) * deadlineFactor)"] + words),
            environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
            input: .none, output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
        let status: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let number): 128 + number
            }
        return Program(status: status, output: result.standardOutput, errors: result.standardError)
    }
}
