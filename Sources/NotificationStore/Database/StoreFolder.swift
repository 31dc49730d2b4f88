// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folder and the file of the store, private whatever the umask is.
///
/// SQLite gives the files that it adds (`-wal`, `-shm`) the database's own permissions.
enum StoreFolder {
    static let fileName = "belfry.sqlite"

    /// Makes the folder and the file if they are missing, corrects their permissions, and returns the file's path.
    ///
    /// - Parameter folder: An absolute path. Folders above it are made with 0700 where they are missing.
    /// - Returns: The path of the database.
    /// - Throws: ``StoreError``.
    static func prepare(_ folder: String) throws(StoreError) -> String {
        try prepareFolder(folder)
        let path = "\(folder)/\(fileName)"
        for suffix in ["", "-wal", "-shm", "-journal"] { try checkKind(of: path + suffix) }
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
        guard file >= 0 else { throw failure("the store's file \(path) can't be opened") }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0 else { throw failure("the permissions of \(path) can't be set") }
        // A killed agent leaves these files, and SQLite does not change their permissions.
        for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
            guard chmod(path + suffix, 0o600) == 0 else {
                throw failure("the permissions of \(path)\(suffix) can't be set")
            }
        }
        return path
    }

    /// Prepares only the folder: an empty database file would count as a database that has lost its content.
    static func prepareFolder(_ folder: String) throws(StoreError) {
        try make(folder)
        guard chmod(folder, 0o700) == 0 else { throw failure("the permissions of \(folder) can't be set") }
        guard access(folder, W_OK | X_OK) == 0 else { throw failure("the store's folder \(folder) can't be written") }
    }

    /// Refuses a path to anything but a regular file, because SQLite's error about a pipe is only a number.
    private static func checkKind(of path: String) throws(StoreError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let kind: String? =
            switch status.st_mode & S_IFMT {
            case S_IFREG: nil
            case S_IFDIR: "a folder"
            case S_IFIFO: "a pipe"
            case S_IFSOCK: "a socket"
            case S_IFLNK: "a link"
            default: "a device"
            }
        guard let kind else { return }
        throw StoreError("the store's file \(path) is \(kind); move it away, and a new store is made in its place")
    }

    /// Makes each folder of the path that is missing.
    private static func make(_ folder: String) throws(StoreError) {
        var path = ""
        for name in folder.split(separator: "/") {
            path += "/\(name)"
            guard mkdir(path, 0o700) != 0 else { continue }
            let number = errno
            var status = stat()
            let isThere = stat(path, &status) == 0
            if isThere, status.st_mode & S_IFMT == S_IFDIR { continue }
            errno = isThere ? ENOTDIR : number
            throw failure("the store's folder \(folder) can't be made: \(path)")
        }
    }

    private static func failure(_ sentence: String) -> StoreError {
        StoreError("\(sentence): \(String(cString: strerror(errno)))")
    }
}
