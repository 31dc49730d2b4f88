// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Foundation
package import NotificationModel

extension NotificationStore {
    /// Replaces an application's whole set of categories.
    ///
    /// - Parameters:
    ///   - categories: The categories, whose identifiers differ; an empty list removes all.
    ///   - app: The application's id.
    /// - Throws: ``StoreError``.
    package func setCategories(_ categories: [Category], app: String) async throws {
        let definitions = try categories.map { ($0.identifier, try JSONEncoder().encode($0)) }
        try await write { transaction in
            try transaction.execute(Query.deleteCategories, [app])
            for (identifier, definition) in definitions {
                try transaction.execute(Query.insertCategory, [app, identifier, definition])
            }
        }
    }

    /// Reads an application's categories in the order in which the application set them.
    package func categories(app: String) async throws -> [NotificationModel.Category] {
        try await list(decode: { (data: Data) in try JSONDecoder().decode(Category.self, from: data) }) {
            try $0.rows(Query.categories, [app]) { $0[0] }
        }
    }

    /// Reads a category; nil if the application has none with this identifier.
    package func category(_ identifier: String, app: String) async throws -> NotificationModel.Category? {
        // Most requests have no category, so the queue of the store is not used for them.
        guard !identifier.isEmpty else { return nil }
        return try await list(decode: { (data: Data) in try JSONDecoder().decode(Category.self, from: data) }) {
            try $0.rows(Query.category, [app, identifier]) { $0[0] }
        }.first
    }
}
