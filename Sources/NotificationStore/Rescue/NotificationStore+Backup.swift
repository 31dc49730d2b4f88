// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension NotificationStore {
    /// Copies the store into a backup while the agent continues to write; blocking. Does nothing for a store in memory.
    ///
    /// Damage that the copy finds is reported to the fault handler, too.
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
