// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Triggers

/// Calls that `belfry undo` can take back in this terminal.
extension AgentProxy {
    /// Makes a call with the options that name this terminal and this command, see ``TerminalSession/mark``.
    ///
    /// An agent of an earlier version, which does not know the options, gets the call without them.
    ///
    /// - Throws: An error of the call.
    func marked<Result: Sendable>(_ call: (_ mark: [String: Value]) async throws -> Result) async throws -> Result {
        let mark = TerminalSession.mark
        guard !mark.isEmpty else { return try await call([:]) }
        do {
            return try await call(mark)
        } catch let refusal as Refusal where mark.keys.contains(where: refusal.isUnknownKey) {
            return try await call([:])
        }
    }

    /// Cancels pending requests, or removes delivered notifications; nil means the application's whole list.
    func removeMarked(_ identifiers: [String]?, from list: PagedList) async throws -> [String] {
        do {
            return try await marked { mark in
                let options = mark.merging(["all": .boolean(identifiers == nil)]) { $1 }
                return try await remove(identifiers ?? [], from: list, options)
            }
        } catch let error as BusError where error.name == BusError.unknownMethod("").name {
            // An agent of an earlier version has a separate call without options for each case.
            switch (list, identifiers) {
            case (.pending, let identifiers?): return try await removePending(identifiers)
            case (.delivered, let identifiers?): return try await removeDelivered(identifiers)
            case (.pending, nil): try await removeAllPending()
            case (.delivered, nil): try await removeAllDelivered()
            }
            return []
        }
    }
}
