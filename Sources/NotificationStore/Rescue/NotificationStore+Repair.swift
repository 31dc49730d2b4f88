// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension NotificationStore {
    /// The result of a check of the store's whole file.
    package enum Condition: Hashable, Sendable {
        case sound
        /// An index did not fit its table and was rebuilt; due requests may have been missing from it.
        case repaired
    }

    /// Lets SQLite compare all indexes with their tables, and rebuilds those that do not fit.
    ///
    /// The check uses a separate connection, and runs outside the caller's executor.
    ///
    /// Damage to a table is reported to the store's fault handler.
    ///
    /// - Returns: Whether the indexes were sound or have been repaired.
    /// - Throws: ``StoreError``.
    package func repairIndexes() async throws -> Condition {
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

    /// Returns SQLite's sentences about the damage; empty if there is none.
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
