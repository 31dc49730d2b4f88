// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension NotificationStore {
    /// Copies all of it into a backup, whatever is written meanwhile; blocking, and nothing in memory.
    ///
    /// Damage that comes to light goes to the fault handler, too.
    ///
    /// - Throws: ``StoreError``.
    package func backUp(at now: Date) throws(StoreError) {
        guard let path else { return }
        do throws(StoreError) {
            try StoreBackups(of: URL(filePath: path).deletingLastPathComponent().path).make(at: now)
        } catch {
            queue.tellOfFault(error)
            throw error
        }
    }
}
