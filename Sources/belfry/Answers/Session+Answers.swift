// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

extension Session {
    /// Removes a pending or delivered request; errors are ignored.
    ///
    /// - Parameters:
    ///   - identifier: The request's identifier.
    ///   - instance: The addition to remove, so that a newer request with the same identifier stays; nil for any.
    func withdraw(_ identifier: String, instance: String? = nil) async {
        let named = PageOptions(identifiers: [identifier])
        func isThere(_ rows: [[String: Value]]?) -> Bool {
            instance == nil || rows?.contains { $0["instance"]?.string == instance } == true
        }
        let pending = try? await agent.page(of: .pending, named).rows
        let held = try? await agent.missed().filter { $0["waits"]?.bool == true }
        if isThere(pending) || isThere(held) { _ = try? await agent.removePending([identifier]) }
        if isThere(try? await agent.page(of: .delivered, named).rows) {
            _ = try? await agent.removeDelivered([identifier])
        }
    }

    /// Waits until all messages are sent, above all the acknowledgement of a response.
    ///
    /// A round trip to the bus gives the loop time to send them, and the bus keeps the order.
    func settle() async {
        _ = try? await connection.owner(of: AgentNames.busName)
        await connection.flush()
    }
}
