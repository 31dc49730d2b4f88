// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel

extension AgentProxy {
    /// Schedules one request, and refuses it where `noQueue` is set and nobody could show it now.
    ///
    /// - Throws: The refusal of the one request, as if it had been given to `Add`.
    func add(_ request: [String: Value], noQueue: Bool) async throws -> [String: Value] {
        guard noQueue else { return try await add(request) }
        let outcome = try await addAll([request], options: ["noQueue": .boolean(true)]).first ?? [:]
        if let error = AddedRow.error(of: outcome) { throw error }
        return outcome
    }
}
