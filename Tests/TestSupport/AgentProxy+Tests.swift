// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus

/// The methods of the contract that no program of ours calls through a proxy.
extension AgentProxy {
    /// The whole list, in one message: a refusal where it holds no more, see ``page(of:_:)``.
    package func pending() async throws -> [[String: Value]] { try await list(.pending, [.string(app)]) }

    package func delivered() async throws -> [[String: Value]] { try await list(.delivered, [.string(app)]) }

    package func requestAuthorization(_ options: [String]) async throws -> Bool {
        try await call(.requestAuthorization, [.string(app), .strings(options)]).first?.bool ?? false
    }

    /// Writes into the log what was refused and could not be told to anybody.
    package func noteRefusal(_ refusal: [String: Value]) async throws {
        try await call(.noteRefusal, [.string(app), .properties(refusal)])
    }

    package func setBadgeCount(_ count: UInt32) async throws {
        try await call(.setBadgeCount, [.string(app), .uint32(count)])
    }

    package func unwatch() async throws { try await call(.unwatch, [.string(app)]) }
}
