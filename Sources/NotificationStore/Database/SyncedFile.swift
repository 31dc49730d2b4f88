// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc

/// Files that are whole when they have their names.
enum SyncedFile {
    /// Writes all of a database into a new file of 0600, and waits until it is on disk.
    ///
    /// The connection reads, not the path: the file that it has open may have lost its name.
    static func vacuum(_ db: Database, into path: String) throws {
        // Made before, as SQLite would make it with the umask's permissions.
        close(try make(path))
        try db.execute(sql: "VACUUM INTO ?", arguments: [path])
        sync(path)
    }

    /// Makes a file of 0600, open for writing, where nothing is.
    ///
    /// - Returns: Its descriptor, which is the caller's.
    /// - Throws: ``StoreError`` with the reason.
    static func make(_ path: String) throws -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw StoreError("\(path) can't be made: \(String(cString: strerror(errno)))") }
        return file
    }

    /// Waits until a file, or the names in a folder, are on disk; what can't be opened is left to the next who opens it.
    static func sync(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }
}
