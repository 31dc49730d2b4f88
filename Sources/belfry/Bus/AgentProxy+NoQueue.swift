// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel

extension AgentProxy {
    /// Schedules one request, and refuses it where `noQueue` is set and nobody could show it now, or where `answerable` is
    /// and the person could not answer it.
    ///
    /// - Throws: The refusal of the one request, as if it had been given to `Add`.
    func add(_ request: [String: Value], noQueue: Bool, answerable: Bool = false) async throws -> [String: Value] {
        guard noQueue || answerable else { return try await add(request) }
        var options: [String: Value] = ["noQueue": .boolean(noQueue)]
        if answerable { options["answerable"] = .boolean(true) }
        let outcome = try await addAll([request], options: options).first ?? [:]
        if let error = AddedRow.error(of: outcome) { throw error }
        return outcome
    }
}
