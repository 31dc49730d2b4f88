// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A time limit on asynchronous work.
package enum TimeLimit {
    /// Returns the result of `work`; cancels it and returns nil once the limit has passed.
    package static func result<Result: Sendable>(
        within limit: Duration, of work: @escaping @Sendable () async -> Result?
    ) async -> Result? {
        await withTaskGroup(of: Result?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
