// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import DBus

extension NameOwner {
    /// The same, also from an agent that its unit confines, which can't look at other processes itself.
    package init?(visibleOf name: String, on connection: Connection) async throws {
        guard let link = UnsandboxedLink.shared else {
            try await self.init(of: name, on: connection)
            return
        }
        try await self.init(of: name, on: connection) { process in
            guard case .program(let path)? = try? await link.ask(.program(process)) else { return nil }
            return path
        }
    }
}
