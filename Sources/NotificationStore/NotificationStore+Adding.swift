// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Foundation
package import NotificationModel

extension NotificationStore {
    /// Adds requests, in order, in one transaction.
    ///
    /// One whose identifier is pending in its application takes that one's place, that of its snoozed copy and
    /// of its early warnings; add new warnings after it. What is delivered stays until the new one fires.
    ///
    /// - Parameters:
    ///   - additions: Any number; checked against ``NotificationModel/Limits`` before.
    ///   - atomically: The first refusal takes everything back and is thrown.
    /// - Returns: One result for each addition: refused are `tooManyRequests` over the quota, `noSuchRequest`
    ///   for an edit of what is not pending, and `invalidRequest` for a number that JSON can't hold.
    /// - Throws: ``NotificationModel/Refusal`` if atomic; ``StoreError``.
    package nonisolated(nonsending) func add(
        _ additions: [Addition], atomically: Bool
    ) async throws -> [Result<AddOutcome, Refusal>] {
        let stored =
            additions.count <= Self.fewRows
            ? additions.map(Self.encoded) : await Self.encodedElsewhere(additions)
        return try await write { transaction in
            var waiting: [String: Int] = [:]
            return try zip(additions, stored).map { addition, stored in
                let result: Result<AddOutcome, Refusal> =
                    switch stored {
                    case .success(let stored): try transaction.add(addition, stored, waiting: &waiting)
                    case .failure(let refusal): .failure(refusal)
                    }
                if atomically, case .failure(let refusal) = result { throw refusal }
                return result
            }
        }
    }

    private static func encoded(_ addition: Addition) -> Result<StoredRequest, Refusal> {
        Result { () throws(Refusal) in try StoredRequest(addition.request) }
    }

    @concurrent private static func encodedElsewhere(
        _ additions: [Addition]
    ) async -> [Result<StoredRequest, Refusal>] {
        additions.map(encoded)
    }
}
