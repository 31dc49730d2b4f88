// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DistributorStore

/// The state machine of the deliveries to one connector: it takes events and returns effects.
///
/// One item at a time is in flight. Items stay in the store until the connector has acknowledged them, so the queue can
/// be thrown away at any time; then an item may be delivered once more.
///
///     idle -> loading -> sending -> loading or idle
///                  `-> pausing <-'           after a failure; then sending again
///                      absent  <-'           nobody has the name and it can't be started; until somebody has
///                      resting <-'           only items are left over which the connector has failed
///
/// An item that the connector has failed to handle ``failuresOfItem`` times is set aside: all other items are delivered
/// first, and this item is tried again after a rest. So an item that makes its connector hang or crash does not hold up
/// other items for long, and is not lost.
package struct ConnectorQueue: Sendable {
    package enum Phase: Hashable, Sendable {
        /// No item waits.
        case idle
        case loading
        case sending(Delivery)
        /// The connector failed; it is tried again after a pause, or when its bus name gets another owner.
        case pausing
        /// The connector neither runs nor can be started; it is tried again when that changes, or a new item is stored.
        case absent
        /// All waiting items are set aside; the first item is tried again after a rest, and a new item at once.
        case resting
    }

    /// The result of delivering one item to the connector.
    package enum Reply: Hashable, Sendable {
        case accepted
        /// The connector will never take this item.
        case refused
        /// The connector answered with an error; a retry may succeed.
        case failed
        /// The connector has received the item, but does not answer.
        case unanswered
        /// The connector left the bus before it answered.
        case crashed
        /// The connector could not be started, so the item was not delivered.
        case unreached
        case absent
        /// The configuration lacks the server of the endpoint, so the endpoint was not delivered.
        case skipped
    }

    package enum Event: Hashable, Sendable {
        /// A new item is in the store.
        case stored
        /// The connector itself has registered a token, so it is running, and waits for the endpoint.
        case registered
        case loaded([Delivery])
        case loadFailed
        case replied(Reply)
        case pauseIsOver
        case restIsOver
        /// The connector's bus name has an owner; `isNew` tells that this owner has just acquired the name.
        case owned(isNew: Bool)
        /// The list of services that the bus can start has changed.
        case activatableChanged
        /// A token of the connector was unregistered.
        case forgotten(token: String)
    }

    package enum Effect: Hashable, Sendable {
        /// Reads the waiting endpoints, and the messages with a higher id than `after`, from the store.
        case load(after: Int64)
        case send(Delivery)
        case markTold(Registration)
        case delete(Int64, isRefused: Bool)
        case pause(Duration)
        case endPause
        /// Sends ``Event/restIsOver`` after this time, whatever other events come before.
        case rest(Duration)
        /// Watches the owner of the connector's bus name until ``unwatch``.
        case watch
        case unwatch
    }

    package private(set) var phase = Phase.idle
    /// The items in memory, including the item in flight.
    private var items: [Delivery] = []
    /// Whether the store may have more waiting items than ``items``.
    private var hasMore = false
    private var lastID: Int64 = 0
    /// The number of consecutive failures of any items, and the number of items set aside since the last success.
    private var failures = 0
    private var setAsides = 0
    private var isWatched = false
    /// Whether endpoints stay in the store, because the configuration lacks their server.
    private var skipsEndpoints = false
    private var faults = ItemFaults()

    /// Largest number of messages in memory.
    package static let window = 32
    /// Number of failures of an item after which all other items are delivered first.
    package static let failuresOfItem = ItemFaults.limit
    package static let longestPause = Duration.seconds(900)

    package init() {}

    package mutating func handle(_ event: Event) -> [Effect] {
        // These events also report a changed configuration, which may have the server of a skipped endpoint.
        if event == .stored || event == .registered { skipsEndpoints = false }
        switch (event, phase) {
        case (.stored, .idle): return load()
        case (.stored, .resting): return loadAll()
        case (.stored, .absent):
            hasMore = true
            return next()
        case (.registered, .idle): return load()
        case (.registered, .pausing): return [.endPause] + loadAll()
        case (.registered, .absent), (.registered, .resting): return loadAll()
        case (.stored, _), (.registered, _):
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
        case (.restIsOver, _):
            faults.restIsOver()
            return phase == .resting ? loadAll() : []
        case (.owned, .absent), (.activatableChanged, .absent): return next()
        case (.owned(isNew: true), _): return appeared()
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

    /// Reads the waiting items from the first one again, also those that were set aside; no item may be in flight.
    private mutating func loadAll() -> [Effect] {
        (items, lastID) = ([], 0)
        return load()
    }

    private mutating func add(_ loaded: [Delivery]) {
        let ids = loaded.compactMap { if case .message(let message) = $0 { message.id } else { nil } }
        let endpoints = skipsEndpoints ? [] : loaded.filter(\.isEndpoint)
        items = endpoints + loaded.filter { !$0.isEndpoint }
        // A full window means that the store may have more items. Endpoints fill the window, too, but each load reads
        // them again as long as they wait.
        let isFull = endpoints.count >= Self.window && endpoints.contains { !faults.isSetAside($0) }
        if ids.count >= Self.window || isFull {
            hasMore = true
        } else if lastID == 0, !hasMore {
            faults.keep(items)
        }
        lastID = max(lastID, ids.max() ?? 0)
    }

    /// Delivers the next item, or reads more items from the store.
    private mutating func next() -> [Effect] {
        if let item = items.first(where: { !faults.isSetAside($0) }) { return send(item) }
        if let item = items.first, faults.takeTurn() { return send(item) }
        // Items that are set aside stay in the store, and are read again after a rest.
        if hasMore { return load() }
        if faults.hasSetAside { return rest() }
        (phase, items) = (.idle, [])
        guard isWatched else { return [] }
        isWatched = false
        return [.unwatch]
    }

    private mutating func send(_ item: Delivery) -> [Effect] {
        phase = .sending(item)
        return [.send(item)]
    }

    private mutating func take(_ reply: Reply, to item: Delivery) -> [Effect] {
        if reply == .unreached || reply == .absent { faults.returnTurn(of: item) }
        switch reply {
        case .accepted, .refused:
            (failures, setAsides) = (0, 0)
            let wasSetAside = faults.end(item)
            // The connector works again, so the other items that were set aside are tried again, too.
            return end(item, isRefused: reply == .refused) + (wasSetAside ? loadAll() : next())
        case .failed, .unanswered, .crashed:
            faults.add(item, isCrash: reply == .crashed)
            return faults.isSetAside(item) ? setAside(item, isAnswered: reply == .failed) : fail()
        case .unreached: return fail()
        case .absent:
            phase = .absent
            return watch()
        case .skipped:
            // The endpoints are read again when the configuration has a server for them.
            skipsEndpoints = true
            items.removeAll(where: \.isEndpoint)
            return next()
        }
    }

    private mutating func end(_ item: Delivery, isRefused: Bool) -> [Effect] {
        removeFirst(item)
        switch item {
        case .endpoint(let registration): return [.markTold(registration)]
        case .message(let message): return [.delete(message.id, isRefused: isRefused)]
        }
    }

    /// Sets an item aside, so that other items are delivered first.
    private mutating func setAside(_ item: Delivery, isAnswered: Bool) -> [Effect] {
        var effects: [Effect] = []
        if isAnswered, case .endpoint(let registration) = item {
            // The connector has received the endpoint, and receives it again when it registers again.
            faults.forget(item)
            effects = [.markTold(registration)]
        }
        removeFirst(item)
        // The delivery of another item may well succeed, so the pause before that delivery is short.
        guard hasMore || items.contains(where: { !faults.isSetAside($0) }) else { return effects + next() }
        setAsides += 1
        return effects + pause(Self.pause(setAsides))
    }

    /// Removes the item that was in flight, unless the item was forgotten during its delivery.
    private mutating func removeFirst(_ item: Delivery) {
        if let place = items.firstIndex(of: item) { items.remove(at: place) }
    }

    private mutating func fail() -> [Effect] {
        failures += 1
        return pause(Self.pause(failures))
    }

    /// Returns the n-th of the growing pauses after failures; n begins with 1.
    private static func pause(_ number: Int) -> Duration {
        min(.seconds(1 << min(number - 1, 20)), longestPause)
    }

    private mutating func pause(_ time: Duration) -> [Effect] {
        phase = .pausing
        return watch() + [.pause(time)]
    }

    private mutating func rest() -> [Effect] {
        (phase, items) = (.resting, [])
        return watch() + (faults.beginRest().map { [.rest(Self.pause($0))] } ?? [])
    }

    private mutating func watch() -> [Effect] {
        guard !isWatched else { return [] }
        isWatched = true
        return [.watch]
    }

    /// Retries failed items with the new owner of the connector's bus name. Items that were set aside are retried only
    /// if the new owner was not started because the former one crashed.
    private mutating func appeared() -> [Effect] {
        let isExpected = faults.takeExpectedStart()
        switch phase {
        case .pausing: return [.endPause] + next()
        case .resting where !isExpected:
            faults.endRest()
            return loadAll()
        case .idle, .loading, .sending, .absent, .resting: return []
        }
    }

    private mutating func forget(_ token: String) -> [Effect] {
        items.removeAll { $0.token == token }
        faults.forget(token)
        switch phase {
        case .pausing where items.isEmpty && !hasMore: return [.endPause] + next()
        case .absent where items.isEmpty && !hasMore: return next()
        case .resting where !faults.hasSetAside: return next()
        case .idle, .loading, .sending, .pausing, .absent, .resting: return []
        }
    }
}
