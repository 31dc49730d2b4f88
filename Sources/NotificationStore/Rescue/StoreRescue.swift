// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import Glibc

/// Makes an unusable store usable: puts the damaged file aside and a new file in its place.
///
/// No file is deleted that could still be read. The new file is written as `.new`, which the next agent deletes if this
/// agent is killed. It is renamed to `.next` when it is complete and on disk. From then on, an agent that is killed
/// leaves the remaining steps to the next one (`StoreRescue+Placing.swift`).
package enum StoreRescue {
    /// The number of damaged files that are kept.
    static let kept = 3

    /// Opens the store of a folder, and rescues it first if that is necessary; blocking.
    ///
    /// - Parameters:
    ///   - folder: `$XDG_STATE_HOME/belfry`, an absolute path.
    ///   - now: The present date, for the name of the damaged file.
    ///   - reached: Called at each step, for tests.
    /// - Returns: The store, and the report that the person was not told of yet (``hasBeenTold(of:)``), which a killed
    ///   agent may have left; nil if there is no such report.
    /// - Throws: ``StoreError`` if the store can't be opened for a reason other than its file, such as a full disk, or
    ///   if a newer version has written it.
    package static func open(
        _ folder: String, at now: Date, reached: StoreStep.Observer = { _ in }
    ) throws -> (NotificationStore, RescueReport?) {
        let path = "\(folder)/\(StoreFolder.fileName)"
        do {
            try goOn(path, at: now, reached)
        } catch {
            throw StoreError(error)
        }
        // Without a file and without backups there was never a store, so nothing is missing.
        if isEmpty(path), access(path, F_OK) == 0 || !StoreBackups(of: folder).all.isEmpty {
            let report = try rescue(folder, cause: .missing, at: now, reached: reached)
            return (try NotificationStore(at: folder), report)
        }
        do {
            return (try NotificationStore(at: folder), untold(of: path))
        } catch let error as StoreError where error.isDamage {
            let report = try rescue(folder, cause: .damaged, at: now, reached: reached)
            return (try NotificationStore(at: folder), report)
        }
    }

    /// Rescues a store that nobody has open.
    ///
    /// - Throws: ``StoreError``. Then the damaged file is still in its place, or was put aside, and the next call of
    ///   ``open`` completes the steps.
    package static func rescue(
        _ folder: String, cause: RescueReport.Cause, at now: Date, reached: StoreStep.Observer = { _ in }
    ) throws(StoreError) -> RescueReport {
        do {
            let path = try StoreFolder.prepare(folder)
            if let report = try goOn(path, at: now, reached) { return report }
            var report = try rebuild(path, in: folder, cause: cause, at: now)
            reached(.rescueMade)
            if cause == .damaged { report.asidePath = asideName(of: path, at: now) }
            try RescueNote(report, about: new(path)).write(beside: path)
            try makeNext(path)
            reached(.rescueNamed)
            return try place(path, report, at: now, reached)
        } catch {
            throw StoreError(error)
        }
    }

    /// Makes the store's new file; deletes the file if the rebuild fails.
    private static func rebuild(
        _ path: String, in folder: String, cause: RescueReport.Cause, at now: Date
    ) throws -> RescueReport {
        let new = new(path)
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(new + suffix) }
        RescueNote.remove(of: path)
        var report = RescueReport(cause: cause)
        var rebuild = try StoreRebuild(path: new)
        do {
            if cause == .damaged, let damaged = try DamagedStore(path: path) {
                defer { damaged.close() }
                try rebuild.take(damaged, isBackup: false)
                report.isWhole = rebuild.isWhole
            }
            // If the list of tables or an inner page of a table is damaged, a scan of all pages may still find rows.
            if cause == .damaged, !report.isWhole, let scan = PageScan(path: path) { try rebuild.take(scan) }
            try rebuild.findUndecodable()
            if !rebuild.undecodable.isEmpty { report.isWhole = false }
            report.kept = try rebuild.count()
            if !report.isWhole {
                for backup in StoreBackups(of: folder).all(at: now) {
                    guard let source = try? DamagedStore(path: backup.path) else { continue }
                    defer { source.close() }
                    try rebuild.take(source, isBackup: true)
                    report.backupDate = backup.date
                    break
                }
                try rebuild.setUndecodableAside(at: now)
            }
            report.pending = try rebuild.finish()
            return report
        } catch {
            rebuild.abandon()
            unlink(new)
            throw error
        }
    }

    /// Writes the content of an open store to its path again, after its files were deleted or replaced.
    ///
    /// A file that is at the path now is put aside, because it lacks the latest changes. The store is closed. If the
    /// agent is killed while it writes the file, the content is lost, because no other file has it.
    ///
    /// - Throws: ``StoreError``; the call can be repeated.
    package static func restore(
        _ store: NotificationStore, in folder: String, at now: Date, reached: StoreStep.Observer = { _ in }
    ) throws(StoreError) -> RescueReport {
        do {
            let path = "\(folder)/\(StoreFolder.fileName)"
            _ = try StoreFolder.prepare(folder)
            if access(next(path), F_OK) != 0 {
                unlink(new(path))
                do {
                    try store.queue.save(to: new(path))
                } catch {
                    unlink(new(path))
                    throw error
                }
                try makeNext(path)
            }
            reached(.rescueSaved)
            store.close()
            return try place(path, restored, at: now, reached)
        } catch {
            throw StoreError(error)
        }
    }

    /// Notes that the person was told of the rescue of a folder's store.
    package static func hasBeenTold(of folder: String) { RescueNote.remove(of: "\(folder)/\(StoreFolder.fileName)") }

    /// Tells whether the store's file and its write-ahead log are missing or empty.
    private static func isEmpty(_ path: String) -> Bool { !hasContent(path) && !hasContent(path + "-wal") }
}
