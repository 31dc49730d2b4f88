// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import Glibc

/// Makes a store usable that is not: puts the damaged file aside and another in its place.
///
/// Nothing is deleted that somebody could still read. The new file is whole and on disk before the damaged one loses its
/// name, and a link to that one is made before: whoever is killed in between begins anew with the one or the other.
package enum StoreRescue {
    /// How many damaged files are kept.
    static let kept = 3

    /// Opens the store of a folder, and rescues it first where it must be; blocking, as long as the disk takes.
    ///
    /// - Parameters:
    ///   - folder: `$XDG_STATE_HOME/belfry`, an absolute path.
    ///   - now: For the name of what is put aside.
    /// - Returns: The store, and what was done; nil where nothing had to be.
    /// - Throws: ``StoreError``: what is not the file's fault, such as a full disk or a newer version's store.
    package static func open(_ folder: String, at now: Date) throws -> (NotificationStore, RescueReport?) {
        let path = "\(folder)/\(StoreFolder.fileName)"
        if isEmpty(path), !StoreBackups(of: folder).all.isEmpty {
            let report = try rescue(folder, cause: .missing, at: now)
            return (try NotificationStore(at: folder), report)
        }
        do {
            return (try NotificationStore(at: folder), nil)
        } catch let error as StoreError where error.isDamage {
            let report = try rescue(folder, cause: .damaged, at: now)
            return (try NotificationStore(at: folder), report)
        }
    }

    /// Rescues a store that nobody has open.
    ///
    /// - Throws: ``StoreError``; the damaged file is where it was then.
    package static func rescue(
        _ folder: String, cause: RescueReport.Cause, at now: Date
    ) throws(StoreError) -> RescueReport {
        do {
            return try rebuild(folder, cause: cause, at: now)
        } catch {
            throw StoreError(error)
        }
    }

    private static func rebuild(_ folder: String, cause: RescueReport.Cause, at now: Date) throws -> RescueReport {
        let path = try StoreFolder.prepare(folder)
        let new = path + ".new"
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(new + suffix) }
        defer { unlink(new) }
        var report = RescueReport(cause: cause)
        var rebuild = try StoreRebuild(path: new)
        do {
            if cause == .damaged, let damaged = try DamagedStore(path: path) {
                defer { damaged.close() }
                try rebuild.take(damaged, isBackup: false)
                report.isWhole = rebuild.isWhole
            }
            if !report.isWhole {
                for backup in StoreBackups(of: folder).all(at: now) {
                    guard let source = try? DamagedStore(path: backup.path) else { continue }
                    defer { source.close() }
                    try rebuild.take(source, isBackup: true)
                    report.backupDate = backup.date
                    break
                }
            }
            report.pending = try rebuild.finish()
        } catch {
            rebuild.abandon()
            throw error
        }
        if cause == .damaged { report.asidePath = try putAside(path, at: now) }
        try put(new, in: path)
        return report
    }

    /// Puts what the store holds in the place of its files, which were deleted or replaced while it was open.
    ///
    /// Another file that is there now is put aside: it knows nothing of what was written since. The store is closed.
    package static func restore(_ store: NotificationStore, in folder: String, at now: Date) throws(StoreError)
        -> RescueReport
    {
        do {
            let path = "\(folder)/\(StoreFolder.fileName)"
            let isThere = access(path, F_OK) == 0 && !isEmpty(path)
            _ = try StoreFolder.prepare(folder)
            let new = path + ".new"
            unlink(new)
            defer { unlink(new) }
            try store.queue.save(to: new)
            var report = RescueReport(cause: .deleted)
            report.isWhole = true
            store.close()
            if isThere { report.asidePath = try putAside(path, at: now) }
            try put(new, in: path)
            return report
        } catch {
            throw StoreError(error)
        }
    }

    // MARK: - Files

    /// Gives the file and its log further names, and returns the file's.
    private static func putAside(_ path: String, at now: Date) throws -> String {
        let name = path + ".damaged-" + now.formatted(.iso8601).replacing(":", with: "-")
        for suffix in ["", "-wal"] {
            unlink(name + suffix)
            guard link(path + suffix, name + suffix) == 0 || errno == ENOENT && !suffix.isEmpty else {
                throw StoreError("\(path) can't be put aside: \(String(cString: strerror(errno)))")
            }
        }
        forgetOldest(beside: path, but: name)
        return name
    }

    private static func put(_ new: String, in path: String) throws {
        // Its log would be taken for the new one's.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(new, path) == 0 else {
            throw StoreError("\(new) can't be renamed: \(String(cString: strerror(errno)))")
        }
        SyncedFile.sync(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    }

    /// Of the others those with the oldest dates: a clock that is behind has given this one the oldest of all.
    private static func forgetOldest(beside path: String, but newest: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix(url.lastPathComponent + ".damaged-") && !$0.hasSuffix("-wal") }
            .filter { "\(folder)/\($0)" != newest }.sorted(by: >)
        for name in names.dropFirst(kept - 1) { for suffix in ["", "-wal"] { unlink("\(folder)/\(name)\(suffix)") } }
    }

    /// No file, or nothing in it and in its log.
    private static func isEmpty(_ path: String) -> Bool {
        [path, path + "-wal"].allSatisfy { path in
            var status = stat()
            return stat(path, &status) != 0 || status.st_size == 0
        }
    }
}
