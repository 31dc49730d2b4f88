// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Triggers

/// The steps that put a complete new file in the store's place. The agent may be killed between any two of them, so
/// each may have been done already.
///
/// 1. The new file is named `.next`, and a note beside it has the report (``RescueNote``).
/// 2. The old file and its write-ahead log get second names.
/// 3. The old log loses its first name, because SQLite would use it for the new file.
/// 4. The new file gets the store's name, which the old one loses at that moment.
/// 5. The person is told of the rescue, and the note is deleted.
extension StoreRescue {
    /// Returns the path of the store's new file while it is written.
    static func new(_ path: String) -> String { path + ".new" }

    /// Returns the path of the complete new file that is to replace the store.
    static func next(_ path: String) -> String { path + ".next" }

    /// The report on a store that was deleted while the agent had it open.
    static var restored: RescueReport {
        var report = RescueReport(cause: .deleted)
        report.isWhole = true
        return report
    }

    /// Renames the complete new file to `.next`.
    static func makeNext(_ path: String) throws {
        guard rename(new(path), next(path)) == 0 else {
            throw StoreError("\(new(path)) can't be renamed: \(String(cString: strerror(errno)))")
        }
        syncFolder(of: path)
    }

    /// Completes the rescue that a killed agent began; returns nil if there is nothing to complete.
    @discardableResult
    static func goOn(_ path: String, at now: Date, _ reached: StoreStep.Observer) throws -> RescueReport? {
        guard access(next(path), F_OK) == 0 else { return nil }
        let note = RescueNote(of: path)
        // A file `.next` without a note is of a deleted store, whose note is written only after the renaming.
        let report = note.flatMap { $0.isAbout(next(path)) ? $0.report : nil } ?? restored
        return try place(path, report, at: now, reached)
    }

    /// Reads the report that the person was not told of yet; deletes the note of a rescue that was not completed.
    static func untold(of path: String) -> RescueReport? {
        unlink(new(path))
        guard let note = RescueNote(of: path) else { return nil }
        if note.isAbout(path) { return note.report }
        RescueNote.remove(of: path)
        return nil
    }

    /// Puts the file `.next` in the store's place, and the old file aside.
    ///
    /// - Returns: The report, with the path of the old file.
    static func place(
        _ path: String, _ report: RescueReport, at now: Date, _ reached: StoreStep.Observer
    ) throws -> RescueReport {
        var report = report
        if report.asidePath == nil, hasContent(path) { report.asidePath = asideName(of: path, at: now) }
        // If the disk is full, the steps continue without the note; an agent that is killed then leaves no report.
        if RescueNote(of: path)?.report != report { try? RescueNote(report, about: next(path)).write(beside: path) }
        if let aside = report.asidePath {
            try link(path, as: aside)
            reached(.rescueLinked)
            try link(path + "-wal", as: aside + "-wal")
            syncFolder(of: path)
        }
        reached(.rescueAside)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        reached(.rescueUnlogged)
        guard rename(next(path), path) == 0 else {
            throw StoreError("\(next(path)) can't be renamed: \(String(cString: strerror(errno)))")
        }
        syncFolder(of: path)
        reached(.rescuePlaced)
        if let aside = report.asidePath { forgetOldest(beside: path, but: aside) }
        return report
    }

    /// Returns an unused name for the damaged file.
    static func asideName(of path: String, at now: Date) -> String {
        let name = path + ".damaged-" + now.rfc3339(in: .gmt).replacing(":", with: "-")
        let names = [name] + (2...99).map { "\(name).\($0)" }
        return names.first { access($0, F_OK) != 0 && access($0 + "-wal", F_OK) != 0 } ?? name
    }

    /// Gives a file a second name. A killed agent may have done so already, and may also have removed the first name.
    private static func link(_ path: String, as name: String) throws {
        guard Glibc.link(path, name) != 0, errno != EEXIST, errno != ENOENT else { return }
        throw StoreError("\(path) can't be put aside: \(String(cString: strerror(errno)))")
    }

    /// Tells whether a file exists and is not empty.
    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    private static func syncFolder(of path: String) {
        SyncedFile.sync(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    }

    /// Deletes the oldest damaged files beyond ``kept``, but never the newest one, to which a clock that is behind may
    /// have given the oldest date.
    private static func forgetOldest(beside path: String, but newest: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix(url.lastPathComponent + ".damaged-") && !$0.hasSuffix("-wal") }
            .filter { "\(folder)/\($0)" != newest }.sorted(by: >)
        for name in names.dropFirst(kept - 1) { for suffix in ["", "-wal"] { unlink("\(folder)/\(name)\(suffix)") } }
    }
}
