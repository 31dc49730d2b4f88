// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop

/// The way to an agent on another bus, for the command and for programs alike.
extension AgentWhereabouts {
    /// A connection to the agent on another bus.
    ///
    /// - Parameters:
    ///   - address: What ``address(otherThan:)`` said.
    ///   - own: The bus of this session; nil where it has none.
    ///   - loop: Where the connection lives.
    /// - Returns: Nil where the agent is not there, or where this session's bus has an agent of its own: that one is asked then.
    package func connection(to address: String, besides own: Connection?, on loop: EventLoop) async -> Connection? {
        do {
            if let own, try await own.owner(of: AgentNames.busName) != nil { return nil }
        } catch {
            return nil
        }
        guard let other = try? Connection(to: .at(address), on: loop) else { return nil }
        guard let owner = try? await other.owner(of: AgentNames.busName), !owner.isEmpty else {
            await other.close()
            return nil
        }
        return other
    }
}
