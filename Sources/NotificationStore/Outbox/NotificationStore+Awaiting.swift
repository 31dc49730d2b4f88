// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

/// Notifications whose button was pressed and asks for a text. They are presented again unless the text arrives.
extension NotificationStore {
    /// Stores that the person pressed a button that asks for text: the notification is presented again until answered.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - buttons: The buttons to store with it; nil leaves them as they are.
    /// - Returns: False if the occurrence has already ended.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func markAwaiting(_ id: Int64, buttons: Data?) async throws -> Bool {
        try await write { transaction in
            guard try transaction.occurrence(id) != nil else { return false }
            try transaction.setState(id, .presenting, buttons: buttons)
            return true
        }
    }

    /// Stores the server's new number for a notification that was only redrawn; logs no event.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - server: The server's present number for it.
    ///   - buttons: The buttons to store with it.
    /// - Returns: False if the occurrence has already ended.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func markRedrawn(_ id: Int64, server: ServerNumber, buttons: Data?) async throws -> Bool {
        queue.forgetNote(of: server)
        return try await write { transaction in
            guard try transaction.occurrence(id) != nil else {
                try transaction.addUnclosed(server)
                return false
            }
            try transaction.setState(id, .shown, server: server, buttons: buttons)
            return true
        }
    }
}
