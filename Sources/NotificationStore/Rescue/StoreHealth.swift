// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Glibc
import GRDB

/// The state of the store in a folder, for `belfry doctor`. The store is only read, also while an agent has it open.
///
/// A separate connection reads the store, so that the agent can use the store at the same time.
package struct StoreHealth: Sendable {
    /// The path of the store's database file.
    package let path: String
    /// The permission bits of the store's folder and of its file; nil for the one that is missing.
    package let folderMode: Int?
    package let fileMode: Int?
    /// Whether the store's folder and file are writable; for a missing folder, the nearest existing ancestor counts.
    package let isWritable: Bool
    /// Whether the store's folder belongs to this process's user.
    package let isOwn: Bool
    /// The sizes of the store's file and of its write-ahead log in bytes; 0 for the one that is missing.
    package let bytes: Int64
    package let logBytes: Int64
    /// Bytes that this user may still write on the file system of the store's folder; nil if they are not known.
    package let freeBytes: Int64?
    /// The state of the store's backups.
    package let backups: StoreBackups.Health
    /// The contents of the store's tables; nil if they could not be read.
    package private(set) var contents: Contents?
    /// The reason why the contents could not be read; nil if they could.
    package private(set) var error: StoreError?

    /// The contents of the store's tables.
    package struct Contents: Sendable {
        /// The newest migration of the schema that the store has, such as `6`.
        package let version: String
        /// The numbers of rows in the store's tables; nil for a store of an older version, until an agent migrates it.
        package let counts: StoreCounts?
        /// The firing date of the oldest notification that waits for a notification server; nil if none waits.
        package let oldestPresenting: Date?
        /// At most 100 of SQLite's sentences about damage to the store's file; nil if the file was not checked.
        package let damage: [String]?
    }

    /// Examines the store of a folder; blocking. With `check`, SQLite checks the whole file, which may take long.
    package init(folder: String, check: Bool, at now: Date = Date()) {
        backups = StoreBackups(of: folder).health(at: now, check: check)
        path = "\(folder)/\(StoreFolder.fileName)"
        let folderStatus = Self.status(folder)
        let fileStatus = Self.status(path)
        folderMode = folderStatus.map { Int($0.st_mode & 0o7777) }
        fileMode = fileStatus.map { Int($0.st_mode & 0o7777) }
        isOwn = folderStatus.map { $0.st_uid == geteuid() } ?? true
        bytes = Int64(fileStatus?.st_size ?? 0)
        logBytes = Int64(Self.status(path + "-wal")?.st_size ?? 0)
        // Only SQLite opens the file: if this process closed its own descriptor of the file, SQLite's locks would end.
        let nearest = Self.nearest(folder)
        isWritable = access(nearest, W_OK | X_OK) == 0 && (fileStatus == nil || access(path, W_OK) == 0)
        var space = statvfs()
        let known = statvfs(nearest, &space) == 0
        // The product may overflow, because a file system may report any numbers.
        let free = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
        freeBytes = known ? free.overflow ? .max : Int64(clamping: free.partialValue) : nil
        guard fileStatus != nil else { return }
        do {
            contents = try Self.contents(of: path, check: check)
        } catch {
            self.error = StoreError(error)
        }
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Returns the folder or, if it is missing, the nearest existing folder above it.
    private static func nearest(_ folder: String) -> String {
        var path = folder[...]
        while !path.isEmpty, status(String(path)) == nil {
            path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }
        return path.isEmpty ? "/" : String(path)
    }

    private static func contents(of path: String, check: Bool) throws -> Contents {
        let database = try DatabaseQueue.reading(path, label: "org.belfry.store.health")
        defer { try? database.close() }
        return try database.unsafeRead { db in
            guard try !Schema.migrator.hasBeenSuperseded(db) else { throw Schema.newer }
            let transaction = Transaction(db)
            let damage =
                check ? try transaction.texts("PRAGMA integrity_check").flatMap(\.self).filter { $0 != "ok" } : nil
            let version = try transaction.row(sql: newestStep, []) { row -> String? in row[0] } ?? nil
            let isCurrent = try Schema.migrator.hasCompletedMigrations(db)
            let oldest =
                !isCurrent ? nil : try transaction.row(sql: oldestPresenting, []) { row -> Double? in row[0] } ?? nil
            return Contents(
                version: version ?? "0", counts: isCurrent ? try transaction.everyCount() : nil,
                oldestPresenting: oldest.map(Date.init(timeIntervalSince1970:)), damage: damage)
        }
    }

    private static let newestStep =
        "SELECT identifier FROM grdb_migrations ORDER BY length(identifier) DESC, identifier DESC"
    private static let oldestPresenting = "SELECT min(date) FROM occurrence WHERE state = 0"
}

/// Numbers of rows in the store, for `belfry status`.
package struct StoreCounts: Hashable, Sendable {
    /// Requests that wait for their due date, snoozed ones and early warnings included.
    package var pending = 0
    /// Delivered occurrences that have not ended, including those that are not shown yet.
    package var delivered = 0
    /// Occurrences that have fired and are not shown yet.
    package var presenting = 0
    /// Responses and commands whose receivers have not acknowledged them.
    package var outbox = 0
    /// Rows that were ever set aside because they could not be read.
    package var unreadable = 0
    /// Occurrences that are held back or were missed, and wait for a digest.
    package var waiting = 0
}
