// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folder of the store, which one process at a time can use. The folder is private whatever the umask is.
final class DistributorFolder: Sendable {
    private static let fileName = "distributor.sqlite"
    private let folder: String
    /// The folder's descriptor, whose lock the kernel releases when the process ends.
    private let descriptor: Int32

    /// Makes the folder and its parent folders where they are missing, and locks the folder.
    ///
    /// - Throws: ``DistributorStoreError`` if the folder can't be made or locked, or another process has the lock.
    init(_ folder: String) throws(DistributorStoreError) {
        try Self.make(folder)
        guard chmod(folder, 0o700) == 0 else { throw Self.failure("the permissions of \(folder) can't be set") }
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("\(folder) can't be opened") }
        self.folder = folder
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw DistributorStoreError("another belfry-distributor uses \(folder)")
        }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    func unlock() { flock(descriptor, LOCK_UN) }

    /// Makes the database file if it is missing, corrects its permissions, and returns its path.
    func prepare() throws(DistributorStoreError) -> String {
        let path = "\(folder)/\(Self.fileName)"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
        guard file >= 0 else { throw Self.failure("\(path) can't be opened") }
        defer { Glibc.close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DistributorStoreError("\(path) is not an ordinary file; move it away, and a new one takes its place")
        }
        guard fchmod(file, 0o600) == 0 else { throw Self.failure("the permissions of \(path) can't be set") }
        return path
    }

    /// Renames the database and its log, replacing one that was moved aside before; returns the new path.
    func moveAside() throws(DistributorStoreError) -> String {
        let path = "\(folder)/\(Self.fileName)"
        for suffix in ["-wal", "-shm", ""] {
            let (old, new) = (path + suffix, "\(path).damaged\(suffix)")
            unlink(new)
            guard rename(old, new) == 0 || errno == ENOENT else {
                throw Self.failure("\(old) is damaged and can't be moved aside")
            }
        }
        return "\(path).damaged"
    }

    private static func make(_ folder: String) throws(DistributorStoreError) {
        var path = ""
        for name in folder.split(separator: "/") {
            path += "/\(name)"
            guard mkdir(path, 0o700) != 0 else { continue }
            let number = errno
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
            errno = number
            throw failure("\(path) can't be made")
        }
    }

    private static func failure(_ sentence: String) -> DistributorStoreError {
        DistributorStoreError("\(sentence): \(String(cString: strerror(errno)))")
    }
}
