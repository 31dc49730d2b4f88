// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// The person's agent, where it is on another bus than this command: a second session, or one inside another.
enum AgentElsewhere {
    /// Its bus's address; nil where none runs, or on this bus. A look at a file, and no call.
    static let address = AgentWhereabouts().address(otherThan: BusAddress.session.address)

    /// A connection to it; nil where it is not there, or this bus has an agent of its own.
    static func connection(besides own: Connection?) async -> Connection? {
        guard let address else { return nil }
        do {
            if let own, try await own.owner(of: AgentNames.busName) != nil { return nil }
        } catch {
            return nil
        }
        guard let other = try? Connection(to: .at(address), on: .main) else { return nil }
        guard let owner = try? await other.owner(of: AgentNames.busName), !owner.isEmpty else {
            await other.close()
            return nil
        }
        return other
    }
}
