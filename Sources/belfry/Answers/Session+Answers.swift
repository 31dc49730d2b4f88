// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

extension Session {
    /// Takes a request away, pending or on the screen; what goes wrong with that changes nothing any more.
    func withdraw(_ identifier: String) async {
        _ = try? await agent.removePending([identifier])
        _ = try? await agent.removeDelivered([identifier])
    }

    /// Waits until everything that was sent has arrived, above all the acknowledgement of a response.
    ///
    /// A round trip to the bus gives the loop time to send it; the bus keeps the order.
    func settle() async {
        _ = try? await connection.owner(of: AgentNames.busName)
        await connection.flush()
    }
}
