// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// The way of a message from a provider to the agent: a push server, and a distributor on the agent's bus.
///
/// The tests that use it need nothing but ``forward(_:)`` of it, which a chain of real programs does by itself.
package struct PushChain: Sendable {
    package let server: PushServer
    package let distributor: ScriptedDistributor

    /// Starts the distributor; the server answers by `path`, the first part of the addresses' path.
    package init(_ server: PushServer, of agent: TestAgent, path: String = "ok") async throws {
        self.server = server
        var script = ScriptedDistributor.Script()
        script.endpoint = "http://127.0.0.1:\(server.port)/\(path)/"
        distributor = try await ScriptedDistributor("chain", of: agent, script: script)
    }

    /// Waits until the server has so many messages, and hands the last of them to the agent; `change` may damage it.
    package func forward(_ count: Int = 1, change: ([UInt8]) -> [UInt8] = { $0 }) async throws {
        let request = try await withDeadline {
            while true {
                let requests = try server.requests
                if requests.count >= count { return requests[count - 1] }
                try await yieldUntilDeadline()
            }
        }
        let token = request.path.split(separator: "/").last.map(String.init) ?? ""
        try await distributor.send(change(Array(request.body)), token: token)
    }
}
