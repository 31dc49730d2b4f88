// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Runs `body` with a real distributor on an agent's bus, and ends it.
///
/// Providers post to the push server `posted`, and messages are read from `read`; nil means the same one.
func withDistributor<Result>(
    of agent: TestAgent, posted: NchanServer, read: NchanServer? = nil,
    isolation: isolated (any Actor)? = #isolation, _ body: (DistributorProgram) async throws -> Result
) async throws -> Result {
    let distributor = try DistributorProgram(in: agent.folders.path, posted: posted, read: read)
    do {
        try await distributor.start(on: agent)
        let result = try await body(distributor)
        try await distributor.killProcess()
        return result
    } catch {
        print("belfry-distributor of the failing test said:\n\(distributor.log)")
        try await distributor.killProcess()
        throw error
    }
}
