// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import SystemPackage

/// Folders and files of the agent's own: for the person alone, whatever the umask is.
enum PrivateFolder {
    /// Makes each folder of the path that is missing, with 0700.
    ///
    /// - Throws: `Errno`; one that is there already is no error.
    static func make(_ folder: String) throws(Errno) {
        var path = ""
        for name in folder.split(separator: "/") {
            path += "/\(name)"
            guard mkdir(path, 0o700) != 0 else {
                // A umask may take away, too.
                _ = chmod(path, 0o700)
                continue
            }
            let number = errno
            var status = stat()
            let isThere = stat(path, &status) == 0
            if isThere, status.st_mode & S_IFMT == S_IFDIR { continue }
            throw isThere ? .notDirectory : Errno(rawValue: number)
        }
    }

    /// Takes from others what an earlier version or a copy of the folder gave them; one that is missing is no error.
    static func hide(_ folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o777 != 0o700 else {
            return
        }
        _ = chmod(folder, 0o700)
    }

    /// Writes a new file with 0600.
    ///
    /// - Throws: `Errno`; one that exists is an error.
    static func write(_ text: String, to path: String) throws(Errno) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Errno(rawValue: errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard fchmod(file, 0o600) == 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Errno(rawValue: errno)
        }
    }
}
