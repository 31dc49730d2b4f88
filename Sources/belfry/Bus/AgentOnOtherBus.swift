// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// The person's agent, where it is on another bus than this command: a second session, or one inside another.
enum AgentOnOtherBus {
    private static let whereabouts = AgentWhereabouts()

    /// Its bus's address; nil where none runs, or on this bus. A look at a file, and no call.
    static let address = whereabouts.address(otherThan: BusAddress.session.address)

    /// A connection to it; nil where it is not there, or this bus has an agent of its own.
    static func connection(besides own: Connection?) async -> Connection? {
        guard let address else { return nil }
        return await whereabouts.connection(to: address, besides: own, on: .main)
    }
}
