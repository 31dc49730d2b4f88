// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import Glibc

/// Copies of a store from other days, beside it.
///
/// A connection of its own makes them, so that the agent goes on writing meanwhile.
package struct StoreBackups: Sendable {
    /// A whole store as it was.
    package struct Backup: Hashable, Sendable {
        package let path: String
        /// When it was made.
        package let date: Date
    }

    /// How many are kept.
    package static let kept = 3
    /// The age, in seconds, at which the newest wants a successor.
    package static let interval: TimeInterval = 86_400

    private let store: String
    private let folder: String

    /// - Parameter folder: The store's: `$XDG_STATE_HOME/belfry`.
    package init(of folder: String) {
        store = "\(folder)/\(StoreFolder.fileName)"
        self.folder = "\(folder)/backups"
    }

    /// Those that there are, the newest first.
    package var all: [Backup] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            Self.date(of: name).map { Backup(path: "\(folder)/\(name)", date: $0) }
        }.sorted { $0.date > $1.date }
    }

    /// Whether the newest is older than a day, or of a day that is still to come; also where there is none.
    package func isDue(at now: Date) -> Bool {
        guard let newest = all.first else { return true }
        return !(0..<Self.interval).contains(now.timeIntervalSince(newest.date))
    }

    /// Makes one, and removes those beyond ``kept``; blocking, as long as the disk takes to write it all.
    ///
    /// It appears under its name when it is whole and on disk. 0600, in a folder of 0700.
    ///
    /// - Throws: ``StoreError``: of a damaged store none is made, and none removed.
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
        for old in all.dropFirst(Self.kept) { unlink(old.path) }
    }

    private static func copy(_ store: String, to path: String) throws {
        let database = try DatabaseQueue.reading(store, label: "org.belfry.store.backup")
        defer { try? database.close() }
        try database.inDatabase { try SyncedFile.vacuum($0, into: path) }
    }

    // MARK: - Names

    private static let (prefix, suffix) = ("belfry-", ".sqlite")

    /// `belfry-2026-11-22T03-00-00Z.sqlite`.
    private static func name(of date: Date) -> String {
        prefix + date.formatted(.iso8601).replacing(":", with: "-") + suffix
    }

    private static func date(of name: String) -> Date? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "T")
        guard parts.count == 2 else { return nil }
        return try? Date("\(parts[0])T\(parts[1].replacing("-", with: ":"))", strategy: .iso8601)
    }
}
