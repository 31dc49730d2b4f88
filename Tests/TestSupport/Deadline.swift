// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The factor that extends all deadlines: `BELFRY_DEADLINE_FACTOR`, for the slow builds with a sanitizer.
package let deadlineFactor = getenv("BELFRY_DEADLINE_FACTOR").flatMap { Double(String(cString: $0)) } ?? 1

/// The error of a test whose event has not come.
package struct DeadlineExceeded: Error, CustomStringConvertible {
    package let seconds: Double
    package let location: String
    package var description: String { "Nothing came within \(seconds) s (\(location))." }
}

/// Lets other tasks and programs run before a loop within ``withDeadline(seconds:file:line:_:)`` checks its condition again.
///
/// The rest of a few milliseconds leaves the processor to the program that the test waits for; a loop without it takes a
/// whole core from the tests beside it.
///
/// - Throws: `CancellationError` after the deadline; without it such a loop would never end.
package func yieldUntilDeadline() async throws { try await Task.sleep(for: .milliseconds(2)) }

/// Waits for `body`, which waits for an event; throws if that takes too long.
///
/// The body is then cancelled, and must end.
package func withDeadline<Result: Sendable>(
    seconds: Double = 30, file: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds * deadlineFactor))
            return nil
        }
        defer { group.cancelAll() }
        // The group has two tasks, so there is a first result.
        guard let first = try await group.next(), let result = first else {
            throw DeadlineExceeded(seconds: seconds * deadlineFactor, location: "\(file):\(line)")
        }
        return result
    }
}
