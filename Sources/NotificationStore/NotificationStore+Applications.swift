// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Foundation

extension NotificationStore {
    /// The number on an application's icon; 0 for none.
    package nonisolated(nonsending) func badge(app: String) async throws -> Int {
        try await read { try $0.row(.application, [app]) { $0[0] } ?? 0 }
    }

    /// Sets the number on an application's icon, 0 or more; 0 for none.
    package nonisolated(nonsending) func setBadge(_ badge: Int, app: String) async throws {
        try await write { try $0.execute(.setBadge, [app, badge]) }
    }

    /// The options that an application asked authorization for; nil if it never asked.
    package nonisolated(nonsending) func requestedAuthorization(app: String) async throws -> [String]? {
        let data = try await read { try $0.row(.application, [app]) { $0[1] as Data? } ?? nil }
        do {
            return try data.map { try JSONDecoder().decode([String].self, from: $0) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Remembers the options that an application has asked authorization for.
    package nonisolated(nonsending) func setRequestedAuthorization(_ options: [String], app: String) async throws {
        let data = try JSONEncoder().encode(options)
        try await write { try $0.execute(.setAuthorization, [app, data]) }
    }
}
