// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The lock of a store's folder, which one process at a time can have.
///
/// SQLite lets several processes write, but two agents would present each other's notifications. The kernel releases
/// the lock when the process ends, however it ends.
package final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Locks the folder, and makes it if missing. Does not wait: the result is nil if another process has the lock.
    ///
    /// - Parameter folder: `$XDG_STATE_HOME/belfry`, an absolute path.
    /// - Throws: ``StoreError`` if the folder can't be made or opened.
    package init?(folder: String) throws(StoreError) {
        try StoreFolder.prepareFolder(folder)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreError("the store's folder \(folder) can't be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    /// Tells whether the folder at this path is still the locked one; another folder may have replaced it.
    package func holds(folder: String) -> Bool {
        var (own, present) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, stat(folder, &present) == 0 else { return false }
        return own.st_dev == present.st_dev && own.st_ino == present.st_ino
    }

    deinit { close(descriptor) }
}
