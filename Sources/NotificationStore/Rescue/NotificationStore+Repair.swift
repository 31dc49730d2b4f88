// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension NotificationStore {
    /// Result of a look through the whole file.
    package enum Condition: Hashable, Sendable {
        case sound
        /// An index didn't fit its table, and was made anew: what is due may have been missing from it.
        case repaired
    }

    /// Has SQLite hold all indexes against their tables, and makes them anew where they don't fit.
    ///
    /// The check uses a connection of its own, away from the caller's executor.
    ///
    /// Damage to a table goes to the fault handler.
    ///
    /// - Returns: The present state.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func repairIndexes() async throws -> Condition {
        guard let path else { return .sound }
        do {
            let first = try await Self.faults(path)
            guard !first.isEmpty else { return .sound }
            if first.allSatisfy(Self.isOfIndex) {
                try await write { try $0.execute(sql: "REINDEX", []) }
                if try await Self.faults(path).isEmpty { return .repaired }
            }
            throw StoreError("the store's file is damaged", code: 11)
        } catch {
            queue.tellOfFault(error)
            throw StoreError(error)
        }
    }

    /// Sentences of SQLite about what is wrong.
    @concurrent private static func faults(_ path: String) async throws -> [String] {
        let database = try DatabaseQueue.reading(path, label: "org.belfry.store.check")
        defer { try? database.close() }
        return try await database.unsafeRead { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.flatMap {
            $0.split(separator: "\n").map(String.init)
        }.filter { $0 != "ok" }
    }

    private static func isOfIndex(_ fault: String) -> Bool {
        ["missing from index", "entries in index", "entry in index"].contains { fault.contains($0) }
    }
}
