// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Work that may take only so long.
package enum TimeLimit {
    /// What `work` results in; nil where it takes longer, and is cancelled then.
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
