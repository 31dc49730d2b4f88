// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The folder and the file of the store, private whatever the umask is.
///
/// SQLite gives the files that it adds (`-wal`, `-shm`) the database's own permissions.
enum StoreFolder {
    static let fileName = "belfry.sqlite"

    /// Makes what is missing, corrects the permissions, and returns the database's path.
    ///
    /// - Parameter folder: An absolute path. Folders above it are made with 0700 where they are missing.
    /// - Returns: The path of the database.
    /// - Throws: ``StoreError``.
    static func prepare(_ folder: String) throws(StoreError) -> String {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError("the store's folder \(folder) can't be made: \(error.localizedDescription)")
        }
        guard chmod(folder, 0o700) == 0 else { throw failure("the permissions of \(folder) can't be set") }
        let path = "\(folder)/\(fileName)"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure("the store's file \(path) can't be opened") }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0 else { throw failure("the permissions of \(path) can't be set") }
        return path
    }

    private static func failure(_ sentence: String) -> StoreError {
        StoreError("\(sentence): \(String(cString: strerror(errno)))")
    }
}
