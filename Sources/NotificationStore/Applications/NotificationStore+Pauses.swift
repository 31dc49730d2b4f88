// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation

/// Pauses: the person wants no notifications of an application for a while.
extension NotificationStore {
    /// Reads the end of each application's pause. "*" stands for all applications, `Date.distantFuture` for no end.
    package func pauses() async throws -> [String: Date] {
        let rows = try await read { transaction in
            try transaction.rows(TimeQuery.pauses, []) { (app: $0[0] as String, until: $0[1] as Double?) }
        }
        return Dictionary(
            rows.map { ($0.app, $0.until.map(Date.init(timeIntervalSince1970:)) ?? .distantFuture) }
        ) { $1 }
    }

    /// Pauses an application or, with "*", all applications; a nil date pauses until ``resume(_:)`` is called.
    package func pause(_ app: String, until: Date?) async throws {
        try await write { try $0.execute(TimeQuery.setPause, [app, until?.timeIntervalSince1970]) }
    }

    /// Ends the pauses of applications; ignores an application that is not paused.
    package func resume(_ apps: [String]) async throws {
        try await write { transaction in
            for app in apps { try transaction.execute(TimeQuery.deletePause, [app]) }
        }
    }
}
