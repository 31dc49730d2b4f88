// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Queue of one sender's calls.
///
/// Number and size of the queued calls are limited, so that a sender that doesn't wait for replies can't fill this
/// process's memory. A call beyond the limits gets the error `LimitsExceeded`, also in the order of the calls.
struct Lane {
    /// Maximum number of queued calls per sender.
    static let maximumCount = 65_536
    /// Approximate maximum of bytes in queued calls per sender.
    static let maximumCost = 64 << 20

    /// Error message for calls beyond the limits.
    static let refusal =
        "The queue of this sender's calls is full: it holds \(maximumCount) calls and \(maximumCost) bytes."

    /// Number of the task that empties the queue.
    var turn: Int
    private var waiting: [Entry] = []
    private var first = 0
    private var cost = 0

    /// A call in the queue. A refused call keeps only its header, so that its error is sent in order.
    struct Entry {
        let call: Message
        let isRefused: Bool
    }

    init(turn: Int) { self.turn = turn }

    var isEmpty: Bool { first == waiting.count }

    mutating func append(_ call: Message, isTooLarge: Bool) {
        let isRefused = isTooLarge || waiting.count - first >= Self.maximumCount || cost + call.cost > Self.maximumCost
        let call = isRefused ? call.withoutArguments() : call
        cost += call.cost
        waiting.append(Entry(call: call, isRefused: isRefused))
    }

    mutating func takeFirst() -> Entry? {
        guard !isEmpty else { return nil }
        let entry = waiting[first]
        cost -= entry.call.cost
        first += 1
        // Calls taken from the queue are removed from the array in batches, because each removal moves all later calls.
        if first == waiting.count {
            waiting.removeAll(keepingCapacity: first <= 256)
            first = 0
        } else if first >= 1024, first * 2 >= waiting.count {
            waiting.removeFirst(first)
            first = 0
        }
        return entry
    }
}
