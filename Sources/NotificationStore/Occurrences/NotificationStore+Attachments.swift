// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension NotificationStore {
    /// Tells whether a record of a request still names this folder: pending, delivered, held back, in the outbox, or
    /// ended and still to be snoozed.
    ///
    /// - Parameters:
    ///   - folder: The name of the folder, which no other text contains.
    ///   - app: The id of the application that owns the request.
    ///   - identifier: The request; its early warnings count too.
    /// - Returns: False if the folder may go.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func names(
        _ folder: String, app: String, identifier: String
    ) async throws -> Bool {
        // The identifier of an early warning is that of its request with a tilde.
        let bounds = (identifier + "~", identifier + "\u{7f}")
        return try await read { transaction in
            try transaction.row(Query.namesFolder, [app, identifier, bounds.0, bounds.1, Data(folder.utf8)]) { _ in true
            }
                ?? false
        }
    }
}
