// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Depth and number of values visited in a nested value; a few nested arrays can contain millions of values.
struct Nesting {
    /// Depth limit, above the agent's.
    static let limit = 64
    /// Limit for the number of values; more don't fit into the bytes that the agent accepts.
    static let values = 100_000

    private var depth = 0
    private var count = 0

    /// Returns true if the next value may be visited; ``leave()`` must then follow.
    mutating func enter() -> Bool {
        guard depth < Self.limit, count < Self.values else { return false }
        depth += 1
        count += 1
        return true
    }

    mutating func leave() { depth -= 1 }
}
