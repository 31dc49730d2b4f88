// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Foundation

/// Figures about the store for `belfry status` and `belfry doctor`.
extension NotificationStore {
    /// Counts the rows of the store. The time does not depend on their number.
    package func counts() async throws -> StoreCounts {
        try await read { try $0.everyCount() }
    }

    /// The store's size on disk in bytes, including the write-ahead log; 0 for a store in memory.
    package var fileSize: Int64 {
        guard let path else { return 0 }
        return ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return sum + ((attributes?[.size] as? NSNumber)?.int64Value ?? 0)
        }
    }

    /// Lets SQLite check the store's whole file, which may take long.
    ///
    /// - Returns: At most 100 of SQLite's own sentences about the damage; empty if there is no damage.
    package func check() async throws -> [String] {
        try await read { try $0.texts("PRAGMA integrity_check").flatMap(\.self) }.filter { $0 != "ok" }
    }
}

extension Transaction {
    fileprivate func counts() throws -> StoreCounts {
        try row(Query.counts, []) { row in
            let totals: [Double] = [row[0], row[1], row[2], row[3]]
            let (pending, presenting) = (Int(totals[0]), Int(totals[1]))
            return StoreCounts(
                pending: pending, delivered: presenting + Int(totals[2]), presenting: presenting,
                outbox: Int(totals[3]))
        } ?? StoreCounts()
    }

    /// Counts the rows of all applications, the unreadable rows, and the requests that wait for a digest.
    func everyCount() throws -> StoreCounts {
        var counts = try counts()
        counts.unreadable = try row(Query.unreadableCount, []) { $0[0] } ?? 0
        counts.waiting = try row(TimeQuery.waitingCount, []) { $0[0] } ?? 0
        return counts
    }

    /// Reads the count that `which` selects, for an application or, if `app` is nil, for all applications.
    func count(of app: String?, _ which: (StoreCounts) -> Int) throws -> Int {
        guard let app else { return which(try counts()) }
        let counts = try row(Query.application, [app]) { row in
            let (pending, presenting, presented): (Int, Int, Int) = (row[2], row[3], row[4])
            return StoreCounts(pending: pending, delivered: presenting + presented, presenting: presenting)
        }
        return which(counts ?? StoreCounts())
    }
}
