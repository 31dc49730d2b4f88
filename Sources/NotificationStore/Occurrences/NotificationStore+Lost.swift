// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// What was on the screen of a server that went: delivered, and on no screen.
extension NotificationStore {
    /// What has not come back since, the newest first.
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: Their state is unpresented; what can't be read is set aside.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func lost(limit: Int) async throws -> [Occurrence] {
        try await readable { try $0.rows(.lostOccurrences, [limit], OccurrenceRow.init) }
    }

    /// Has only these be lost from now on; the others stay delivered, and do not come back by themselves.
    ///
    /// One that is shown or has ended meanwhile is no error, and not lost.
    ///
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func keepLost(_ occurrences: [Int64]) async throws {
        try await write { transaction in
            try transaction.execute(.forgetLost)
            for id in occurrences { try transaction.execute(.setLost, [id]) }
        }
    }
}
