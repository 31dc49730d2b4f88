// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

/// What the person has pressed and not answered yet: it is shown again unless the answer comes.
extension NotificationStore {
    /// The person pressed a button that needs more than the press: it is to be shown, until it is answered.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - buttons: What is kept beside it, to be given back with it; nil leaves it as it is.
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

    /// It is on the screen as before, only otherwise drawn: no news for anybody.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - server: Where it is shown now.
    ///   - buttons: What is kept beside it, to be given back with it.
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
