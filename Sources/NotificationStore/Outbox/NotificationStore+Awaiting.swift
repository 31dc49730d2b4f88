// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

/// Notifications whose button was pressed and that still need a text: they are shown again unless it comes.
extension NotificationStore {
    /// Notes that the person pressed a button that still needs a text: the notification is shown until it is answered.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - buttons: The buttons to store with it; nil leaves them as they are.
    /// - Returns: False if it has ended meanwhile.
    /// - Throws: ``StoreError``.
    @discardableResult
    package nonisolated(nonsending) func markAwaiting(_ id: Int64, buttons: Data?) async throws -> Bool {
        try await write { transaction in
            guard try transaction.occurrence(id) != nil else { return false }
            try transaction.setState(id, .presenting, buttons: buttons)
            return true
        }
    }

    /// Stores the new number of a notification that was only redrawn; nothing is logged.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - server: The server's present number of it.
    ///   - buttons: The buttons to store with it.
    /// - Returns: False if it has ended meanwhile.
    /// - Throws: ``StoreError``.
    @discardableResult
    package nonisolated(nonsending) func markRedrawn(
        _ id: Int64, server: ServerNumber, buttons: Data?
    ) async throws -> Bool {
        queue.forgetNote(of: server)
        return try await write { transaction in
            guard try transaction.occurrence(id) != nil else { return false }
            try transaction.setState(id, .shown, server: server, buttons: buttons)
            return true
        }
    }
}
