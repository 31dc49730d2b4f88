// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation

/// Applications that the person does not want to hear for a while.
extension NotificationStore {
    /// Until when each application is paused; "*" is all of them, and the distant future is until somebody resumes.
    package nonisolated(nonsending) func pauses() async throws -> [String: Date] {
        let rows = try await read { transaction in
            try transaction.rows(TimeQuery.pauses, []) { (app: $0[0] as String, until: $0[1] as Double?) }
        }
        return Dictionary(
            rows.map { ($0.app, $0.until.map(Date.init(timeIntervalSince1970:)) ?? .distantFuture) }
        ) { $1 }
    }

    /// Pauses an application or, with "*", all; nil is until ``resume(_:)``.
    package nonisolated(nonsending) func pause(_ app: String, until: Date?) async throws {
        try await write { try $0.execute(TimeQuery.setPause, [app, until?.timeIntervalSince1970]) }
    }

    /// Ends pauses; those that are not there are no error.
    package nonisolated(nonsending) func resume(_ apps: [String]) async throws {
        try await write { transaction in
            for app in apps { try transaction.execute(TimeQuery.deletePause, [app]) }
        }
    }
}
