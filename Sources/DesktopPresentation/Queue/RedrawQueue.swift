// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Occurrences that may be on the screen otherwise than they should, because the session was locked or unlocked.
struct RedrawQueue {
    /// The last one is drawn anew first.
    private(set) var ids: [Int64] = []
    /// The one that is being drawn anew.
    var ticket: UInt64?

    var isIdle: Bool { ids.isEmpty && ticket == nil }

    mutating func replace(with ids: [Int64]) { self.ids = ids }

    mutating func insert(_ id: Int64) { ids.insert(id, at: 0) }

    mutating func popLast() -> Int64? { ids.popLast() }
}
