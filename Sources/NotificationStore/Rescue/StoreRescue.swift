// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import Glibc

/// Makes a store usable that is not: puts the damaged file aside and another in its place.
///
/// Nothing is deleted that somebody could still read. The new file is made as `.new`, which whoever comes later removes, and
/// gets the name `.next` when it is whole and on disk. From then on there is no way back: whoever is killed before it has
/// taken the store's place leaves the rest of the steps to the next who opens the store (`StoreRescue+Placing.swift`).
package enum StoreRescue {
    /// Number of damaged files that are kept.
    static let kept = 3

    /// Opens the store of a folder, and rescues it first where it must be; blocking, as long as the disk takes.
    ///
    /// - Parameters:
    ///   - folder: `$XDG_STATE_HOME/belfry`, an absolute path.
    ///   - now: For the name of what is put aside.
    ///   - reached: Told of the steps, for tests.
    /// - Returns: The store, and what was done that the person was not told of (``hasBeenTold(of:)``), by this agent or
    ///   one that was killed; nil where nothing had to be.
    /// - Throws: ``StoreError``: what is not the file's fault, such as a full disk or a newer version's store.
    package static func open(
        _ folder: String, at now: Date, reached: StoreStep.Observer = { _ in }
    ) throws -> (NotificationStore, RescueReport?) {
        let path = "\(folder)/\(StoreFolder.fileName)"
        do {
            try goOn(path, at: now, reached)
        } catch {
            throw StoreError(error)
        }
        // Where there was never a store there is no file.
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
    /// - Throws: ``StoreError``; the damaged file is where it was then, or put aside and the next who opens the store goes on.
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

    /// Makes the new file; it is gone again where that fails.
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
            // Where the list of tables is damaged, or a page that leads to others, the rows are still there.
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

    /// Puts what the store holds in the place of its files, which were deleted or replaced while it was open.
    ///
    /// Another file that is there now is put aside: it knows nothing of what was written since. The store is closed. Who is
    /// killed while the file is made leaves nothing of what was deleted: nobody else had it.
    ///
    /// - Throws: ``StoreError``; it can be tried again.
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

    /// The person was told what had been done to the store of a folder.
    package static func hasBeenTold(of folder: String) { RescueNote.remove(of: "\(folder)/\(StoreFolder.fileName)") }

    /// No file, or nothing in it and in its log.
    private static func isEmpty(_ path: String) -> Bool { !hasContent(path) && !hasContent(path + "-wal") }
}
