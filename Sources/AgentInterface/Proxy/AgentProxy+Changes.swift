// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Changes to pending requests, with options.
extension AgentProxy {
    /// Leaves out the next occurrences of a repeating request.
    ///
    /// - Parameters:
    ///   - identifier: The request's identifier.
    ///   - options: The options of `Skip`.
    /// - Returns: The outcome of `Skip`.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func skip(_ identifier: String, _ options: [String: Value] = [:]) async throws -> [String: Value] {
        try await call(.skip, [.string(app), .string(identifier), .properties(options)]).first?.properties ?? [:]
    }
}
