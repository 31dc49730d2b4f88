// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop

/// Connects to an agent on another bus, for `belfry` and for programs.
extension AgentWhereabouts {
    /// Connects to the agent on another bus.
    ///
    /// - Parameters:
    ///   - address: The result of ``address(otherThan:)``.
    ///   - own: Connection to this session's bus; nil if there is none.
    ///   - loop: Loop of the new connection.
    /// - Returns: Nil if no agent is there, or if this session's bus has an agent, which must then be used.
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
