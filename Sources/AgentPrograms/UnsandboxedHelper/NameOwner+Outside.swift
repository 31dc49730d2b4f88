// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import DBus

extension NameOwner {
    /// Finds the owner of a name; a sandboxed agent asks the helper process to look at other processes.
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
