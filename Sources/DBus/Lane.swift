// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The calls of one sender that wait for their turn.
///
/// Bounded, so that a sender that does not wait for answers cannot fill our memory: what is beyond is refused, in its
/// turn.
struct Lane {
    /// The most calls that one sender may have waiting.
    static let maximumCount = 65_536
    /// The most bytes, about, that one sender's waiting calls may keep.
    static let maximumCost = 64 << 20

    /// What a call beyond them is told.
    static let refusal =
        "The call is too large or one too many: of one sender \(maximumCount) calls and \(maximumCost) bytes may wait."

    /// Which task empties the lane.
    var turn: Int
    private var waiting: [Entry] = []
    private var first = 0
    private var cost = 0

    /// A call in the lane; of a refused one only the envelope is kept, so that its answer goes out in its turn.
    struct Entry {
        let call: Message
        let isRefused: Bool
    }

    init(turn: Int) { self.turn = turn }

    var isEmpty: Bool { first == waiting.count }

    mutating func append(_ call: Message, isTooLarge: Bool) {
        let isRefused =
            isTooLarge || waiting.count - first >= Self.maximumCount || cost + call.cost > Self.maximumCost
        let call = isRefused ? call.withoutArguments() : call
        cost += call.cost
        waiting.append(Entry(call: call, isRefused: isRefused))
    }

    mutating func takeFirst() -> Entry? {
        guard !isEmpty else { return nil }
        let entry = waiting[first]
        cost -= entry.call.cost
        first += 1
        // Give the memory back now and then, not for every call.
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
