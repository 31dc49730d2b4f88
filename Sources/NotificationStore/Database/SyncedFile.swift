// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc

/// Files that are complete on disk before they get their names.
enum SyncedFile {
    /// Writes a database into a new file with mode 0600, and waits until it is on disk.
    ///
    /// The data is read through the connection, because the connection's file may have lost its name.
    static func vacuum(_ db: Database, into path: String) throws {
        // The file is made first, because SQLite would give it the permissions of the umask.
        close(try make(path))
        try db.execute(sql: "VACUUM INTO ?", arguments: [path])
        sync(path)
    }

    /// Creates a file with mode 0600 and opens it for writing; fails if the file exists.
    ///
    /// - Returns: The descriptor, which the caller closes.
    /// - Throws: ``StoreError`` with the reason.
    static func make(_ path: String) throws -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw StoreError("\(path) can't be made: \(String(cString: strerror(errno)))") }
        return file
    }

    /// Waits until a file, or the names in a folder, are on disk. A file that can't be opened is ignored.
    static func sync(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }
}
