// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

extension AgentProxy {
    /// Schedules one request, and refuses it where `noQueue` is set and nobody could show it now, or where `answerable` is
    /// and the person could not answer it.
    ///
    /// With `number` it waits until the notification server has named it, and the outcome has its number.
    ///
    /// - Throws: The refusal of the one request, as if it had been given to `Add`.
    func add(
        _ request: [String: Value], noQueue: Bool, answerable: Bool = false, number: Bool = false
    ) async throws -> [String: Value] {
        guard noQueue || answerable || number else { return try await add(request) }
        var options: [String: Value] = ["noQueue": .boolean(noQueue)]
        if answerable { options["answerable"] = .boolean(true) }
        if number { options["number"] = .boolean(true) }
        let outcome = try await addAll([request], options: options).first ?? [:]
        if let error = AddedRow.error(of: outcome) { throw error }
        return outcome
    }
}
