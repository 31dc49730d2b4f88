// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Changes to pending requests, with options.
extension AgentProxy {
    /// Shows a request again after a number of seconds.
    ///
    /// - Parameters:
    ///   - identifier: The request's identifier.
    ///   - seconds: The delay in seconds, more than 0.
    ///   - options: The options of `SnoozeWithOptions`.
    /// - Returns: The outcome of `SnoozeWithOptions`.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func snooze(
        _ identifier: String, seconds: Double, _ options: [String: Value]
    ) async throws -> [String: Value] {
        try await call(
            .snoozeWithOptions, [.string(app), .string(identifier), .double(seconds), .properties(options)]
        ).first?.properties ?? [:]
    }

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

    /// Cancels pending requests, or removes delivered notifications.
    ///
    /// - Parameters:
    ///   - identifiers: The requests' identifiers.
    ///   - list: The list from which the requests are removed.
    ///   - options: The options of `RemovePendingWithOptions` and `RemoveDeliveredWithOptions`.
    /// - Returns: The identifiers that were found in the list, or among the notifications held back.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func remove(
        _ identifiers: [String], from list: PagedList, _ options: [String: Value]
    ) async throws -> [String] {
        let method: AgentMethod = list == .pending ? .removePendingWithOptions : .removeDeliveredWithOptions
        return try await call(method, [.string(app), .strings(identifiers), .properties(options)]).first?.strings ?? []
    }

    /// Takes back the last command of a terminal that changed pending requests.
    ///
    /// - Parameters:
    ///   - terminal: The terminal session's name.
    ///   - options: The options of `Undo`.
    /// - Returns: The outcome of `Undo`.
    /// - Throws: ``Triggers/Refusal``, ``DBus/BusError``.
    package func undo(in terminal: String, _ options: [String: Value] = [:]) async throws -> [String: Value] {
        try await call(.undo, [.string(terminal), .properties(options)]).first?.properties ?? [:]
    }
}
