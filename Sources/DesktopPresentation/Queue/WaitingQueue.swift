// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationStore

/// The order in which occurrences are presented, and the worker that drains it.
///
/// The store has the whole queue; a few occurrences of it are in memory. They are dequeued one at a time, in order.
struct WaitingQueue {
    /// The piece of work in progress; there is one at a time.
    enum Worker: Hashable, Sendable {
        case idle
        /// The server is asked to say the rest of what it can do.
        case completingServer
        case readingBacklog(generation: UInt64, outdated: OutdatedRows)
        /// An occurrence is being examined, written down or prepared.
        case busy(ticket: UInt64)
    }

    /// Occurrences that wait for their turn, in order.
    private(set) var main: [Int64] = []
    /// Occurrences that a previous server lost; presented again silently after the queue.
    private(set) var restored: [Int64] = []
    var worker = Worker.idle
    /// Whether an occurrence may have to be dequeued.
    var isDrainRequested = false
    /// Whether no waiting occurrence has room; checked again when something leaves the screen.
    var isCrowded = false
    /// The count of changes of the backlog, so that no occurrence is overlooked during a reading.
    private var backlog: UInt64 = 0
    private var backlogRead: UInt64 = 0

    /// The largest number of queued occurrences in memory.
    static let memory = 1000

    var isEmpty: Bool { main.isEmpty && restored.isEmpty && !hasBacklog }
    var hasBacklog: Bool { backlog != backlogRead }

    mutating func growBacklog() { backlog += 1 }

    /// The mark for ``finishReading(_:)``.
    var generation: UInt64 { backlog }

    mutating func finishReading(_ generation: UInt64) { backlogRead = generation }

    mutating func append(_ id: Int64) { main.append(id) }

    mutating func prepend(_ ids: [Int64]) { main = ids + main }

    mutating func appendRestored(_ ids: [Int64]) { restored += ids }

    mutating func prependRestored(_ ids: [Int64]) { restored = ids + restored }

    mutating func remove(_ id: Int64) {
        if let index = main.firstIndex(of: id) { main.remove(at: index) }
        if let index = restored.firstIndex(of: id) { restored.remove(at: index) }
    }

    /// Removes a withdrawn occurrence, also from a reading in progress.
    mutating func withdraw(_ id: Int64) {
        remove(id)
        changeOutdated { $0.ids.insert(id) }
    }

    /// Removes the older occurrences of requests that have fired again from a reading in progress.
    mutating func replace(by newer: [Occurrence]) { changeOutdated { $0.insertOlder(than: newer) } }

    private mutating func changeOutdated(_ change: (inout OutdatedRows) -> Void) {
        guard case .readingBacklog(let generation, var outdated) = worker else { return }
        change(&outdated)
        worker = .readingBacklog(generation: generation, outdated: outdated)
    }

    /// Empties the restore queue, because the server has gone.
    mutating func clearRestored() -> [Int64] {
        defer { restored = [] }
        return restored
    }
}

/// Rows that a reading of the store may return, although something newer is known of them.
struct OutdatedRows: Hashable, Sendable {
    /// Occurrences that had records when the reading began, or were withdrawn since.
    var ids: Set<Int64> = []
    /// The applications and identifiers of requests that have fired again since.
    private var names: Set<[String]> = []

    init(_ ids: Set<Int64> = []) { self.ids = ids }

    mutating func insertOlder(than newer: [Occurrence]) { names.formUnion(newer.map { [$0.app, $0.identifier] }) }

    func contains(_ row: Occurrence) -> Bool { ids.contains(row.id) || names.contains([row.app, row.identifier]) }
}
