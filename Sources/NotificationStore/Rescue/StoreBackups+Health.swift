// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import Glibc

extension StoreBackups {
    /// The state of the backups, for the doctor; read from outside, and never written.
    package struct Health: Sendable {
        /// The folder of the backups.
        package let folder: String
        /// Whether one can be made there.
        package let isWritable: Bool
        /// The newest; nil where there is none.
        package let newest: Backup?
        /// Why it can't be used; nil where it can.
        package let error: StoreError?
        /// The date of the last write, an hour ago or earlier; nil where that is not known.
        package let lastWritten: Date?
        /// The date of the first write that is still known.
        package let firstWritten: Date?

        /// For how long, in seconds, what was written had no backup then; nil where nothing was.
        package var age: TimeInterval? {
            guard let lastWritten, let from = newest?.date ?? firstWritten else { return nil }
            return lastWritten.timeIntervalSince(from)
        }
    }

    /// The longest time in seconds between a write and the backup that has it, where one is due.
    private static let patience: TimeInterval = 3600

    /// Looks at them; blocking, and with `check` as long as SQLite takes to look through the newest.
    package func health(at now: Date, check: Bool) -> Health {
        let newest = all(at: now).first
        var problem: StoreError?
        do {
            if let newest { problem = try Self.problem(of: newest.path, check: check) }
        } catch {
            problem = StoreError(error)
        }
        let written = try? Self.written(in: store, before: now - Self.patience)
        return Health(
            folder: folder, isWritable: isWritable, newest: newest, error: problem, lastWritten: written?.last,
            firstWritten: written?.first)
    }

    /// A folder that is missing is made in the store's.
    private var isWritable: Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else {
            return access(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]), W_OK | X_OK) == 0
        }
        return status.st_mode & S_IFMT == S_IFDIR && access(folder, W_OK | X_OK) == 0
    }

    private static func problem(of path: String, check: Bool) throws -> StoreError? {
        let database = try DatabaseQueue.reading(path, label: "org.belfry.store.backup.health")
        defer { try? database.close() }
        return try database.unsafeRead { db in
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM pending")
            guard check else { return nil }
            let damage = try String.fetchAll(db, sql: "PRAGMA quick_check(1)").filter { $0 != "ok" }
            return damage.first.map { StoreError("SQLite finds it damaged: \($0)") }
        }
    }

    private static func written(in store: String, before date: Date) throws -> (first: Date?, last: Date?) {
        let database = try DatabaseQueue.reading(store, label: "org.belfry.store.health")
        defer { try? database.close() }
        return try database.unsafeRead { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT min(date), max(date) FROM event WHERE date < ?",
                arguments: [date.timeIntervalSince1970])
            let (first, last): (Double?, Double?) = (row?[0], row?[1])
            return (first.map(Date.init(timeIntervalSince1970:)), last.map(Date.init(timeIntervalSince1970:)))
        }
    }
}
