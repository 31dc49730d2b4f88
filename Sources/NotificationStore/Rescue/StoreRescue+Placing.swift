// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Triggers

/// From a whole new file to the store, in steps that may each be done already: an agent may be killed between any two.
///
/// 1. The file is called `.next`, and beside it is a note of what had happened (``RescueNote``).
/// 2. The old file and its log get further names beside it.
/// 3. The old log loses its own name: SQLite would take it for the new file's.
/// 4. The new file takes the store's name, and with it the old one loses that.
/// 5. The person is told, and the note goes.
extension StoreRescue {
    /// The path of the file that is being made.
    static func new(_ path: String) -> String { path + ".new" }

    /// The path of the file that is complete and is to take the store's place.
    static func next(_ path: String) -> String { path + ".next" }

    /// The report on a store that was deleted under the agent.
    static var restored: RescueReport {
        var report = RescueReport(cause: .deleted)
        report.isWhole = true
        return report
    }

    /// Takes the last step of the making: the new file is whole.
    static func makeNext(_ path: String) throws {
        guard rename(new(path), next(path)) == 0 else {
            throw StoreError("\(new(path)) can't be renamed: \(String(cString: strerror(errno)))")
        }
        syncFolder(of: path)
    }

    /// Goes on where another agent was killed; nil where none was.
    @discardableResult
    static func goOn(_ path: String, at now: Date, _ reached: StoreStep.Observer) throws -> RescueReport? {
        guard access(next(path), F_OK) == 0 else { return nil }
        let note = RescueNote(of: path)
        // Only what was deleted under an agent has its name before the note is there.
        let report = note.flatMap { $0.isAbout(next(path)) ? $0.report : nil } ?? restored
        return try place(path, report, at: now, reached)
    }

    /// Reads the report that the person was not told of yet, and deletes one of a rescue that came to nothing.
    static func untold(of path: String) -> RescueReport? {
        unlink(new(path))
        guard let note = RescueNote(of: path) else { return nil }
        if note.isAbout(path) { return note.report }
        RescueNote.remove(of: path)
        return nil
    }

    /// Puts the file that is called `.next` in the store's place, and what was there aside.
    ///
    /// - Returns: The report, with the name of what was put aside.
    static func place(
        _ path: String, _ report: RescueReport, at now: Date, _ reached: StoreStep.Observer
    ) throws -> RescueReport {
        var report = report
        if report.asidePath == nil, hasContent(path) { report.asidePath = asideName(of: path, at: now) }
        // A full disk keeps nobody from the rest: then whoever is killed leaves it untold.
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

    /// A name for the damaged file that no other has.
    static func asideName(of path: String, at now: Date) -> String {
        let name = path + ".damaged-" + now.rfc3339(in: .gmt).replacing(":", with: "-")
        let names = [name] + (2...99).map { "\(name).\($0)" }
        return names.first { access($0, F_OK) != 0 && access($0 + "-wal", F_OK) != 0 } ?? name
    }

    /// Gives a file a further name; it may have it already, or be gone because it has.
    private static func link(_ path: String, as name: String) throws {
        guard Glibc.link(path, name) != 0, errno != EEXIST, errno != ENOENT else { return }
        throw StoreError("\(path) can't be put aside: \(String(cString: strerror(errno)))")
    }

    /// Whether there is a file, and something in it.
    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    private static func syncFolder(of path: String) {
        SyncedFile.sync(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    }

    /// The damaged files with the oldest dates go, never this one: a clock that is behind may have dated it the oldest.
    private static func forgetOldest(beside path: String, but newest: String) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix(url.lastPathComponent + ".damaged-") && !$0.hasSuffix("-wal") }
            .filter { "\(folder)/\($0)" != newest }.sorted(by: >)
        for name in names.dropFirst(kept - 1) { for suffix in ["", "-wal"] { unlink("\(folder)/\(name)\(suffix)") } }
    }
}
