// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Glibc
import GRDB
import Triggers

/// Copies of a store, of which a new one is made about once a day, in a folder beside the store.
///
/// A separate database connection makes the copies, so that the agent can write to the store during the copy.
package struct StoreBackups: Sendable {
    /// A copy of the whole store.
    package struct Backup: Hashable, Sendable {
        package let path: String
        /// The date at which the backup was made.
        package let date: Date
    }

    /// The number of backups that are kept.
    package static let kept = 3
    /// The age of the newest backup in seconds at which a new one is due.
    package static let interval: TimeInterval = 86_400

    let store: String
    let folder: String

    /// - Parameter folder: The store's folder, `$XDG_STATE_HOME/belfry`.
    package init(of folder: String) {
        store = "\(folder)/\(StoreFolder.fileName)"
        self.folder = "\(folder)/backups"
    }

    /// Lists the backups, the newest first.
    package var all: [Backup] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            Self.date(of: name).map { Backup(path: "\(folder)/\(name)", date: $0) }
        }.sorted { $0.date > $1.date }
    }

    /// Lists the backups, the newest first. Backups with a future date come last, because a wrong clock has named them.
    package func all(at now: Date) -> [Backup] {
        let all = all
        return all.filter { $0.date <= now } + all.filter { $0.date > now }
    }

    /// Whether a new backup is due: the newest one that has no future date is older than a day, or there is none.
    package func isDue(at now: Date) -> Bool {
        guard let newest = all.first(where: { $0.date <= now }) else { return true }
        return now.timeIntervalSince(newest.date) >= Self.interval
    }

    /// Makes a backup, waits until it is on disk, and deletes the backups beyond ``kept``; blocking.
    ///
    /// The backup's file gets its name when it is complete and on disk. Its mode is 0600, and that of its folder 0700.
    ///
    /// - Throws: ``StoreError``. For a damaged store no backup is made, and none is deleted.
    package func make(at now: Date) throws(StoreError) {
        let unfinished = "\(folder)/unfinished"
        do {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST, chmod(folder, 0o700) == 0 else {
                throw StoreError("the backups' folder \(folder) can't be made: \(String(cString: strerror(errno)))")
            }
            unlink(unfinished)
            defer { unlink(unfinished) }
            try Self.copy(store, to: unfinished)
            guard rename(unfinished, "\(folder)/\(Self.name(of: now))") == 0 else {
                throw StoreError("\(unfinished) can't be renamed: \(String(cString: strerror(errno)))")
            }
            SyncedFile.sync(folder)
        } catch {
            throw StoreError(error)
        }
        for old in superfluous(at: now) { unlink(old.path) }
    }

    /// The gap in seconds between two backups above which the clock counts as having been wrong.
    private static let leap: TimeInterval = 30 * 86_400

    /// Chooses the backups to delete, so that a clock that is wrong for a while displaces no good backup.
    private func superfluous(at now: Date) -> [Backup] {
        let all = all
        let past = all.filter { $0.date <= now }
        let future = all.filter { $0.date > now }.dropFirst(2 * Self.kept)
        // After a gap over `leap` between the two newest backups, one more backup is kept until the next one is made.
        if past.count > 1, past[0].date.timeIntervalSince(past[1].date) > Self.leap {
            return Array(past.dropFirst(Self.kept + 1) + future)
        }
        return Array(past.dropFirst(Self.kept) + future)
    }

    private static func copy(_ store: String, to path: String) throws {
        let database = try DatabaseQueue.reading(store, label: "org.belfry.store.backup")
        defer { try? database.close() }
        try database.inDatabase { try SyncedFile.vacuum($0, into: path) }
    }

    // MARK: - Names of backups

    private static let (prefix, suffix) = ("belfry-", ".sqlite")

    /// Returns a name such as `belfry-2026-11-22T03-00-00Z.sqlite`.
    private static func name(of date: Date) -> String {
        prefix + date.rfc3339(in: .gmt).replacing(":", with: "-") + suffix
    }

    private static func date(of name: String) -> Date? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "T")
        guard parts.count == 2 else { return nil }
        // A name counts only if ``name(of:)`` makes it, so that a file of the person's own is never deleted.
        return Date(rfc3339: "\(parts[0])T\(parts[1].replacing("-", with: ":"))").flatMap {
            self.name(of: $0) == name ? $0 : nil
        }
    }
}

extension NotificationStore {
    /// Copies the store into a backup while the agent continues to write; blocking. Does nothing for a store in memory.
    ///
    /// Damage that is found during the copy is reported to the store's fault handler, too.
    ///
    /// - Throws: ``StoreError``.
    package func backUp(at now: Date) throws(StoreError) {
        guard let path else { return }
        do throws(StoreError) {
            try StoreBackups(of: URL(filePath: path).deletingLastPathComponent().path).make(at: now)
        } catch {
            queue.tellOfFault(error)
            throw error
        }
    }
}
