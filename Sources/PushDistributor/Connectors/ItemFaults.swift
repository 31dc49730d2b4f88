// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore

/// The items that a connector has failed to handle, and the delay before they are retried.
struct ItemFaults: Sendable {
    /// The key of a waiting item: its token and, for a message, the message's name.
    private struct Key: Hashable {
        let token: String
        let name: String?

        init(_ item: Delivery) {
            switch item {
            case .endpoint(let registration): (token, name) = (registration.token, nil)
            case .message(let message): (token, name) = (message.token, message.name)
            }
        }
    }

    private var counts: [Key: Int] = [:]
    /// Whether the delay before the next retry of an item that is set aside runs.
    private var isResting = false
    /// Whether an item that is set aside may be retried now.
    private var isDue = false
    /// Number of retries of items that are set aside, since the connector last accepted such an item.
    private var tries = 0
    /// Whether the connector has crashed on an item, so that systemd may start it again by itself.
    private var expectsStart = false

    /// Number of failures from which on an item is set aside.
    static let limit = 3

    func isSetAside(_ item: Delivery) -> Bool { counts[Key(item), default: 0] >= Self.limit }

    var hasSetAside: Bool { counts.contains { $0.value >= Self.limit } }

    mutating func add(_ item: Delivery, isCrash: Bool) {
        counts[Key(item), default: 0] += 1
        expectsStart = isCrash
    }

    /// Forgets an item that the connector took; if the item was set aside, the failures of all items are forgotten.
    ///
    /// - Returns: Whether the item was set aside.
    mutating func end(_ item: Delivery) -> Bool {
        let wasSetAside = isSetAside(item)
        counts[Key(item)] = nil
        if wasSetAside { (counts, tries, isDue) = ([:], 0, false) }
        return wasSetAside
    }

    mutating func forget(_ item: Delivery) { counts[Key(item)] = nil }

    mutating func forget(_ token: String) { counts = counts.filter { $0.key.token != token } }

    /// Forgets all items but those that still wait.
    mutating func keep(_ items: [Delivery]) {
        let keys = Set(items.map(Key.init))
        counts = counts.filter { keys.contains($0.key) }
    }

    // MARK: - Rests

    /// Begins the delay before an item that is set aside is retried, unless it already runs; returns the position of
    /// the delay in the sequence of growing delays.
    mutating func beginRest() -> Int? {
        guard !isResting else { return nil }
        isResting = true
        return Self.limit + tries
    }

    /// Lets an item that is set aside be retried, even if the delay before the retry has not ended.
    mutating func endRest() { isDue = true }

    mutating func restIsOver() { (isResting, isDue) = (false, true) }

    /// Lets an item that is set aside, but has not reached the connector, be delivered again without another rest.
    mutating func returnTurn(of item: Delivery) { if isSetAside(item) { isDue = true } }

    /// Returns whether an item that is set aside may be retried now.
    mutating func takeTurn() -> Bool {
        guard isDue else { return false }
        (isDue, tries) = (false, tries + 1)
        return true
    }

    /// Returns whether the connector crashed on an item, so that its next start was to be expected; forgets the crash.
    mutating func takeExpectedStart() -> Bool {
        defer { expectsStart = false }
        return expectsStart
    }
}
