// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The right to a store's folder, for one process at a time.
///
/// SQLite lets several processes write, but two agents would each show what the other has fired. The kernel takes it back from
/// a process that ends, however that ends.
package final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Takes the folder, which is made if it is missing; at once, or not at all: nil if another process has it.
    ///
    /// - Parameter folder: `$XDG_STATE_HOME/belfry`, an absolute path.
    /// - Throws: ``StoreError`` if it can't be made or opened.
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

    /// Whether the folder of that name is still the one that was taken: another may have come in its place.
    package func holds(folder: String) -> Bool {
        var (own, present) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, stat(folder, &present) == 0 else { return false }
        return own.st_dev == present.st_dev && own.st_ino == present.st_ino
    }

    deinit { close(descriptor) }
}
