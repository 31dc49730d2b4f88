// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationStore

/// The queue of occurrences to present, and the worker that drains the queue.
///
/// The store has the whole queue; a few occurrences of it are in memory. They are dequeued one at a time, in order.
struct WaitingQueue {
    /// The piece of work in progress; there is one at a time.
    enum Worker: Hashable, Sendable {
        case idle
        /// The server is being asked again for the capabilities or the information that it has not reported.
        case completingServer
        case readingBacklog(generation: UInt64, outdated: OutdatedRows)
        /// An occurrence is being examined, written to the store or prepared.
        case busy(ticket: UInt64)
    }

    /// Occurrences that wait for their turn, in order.
    private(set) var main: [Int64] = []
    /// Occurrences that a previous server lost; they are presented again, silently, after those in ``main``.
    private(set) var restored: [Int64] = []
    var worker = Worker.idle
    /// Whether the queue is to be drained at the end of the present event.
    var isDrainRequested = false
    /// Whether no waiting occurrence has room on the screen; checked again when a notification leaves it.
    var isCrowded = false
    /// The number of changes of the store's backlog, so that a change while the store is read is not overlooked.
    private var backlog: UInt64 = 0
    private var backlogRead: UInt64 = 0
    /// The newest occurrence that an event has named; the store numbers occurrences in the order of writing.
    private var newestNamed: Int64 = 0

    /// The largest number of queued occurrences in memory.
    static let memory = 1000

    var isEmpty: Bool { main.isEmpty && restored.isEmpty && !hasBacklog }
    var hasBacklog: Bool { backlog != backlogRead }

    mutating func growBacklog() { backlog += 1 }

    /// The number of backlog changes when the store begins to be read, for ``finishReading(_:)``.
    var generation: UInt64 { backlog }

    mutating func finishReading(_ generation: UInt64) { backlogRead = generation }

    mutating func name(_ occurrences: [Occurrence]) {
        newestNamed = occurrences.reduce(newestNamed) { max($0, $1.id) }
    }

    /// Whether an event may have named a stored occurrence before. Reading the store does not return occurrences that
    /// still wait for a service extension.
    func isNamed(_ occurrence: Occurrence) -> Bool { occurrence.id <= newestNamed && !occurrence.isExtending }

    mutating func append(_ id: Int64) { main.append(id) }

    mutating func prepend(_ ids: [Int64]) { main = ids + main }

    mutating func appendRestored(_ ids: [Int64]) { restored += ids }

    mutating func prependRestored(_ ids: [Int64]) { restored = ids + restored }

    mutating func remove(_ id: Int64) {
        if let index = main.firstIndex(of: id) { main.remove(at: index) }
        if let index = restored.firstIndex(of: id) { restored.remove(at: index) }
    }

    /// Removes a withdrawn occurrence from the queue, and from the rows that are being read from the store.
    mutating func withdraw(_ id: Int64) {
        remove(id)
        changeOutdated { $0.ids.insert(id) }
    }

    /// Removes older occurrences of requests that have fired again from the rows being read from the store.
    mutating func replace(by newer: [Occurrence]) { changeOutdated { $0.insertOlder(than: newer) } }

    private mutating func changeOutdated(_ change: (inout OutdatedRows) -> Void) {
        guard case .readingBacklog(let generation, var outdated) = worker else { return }
        change(&outdated)
        worker = .readingBacklog(generation: generation, outdated: outdated)
    }

    /// Empties the queue of restored occurrences, because the server has left the bus, and returns its occurrences.
    mutating func clearRestored() -> [Int64] {
        defer { restored = [] }
        return restored
    }
}

/// Rows that a reading of the store may return although the agent knows something newer of their occurrences.
struct OutdatedRows: Hashable, Sendable {
    /// Occurrences that had records when the store began to be read, or were withdrawn after that.
    var ids: Set<Int64> = []
    /// The applications and identifiers of requests that have fired again since the reading of the store began.
    private var names: Set<[String]> = []

    init(_ ids: Set<Int64> = []) { self.ids = ids }

    mutating func insertOlder(than newer: [Occurrence]) { names.formUnion(newer.map { [$0.app, $0.identifier] }) }

    func contains(_ row: Occurrence) -> Bool { ids.contains(row.id) || names.contains([row.app, row.identifier]) }
}
