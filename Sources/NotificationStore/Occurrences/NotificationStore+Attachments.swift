// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension NotificationStore {
    /// Tells whether a record of a request still names this folder of attachments. The request may be pending,
    /// delivered, held back, in the outbox, or ended so lately that it can still be snoozed.
    ///
    /// - Parameters:
    ///   - folder: The folder's name, which occurs in no other text of a request.
    ///   - app: The id of the application that owns the request.
    ///   - identifier: The request's identifier; the records of its early warnings count, too.
    /// - Returns: False if the folder may be deleted.
    /// - Throws: ``StoreError``.
    package func names(_ folder: String, app: String, identifier: String) async throws -> Bool {
        // The identifier of an early warning is its request's identifier, a tilde, and the lead time.
        let bounds = (identifier + "~", identifier + "\u{7f}")
        return try await read { transaction in
            try transaction.row(Query.namesFolder, [app, identifier, bounds.0, bounds.1, Data(folder.utf8)]) { _ in true
            }
                ?? false
        }
    }
}
