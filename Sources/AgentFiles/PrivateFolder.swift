// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
package import SystemPackage

/// Folders and files that only the person can access, whatever the umask is.
package enum PrivateFolder {
    /// Creates the missing folders of a path with mode 0700, and syncs the new entries to disk.
    ///
    /// - Throws: `Errno`; an existing folder is no error.
    package static func make(_ folder: String) throws(Errno) {
        var path = ""
        var changed: [String] = []
        for name in folder.split(separator: "/") {
            let above = path
            path += "/\(name)"
            guard mkdir(path, 0o700) != 0 else {
                // The umask may have removed some of the person's own permission bits.
                _ = chmod(path, 0o700)
                changed.append(above.isEmpty ? "/" : above)
                continue
            }
            let number = errno
            var status = stat()
            let isThere = stat(path, &status) == 0
            if isThere, status.st_mode & S_IFMT == S_IFDIR { continue }
            throw isThere ? .notDirectory : Errno(rawValue: number)
        }
        // The folders are synced after all are created, so that the first `fsync` writes most of the changes.
        for path in changed { try sync(path) }
    }

    /// Syncs a folder's entries to disk: without the sync, the entry of a synced file could be lost in a power cut.
    ///
    /// - Throws: `Errno`; an unreadable folder, or a file system without folder sync, is no error.
    package static func sync(_ folder: String) throws(Errno) {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == EACCES { return }
            throw Errno(rawValue: errno)
        }
        defer { close(file) }
        guard fsync(file) == 0 || errno == EINVAL else { throw Errno(rawValue: errno) }
    }

    /// Sets mode 0700 on a folder that an older version or a copy left with another mode; the folder may be missing.
    package static func hide(_ folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o777 != 0o700 else {
            return
        }
        _ = chmod(folder, 0o700)
    }

    /// Writes a new file with mode 0600.
    ///
    /// - Throws: `Errno`; an existing file is an error.
    package static func write(_ text: String, to path: String) throws(Errno) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Errno(rawValue: errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard fchmod(file, 0o600) == 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Errno(rawValue: errno)
        }
    }
}
