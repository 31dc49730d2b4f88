// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// By how much all deadlines are longer than they say: `BELFRY_DEADLINE_FACTOR`, for builds with a sanitizer, which are slow.
package let deadlineFactor = getenv("BELFRY_DEADLINE_FACTOR").flatMap { Double(String(cString: $0)) } ?? 1

/// What is thrown when something that a test waits for does not come.
package struct DeadlineExceeded: Error, CustomStringConvertible {
    package let seconds: Double
    package let location: String
    package var description: String { "Nothing came within \(seconds) s (\(location))." }
}

/// Lets others run before a loop within ``withDeadline(seconds:file:line:_:)`` looks again.
///
/// - Throws: `CancellationError` once the deadline is over; without it such a loop has no end, and the test none.
package func yieldUntilDeadline() async throws {
    try Task.checkCancellation()
    await Task.yield()
}

/// Waits for `body`, which waits for an event; throws when that takes too long.
///
/// The body is then cancelled; it must react to that.
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
        // Two tasks are in the group, so there is a first.
        guard let first = try await group.next(), let result = first else {
            throw DeadlineExceeded(seconds: seconds * deadlineFactor, location: "\(file):\(line)")
        }
        return result
    }
}
