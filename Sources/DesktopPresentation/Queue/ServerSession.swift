// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore

/// All that belongs to one notification server. Another owner of the name is another session: nothing is carried over.
struct ServerSession {
    /// The server, with what it can do now.
    var server: ConnectedServer
    /// The occurrence of each number that the server has given.
    var occurrences: [UInt32: Int64] = [:]
    /// Signals for numbers that no reply has named yet.
    var parked = ParkedSignals()
    /// The number of readings of what the server showed for an earlier agent: signals are parked meanwhile. A slow server
    /// may arrive a second time, able to do more, while the first reading goes on.
    var adoptions = 0
    /// Some that are on the screen were dropped from memory; the store knows them.
    var hasForgotten = false
    /// Signals for which the store is asked whether they are of one that was dropped from memory: few, as in a flood they
    /// are not.
    var lookups = 0
    /// The last one that the server said it has closed, and when.
    var lastClosed: (id: Int64, at: TimeInterval)?

    init(_ server: ConnectedServer) { self.server = server }

    var profile: ServerProfile { server.profile }
    var isAdopting: Bool { adoptions > 0 }

    /// The number that a place names on this server; nil for another server's.
    func number(of place: ServerNumber?) -> UInt32? {
        place.flatMap { $0.owner == server.place ? $0.number : nil }
    }
}
