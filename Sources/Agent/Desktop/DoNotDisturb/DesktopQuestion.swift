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
        await withTaskGroup(of: String?.self) { group in
            group.addTask { try? await run(words) }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private static func run(_ words: [String]) async throws -> String? {
        guard let program = words.first else { return nil }
        var platform = PlatformOptions()
        platform.processGroupID = 0
        platform.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100))
        ]
        let result = try await Subprocess.run(
            .name(program), arguments: Arguments(Array(words.dropFirst())), platformOptions: platform,
            input: .none, output: .string(limit: limit), error: .discarded)
        return result.terminationStatus.isSuccess ? result.standardOutput : nil
    }
}
