// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
package import SystemPackage

/// Folders and files of the agent's own: for the person alone, whatever the umask is.
package enum PrivateFolder {
    /// Makes each folder of the path that is missing, with 0700; they outlast a power cut.
    ///
    /// - Throws: `Errno`; one that is there already is no error.
    package static func make(_ folder: String) throws(Errno) {
        var path = ""
        var changed: [String] = []
        for name in folder.split(separator: "/") {
            let above = path
            path += "/\(name)"
            guard mkdir(path, 0o700) != 0 else {
                // A umask may take away, too.
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
        // Last, as one wait is then for all of them.
        for path in changed { try sync(path) }
    }

    /// Waits until the names in a folder are on the disk: a synced file alone may be there without its name.
    ///
    /// - Throws: `Errno`; one that may not be read, or is on a disk that knows of no such thing, is no error.
    package static func sync(_ folder: String) throws(Errno) {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == EACCES { return }
            throw Errno(rawValue: errno)
        }
        defer { close(file) }
        guard fsync(file) == 0 || errno == EINVAL else { throw Errno(rawValue: errno) }
    }

    /// Takes from others what an earlier version or a copy of the folder gave them; one that is missing is no error.
    package static func hide(_ folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o777 != 0o700 else {
            return
        }
        _ = chmod(folder, 0o700)
    }

    /// Writes a new file with 0600.
    ///
    /// - Throws: `Errno`; one that exists is an error.
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
