// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How far into a value a walk has come: a few nested arrays can have more values than there is time.
struct Nesting {
    /// More than the agent takes.
    static let limit = 64
    /// More than fit into the bytes that the agent takes.
    static let values = 100_000

    private var depth = 0
    private var count = 0

    /// Whether the next value may be looked into; if so, ``leave()`` follows.
    mutating func enter() -> Bool {
        guard depth < Self.limit, count < Self.values else { return false }
        depth += 1
        count += 1
        return true
    }

    mutating func leave() { depth -= 1 }
}
