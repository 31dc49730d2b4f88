// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess
import SystemPackage

/// Asks a small program of the desktop, such as `gsettings`, which has no other interface that is safe on the loop.
enum DesktopQuestion {
    /// How long it may take.
    private static let patience = Duration.seconds(1)
    private static let limit = 64 * 1024

    /// What the program prints; nil where it is not there, fails, or takes too long.
    static func output(of words: [String]) async -> String? {
        await TimeLimit.result(within: patience) { try? await run(words) }
    }

    private static func run(_ words: [String]) async throws -> String? {
        guard let program = words.first else { return nil }
        let result = try await Subprocess.run(
            .name(program), arguments: Arguments(Array(words.dropFirst())),
            platformOptions: .ownGroup(endedBy: .kill, within: .milliseconds(100)), input: .none,
            output: .string(limit: limit), error: .discarded)
        return result.terminationStatus.isSuccess ? result.standardOutput : nil
    }
}
