// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The order in which occurrences are presented, and who works it off.
///
/// The queue is the store's: a few of it are in hand. They are taken out one at a time, so that they are sent in order.
struct WaitingQueue {
    /// The one piece of work that is under way.
    enum Worker: Hashable, Sendable {
        case idle
        /// The server is asked to say the rest of what it can do.
        case completingServer
        /// The store is being read. `known` were in hand when that began.
        case readingBacklog(generation: UInt64, known: Set<Int64>)
        /// An occurrence is being examined, written down or prepared.
        case busy(ticket: UInt64)
    }

    /// Occurrences that wait for their turn, in order.
    private(set) var main: [Int64] = []
    /// Occurrences that a previous server lost; presented again silently after the queue.
    private(set) var restored: [Int64] = []
    var worker = Worker.idle
    /// Something may have to be taken out.
    var isDrainRequested = false
    /// Nothing that waits has room on the screen; looked at again when something leaves it.
    var isCrowded = false
    /// Fired ones that the store alone has; grows with each so that none is overlooked.
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

    /// Removes what nobody wants to see any more, also from what is being read.
    mutating func withdraw(_ id: Int64) {
        remove(id)
        guard case .readingBacklog(let generation, var known) = worker else { return }
        known.insert(id)
        worker = .readingBacklog(generation: generation, known: known)
    }

    /// The server has gone, and with it what was to come back on it.
    mutating func clearRestored() -> [Int64] {
        defer { restored = [] }
        return restored
    }
}
