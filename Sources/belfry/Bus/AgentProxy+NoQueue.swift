// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

extension AgentProxy {
    /// Schedules a request with the options of `AddAll`.
    ///
    /// `noQueue` refuses a request that can't be shown now, and `answerable` one that can't be answered. With `number`
    /// the call waits for the notification server's number, which is in the outcome.
    ///
    /// - Throws: The refusal of the request, as from `Add`.
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
