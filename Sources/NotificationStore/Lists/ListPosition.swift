// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Where a page of a list ended: the due date, for pending requests, and the row.
package struct ListPosition: Hashable, Comparable, Sendable {
    /// Unix seconds; 0 for what was delivered.
    let due: Double
    let id: Int64

    init(due: Double = 0, id: Int64) {
        self.due = due
        self.id = id
    }

    /// Reads ``text``; nil for any other text.
    package init?(_ text: String) {
        let halves = text.split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, let bits = UInt64(halves[0], radix: 16), let id = Int64(halves[1], radix: 16) else {
            return nil
        }
        due = Double(bitPattern: bits)
        guard due.isFinite else { return nil }
        self.id = id
    }

    /// The position as callers carry it; opaque to them.
    package var text: String { "\(String(due.bitPattern, radix: 16))-\(String(id, radix: 16))" }

    package static func < (one: ListPosition, other: ListPosition) -> Bool {
        (one.due, one.id) < (other.due, other.id)
    }
}
