// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation
import GRDB
import NotificationModel
package import Triggers

extension NotificationStore {
    /// Adds requests, in order, in one transaction.
    ///
    /// A request replaces the pending request with the same identifier, and that request's snoozed copy and early
    /// warnings; new warnings must follow the request. A delivered notification stays until the new request fires.
    ///
    /// - Parameters:
    ///   - additions: The additions, which were checked against ``NotificationModel/Limits`` before.
    ///   - atomically: Whether the first refusal undoes everything and is thrown. In any case, if a request or an early
    ///     warning that follows it is refused, the request and all its warnings are.
    ///   - isTrial: Whether the store is left unchanged; the results are the same.
    ///   - undo: The command in a terminal that makes the change, kept for an undo; nil for a change without undo. The
    ///     additions are those of one application.
    /// - Returns: A result for each addition. The refusals are `tooManyRequests` over the quota, `noSuchRequest` for an
    ///   edit of a request that is not pending, and `invalidRequest` for a number that JSON can't hold.
    /// - Throws: ``NotificationModel/Refusal`` if `atomically` is true; ``StoreError``.
    package func add(
        _ additions: [Addition], atomically: Bool, isTrial: Bool = false, undo: UndoKey? = nil
    ) async throws -> [Result<AddOutcome, Refusal>] {
        let stored = try await offLoop(each: additions, Self.encoded)
        return try await write { transaction in
            try transaction.inTrial(isTrial) {
                guard let undo, let first = additions.first else {
                    return try Self.add(additions, stored, atomically: atomically, in: transaction)
                }
                let named = additions.filter { $0.request.parentIdentifier.isEmpty }.map(\.request.identifier)
                return try transaction.undoTable.recording(
                    undo, app: first.app, named, at: first.changedAt ?? first.addedAt
                ) {
                    try Self.add(additions, stored, atomically: atomically, in: transaction)
                }
            }
        }
    }

    static func add(
        _ additions: [Addition], _ stored: [Result<StoredRequest, Refusal>], atomically: Bool,
        in transaction: Transaction
    ) throws -> [Result<AddOutcome, Refusal>] {
        var waiting: [String: WaitingLoad] = [:]
        var results: [Result<AddOutcome, Refusal>] = []
        results.reserveCapacity(additions.count)
        while results.count < additions.count {
            let start = results.count
            let end = endOfRequest(at: start, in: additions)
            do {
                results += try transaction.pendingTable.add(
                    additions[start..<end], stored[start..<end], waiting: &waiting)
            } catch let refusal as Refusal where !atomically {
                results += Array(repeating: .failure(refusal), count: end - start)
            }
        }
        return results
    }

    /// Returns the index after the early warnings that follow the request at `start`.
    private static func endOfRequest(at start: Int, in additions: [Addition]) -> Int {
        let identifier = additions[start].request.identifier
        return additions[(start + 1)...].firstIndex { $0.request.parentIdentifier != identifier } ?? additions.count
    }

    static func encoded(_ addition: Addition) -> Result<StoredRequest, Refusal> {
        Result { () throws(Refusal) in try StoredRequest(addition.request) }
    }
}

extension PendingTable {
    /// Adds one request with all of its early warnings, or none of them.
    ///
    /// - Throws: ``NotificationModel/Refusal`` of the first addition that is refused; ``StoreError``.
    fileprivate func add(
        _ additions: ArraySlice<Addition>, _ stored: ArraySlice<Result<StoredRequest, Refusal>>,
        waiting: inout [String: WaitingLoad]
    ) throws -> [Result<AddOutcome, Refusal>] {
        func addAll() throws -> [Result<AddOutcome, Refusal>] {
            try zip(additions, stored).map { .success(try add($0, try $1.get(), waiting: &waiting).get()) }
        }
        // A single addition that is refused changes nothing, so it needs no savepoint.
        guard additions.count > 1 else { return try addAll() }
        let before = waiting
        do {
            return try transaction.inSavepoint(addAll)
        } catch {
            waiting = before
            throw error
        }
    }
}
