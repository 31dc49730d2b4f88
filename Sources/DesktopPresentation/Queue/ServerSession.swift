// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore

/// The state of one notification server. A new owner of the server's bus name gets a new, empty session.
struct ServerSession {
    var server: ConnectedServer
    /// The occurrence of each number that the server has given.
    var occurrences: [UInt32: Int64] = [:]
    /// Signals about numbers of notifications that no reply to `Notify` has returned yet.
    var parked = ParkedSignals()
    /// The number of adoptions in progress, which read an earlier agent's notifications; meanwhile signals are kept. A
    /// slow server may report more capabilities while the first adoption is still running.
    var adoptions = 0
    /// Rows that an adoption may read although they were removed, or their requests fired again, during the adoption.
    private(set) var outdated = OutdatedRows()
    /// Whether records of notifications on the screen were dropped from memory; the store has them.
    var hasForgotten = false
    /// The number of signals whose occurrences are being looked up in the store.
    var lookups = 0
    /// The occurrence whose notification the server closed last, and the time of that close.
    var lastClosed: (id: Int64, at: TimeInterval)?

    init(_ server: ConnectedServer) { self.server = server }

    var profile: ServerProfile { server.profile }
    var isAdopting: Bool { adoptions > 0 }

    mutating func withdraw(_ id: Int64) { if isAdopting { outdated.ids.insert(id) } }

    mutating func replace(by newer: [Occurrence]) { if isAdopting { outdated.insertOlder(than: newer) } }

    mutating func endAdoption() {
        adoptions -= 1
        if !isAdopting { outdated = OutdatedRows() }
    }

    /// Returns the notification number in `place` if this server has given it; nil for a number of another server.
    func number(of place: ServerNumber?) -> UInt32? {
        place.flatMap { $0.owner == server.place ? $0.number : nil }
    }
}
