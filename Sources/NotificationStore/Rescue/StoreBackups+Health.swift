// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import Glibc

extension StoreBackups {
    /// The state of the store's backups, for `belfry doctor`, which only reads them.
    package struct Health: Sendable {
        /// The folder of the backups.
        package let folder: String
        /// Whether the folder, or a new one in its place, can take a backup.
        package let isWritable: Bool
        /// The newest backup; nil if there is none.
        package let newest: Backup?
        /// The reason why the newest backup can't be used; nil if it can.
        package let error: StoreError?
        /// The date of the last write to the store that is at least an hour old; nil if it is unknown.
        package let lastWritten: Date?
        /// The date of the oldest write in the store's log that is at least an hour old; nil if it is unknown.
        package let firstWritten: Date?

        /// The seconds from the newest backup, or else ``firstWritten``, to ``lastWritten``; nil if no write is known.
        package var age: TimeInterval? {
            guard let lastWritten, let from = newest?.date ?? firstWritten else { return nil }
            return lastWritten.timeIntervalSince(from)
        }
    }

    /// The seconds for which a write may lack a backup; writes that are more recent are not examined.
    private static let patience: TimeInterval = 3600

    /// Reads the state of the backups; blocking. With `check`, SQLite checks the newest backup.
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

    /// Whether a backup can be made. If the backups' folder is missing, the store's folder must be writable, so that a
    /// new backups' folder can be made in it.
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
            return damage.first.map { StoreError("SQLite finds the backup damaged: \($0)") }
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
