// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus

/// Methods of the D-Bus interface that our programs never call through a proxy.
extension AgentProxy {
    /// Returns the whole list in one message; a list that is too long for one is refused, see ``page(of:_:)``.
    package func pending() async throws -> [[String: Value]] { try await list(.pending, [.string(app)]) }

    package func delivered() async throws -> [[String: Value]] { try await list(.delivered, [.string(app)]) }

    package func requestAuthorization(_ options: [String]) async throws -> Bool {
        try await call(.requestAuthorization, [.string(app), .strings(options)]).first?.bool ?? false
    }

    /// Logs a refusal that could not be reported to anybody.
    package func noteRefusal(_ refusal: [String: Value]) async throws {
        try await call(.noteRefusal, [.string(app), .properties(refusal)])
    }

    package func setBadgeCount(_ count: UInt32) async throws {
        try await call(.setBadgeCount, [.string(app), .uint32(count)])
    }

    package func unwatch() async throws { try await call(.unwatch, [.string(app)]) }
}
