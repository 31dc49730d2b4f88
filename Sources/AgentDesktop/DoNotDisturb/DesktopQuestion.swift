// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import Glibc
import Subprocess

/// Runs a program that prints the desktop's settings, such as `gsettings`; no other way is safe on the event loop.
enum DesktopQuestion {
    /// Time limit of the program.
    private static let patience = Duration.seconds(1)
    private static let limit = 64 * 1024

    /// Returns the program's output; nil if the program is not installed, fails, or takes too long.
    static func output(of words: [String]) async -> String? {
        await TimeLimit.result(within: patience) { try? await run(words) }
    }

    private static func run(_ words: [String]) async throws -> String? {
        let call = ProgramCall(words: words, signal: SIGKILL, pause: 100)
        let result = try await call.run(output: .whole(limit))
        guard result.status.isSuccess, result.output.count <= limit else { return nil }
        return String(validating: result.output, as: UTF8.self)
    }
}
