// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DistributorStore

/// All that is known about handing on to one connector: events in, effects out.
///
/// One item at a time is on its way. Items stay in the store until the connector has acknowledged them, so the queue
/// can be thrown away at any time; then an item may be handed on once more.
///
///     idle -> loading -> sending -> loading or idle
///                  `-> pausing <-'           after a failure; then sending again
///                      absent  <-'           nobody has the name and it can't be started; until somebody has
package struct ConnectorQueue: Sendable {
    package enum Phase: Hashable, Sendable {
        /// Nothing waits.
        case idle
        case loading
        case sending(Delivery)
        /// The connector failed; it is tried again after a pause, or when its name gets another owner.
        case pausing
        /// The connector neither runs nor can be started; it is tried again when that changes, or something new waits.
        case absent
    }

    /// The result of handing on one item.
    package enum Reply: Hashable, Sendable {
        case accepted
        /// The connector will never take this item.
        case refused
        /// The connector answered with an error that a later try may not have.
        case failed
        /// The connector hangs, has crashed, or could not be started.
        case unanswered
        case absent
    }

    package enum Event: Hashable, Sendable {
        /// Something new is in the store.
        case stored
        case loaded([Delivery])
        case loadFailed
        case replied(Reply)
        case pauseIsOver
        /// The connector's name has an owner; `isNew` says that it has just got it.
        case owned(isNew: Bool)
        /// The list of the names that can be started has changed.
        case activatableChanged
        /// The token was unregistered.
        case forgotten(token: String)
    }

    package enum Effect: Hashable, Sendable {
        /// Reads items from the store; those of an earlier call with a higher id are on their way.
        case load(after: Int64)
        case send(Delivery)
        case markTold(Registration)
        case delete(Int64, isRefused: Bool)
        /// Moves a message behind all others.
        case postpone(Int64)
        case pause(Duration)
        case endPause
        /// Watches the name, until ``unwatch``.
        case watch
        case unwatch
    }

    package private(set) var phase = Phase.idle
    /// The items after the one on its way. While pausing or absent the first one is tried next.
    private var items: [Delivery] = []
    /// Whether the store may have more than ``items``.
    private var hasMore = false
    private var lastID: Int64 = 0
    /// Failures in a row, of whichever item.
    private var failures = 0
    /// Errors that the connector has answered to the present item.
    private var errors = 0
    private var isWatched = false

    /// Largest number of messages in memory.
    package static let window = 32
    /// Number of errors after which an item makes room for the next one.
    package static let errorsOfItem = 3
    package static let longestPause = Duration.seconds(900)

    package init() {}

    package mutating func handle(_ event: Event) -> [Effect] {
        switch (event, phase) {
        case (.stored, .idle): return load()
        case (.stored, .absent):
            hasMore = true
            return next()
        case (.stored, _):
            hasMore = true
            return []
        case (.loaded(let loaded), .loading):
            add(loaded)
            return next()
        case (.loadFailed, .loading):
            hasMore = true
            return fail()
        case (.replied(let reply), .sending(let item)): return take(reply, to: item)
        case (.pauseIsOver, .pausing): return next()
        case (.owned, .absent), (.activatableChanged, .absent): return next()
        case (.owned(isNew: true), .pausing): return [.endPause] + next()
        case (.forgotten(let token), _): return forget(token)
        case (.loaded, _), (.loadFailed, _), (.replied, _), (.pauseIsOver, _), (.owned, _), (.activatableChanged, _):
            // The event belongs to a phase that has ended.
            return []
        }
    }

    private mutating func load() -> [Effect] {
        hasMore = false
        phase = .loading
        return [.load(after: lastID)]
    }

    private mutating func add(_ loaded: [Delivery]) {
        let messages = loaded.compactMap { if case .message(let message) = $0 { message.id } else { nil } }
        lastID = max(lastID, messages.max() ?? 0)
        items = loaded
        // A full window says that there may be more; endpoints fill it, too.
        if messages.count >= Self.window || loaded.count - messages.count >= Self.window { hasMore = true }
    }

    /// Hands on the next item, or reads more.
    private mutating func next() -> [Effect] {
        if let first = items.first {
            phase = .sending(first)
            return [.send(first)]
        }
        if hasMore { return load() }
        phase = .idle
        guard isWatched else { return [] }
        isWatched = false
        return [.unwatch]
    }

    private mutating func take(_ reply: Reply, to item: Delivery) -> [Effect] {
        switch reply {
        case .accepted, .refused:
            (failures, errors) = (0, 0)
            return end(item, isRefused: reply == .refused) + next()
        case .failed:
            errors += 1
            guard errors >= Self.errorsOfItem else { return fail() }
            errors = 0
            return makeRoom(for: item) + fail()
        case .unanswered: return fail()
        case .absent:
            phase = .absent
            return watch()
        }
    }

    private mutating func end(_ item: Delivery, isRefused: Bool) -> [Effect] {
        removeFirst(item)
        switch item {
        case .endpoint(let registration): return [.markTold(registration)]
        case .message(let message): return [.delete(message.id, isRefused: isRefused)]
        }
    }

    /// Drops or postpones an item that the connector answers with errors, so that the next item is sent.
    private mutating func makeRoom(for item: Delivery) -> [Effect] {
        switch item {
        case .endpoint(let registration):
            // The connector hears of the endpoint again when it registers again, as it does at its start.
            removeFirst(item)
            return [.markTold(registration)]
        case .message(let message):
            guard items.count > 1 || hasMore else { return [] }
            removeFirst(item)
            hasMore = true
            return [.postpone(message.id)]
        }
    }

    /// Removes the item that was on its way; it may have been forgotten meanwhile.
    private mutating func removeFirst(_ item: Delivery) { if items.first == item { items.removeFirst() } }

    private mutating func fail() -> [Effect] {
        failures += 1
        phase = .pausing
        let seconds = 1 << min(failures - 1, 20)
        return watch() + [.pause(min(.seconds(seconds), Self.longestPause))]
    }

    private mutating func watch() -> [Effect] {
        guard !isWatched else { return [] }
        isWatched = true
        return [.watch]
    }

    private mutating func forget(_ token: String) -> [Effect] {
        items.removeAll { $0.token == token }
        switch phase {
        case .pausing where items.isEmpty && !hasMore: return [.endPause] + next()
        case .absent where items.isEmpty && !hasMore: return next()
        case .idle, .loading, .sending, .pausing, .absent: return []
        }
    }
}
