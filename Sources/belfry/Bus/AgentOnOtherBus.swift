// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// The person's agent on a bus other than this command's, such as in a second or nested session.
enum AgentOnOtherBus {
    private static let whereabouts = AgentWhereabouts()

    /// Address of the agent's bus; nil if no agent runs or it is on this bus. It is read from a file.
    static let address = whereabouts.address(otherThan: BusAddress.session.address)

    /// Connects to that bus; nil if no agent is there, or if this bus has an agent.
    static func connection(besides own: Connection?) async -> Connection? {
        guard let address else { return nil }
        return await whereabouts.connection(to: address, besides: own, on: .main)
    }
}
