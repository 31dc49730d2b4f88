// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// Occurrences that a service extension may rewrite before they are presented.
///
/// An occurrence with mutable content and some text is ``Occurrence/isExtending`` from the transaction that fires it.
/// It is presented only after it was rewritten or released.
extension NotificationStore {
    /// Replaces the content of an occurrence that waits for its service extension, and keeps the original request.
    ///
    /// The rewritten content is not mutable, so that a snooze does not run the extension again.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - content: The content to present.
    ///   - detail: Facts for the log, without any text of the notification.
    ///   - date: The date of the logged event.
    /// - Returns: The occurrence to present; nil if it has ended or was released before, and then nothing was changed.
    /// - Throws: ``NotificationModel/Refusal`` for a number that JSON can't hold; ``StoreError``.
    package func rewrite(
        _ id: Int64, content: Content, detail: [String: PropertyListValue] = [:], at date: Date
    ) async throws -> Occurrence? {
        var content = content
        content.mutableContent = false
        return try await write { [content] transaction in
            guard let row = try transaction.occurrence(id), row.isExtending else { return nil }
            var request = try row.stored.decoded()
            request.content = content
            try transaction.execute(OccurrenceQuery.rewrite, [id, try StoredRequest(request).request])
            try transaction.log(.extended, app: row.app, identifier: row.identifier, at: date, detail: detail)
            return try transaction.occurrence(id)?.decoded()
        }
    }

    /// Releases occurrences whose service extension does not run or has failed, so that they are presented unchanged.
    ///
    /// - Parameters:
    ///   - releases: The occurrences, each with facts for the log; nil logs nothing.
    ///   - date: The date of the logged events.
    /// - Returns: The occurrences to present, in the same order; those that have ended are missing.
    /// - Throws: ``StoreError``.
    package func release(
        _ releases: [(id: Int64, detail: [String: PropertyListValue]?)], at date: Date
    ) async throws -> [Occurrence] {
        guard !releases.isEmpty else { return [] }
        let rows = try await write { transaction in
            try releases.compactMap { id, detail -> OccurrenceRow? in
                try transaction.execute(OccurrenceQuery.release, [id])
                guard transaction.changes > 0, let row = try transaction.occurrence(id) else { return nil }
                if let detail {
                    try transaction.log(.extended, app: row.app, identifier: row.identifier, at: date, detail: detail)
                }
                return row
            }
        }
        return try await readable(rows)
    }

    /// Returns which of these occurrences still wait for their service extension.
    ///
    /// - Throws: ``StoreError``.
    package func extending(_ ids: [Int64]) async throws -> Set<Int64> {
        try await read { transaction in
            Set(try ids.filter { try transaction.row(OccurrenceQuery.isExtending, [$0]) { _ in true } != nil })
        }
    }

    /// Reads the request of a delivered notification as it was before an extension has rewritten it.
    ///
    /// - Returns: The original request, or the present one if it was not rewritten; nil if it is not delivered.
    /// - Throws: ``StoreError``.
    package func originalRequest(app: String, identifier: String) async throws -> Request? {
        let stored = try await read { transaction in
            try transaction.row(OccurrenceQuery.originalNamed, [app, identifier]) { row in
                StoredRequest(request: row[0], trigger: row[1])
            }
        }
        var request = try stored?.decoded()
        request?.drawing = nil
        return request
    }

    /// Logs the service extensions' runs that ended with the previous agent. Their occurrences are presented unchanged.
    ///
    /// - Throws: ``StoreError``; then only the log lacks these events.
    package func logInterruptedRuns(at date: Date) async throws {
        guard !interruptedRuns.isEmpty else { return }
        let runs = interruptedRuns
        try await write { transaction in
            for run in runs {
                try transaction.log(
                    .extended, app: run.app, identifier: run.identifier, at: date,
                    detail: ["result": .string("original"), "reason": .string("restart")])
            }
        }
    }
}

/// Service and content extensions that the person has disabled.
extension NotificationStore {
    /// Enables or disables an application's extensions of a kind.
    ///
    /// - Parameters:
    ///   - kind: The kind: `service` or `content`.
    ///   - app: The application's id.
    ///   - isEnabled: False disables them until they are enabled again.
    /// - Throws: ``StoreError``.
    package func setExtension(_ kind: String, of app: String, isEnabled: Bool) async throws {
        try await write { transaction in
            try transaction.execute(isEnabled ? OccurrenceQuery.enableExtension : .disableExtension, [app, kind])
        }
    }

    /// Tells whether an application's extensions of a kind are enabled; only the person disables them.
    ///
    /// - Throws: ``StoreError``.
    package func isExtensionEnabled(_ kind: String, of app: String) async throws -> Bool {
        try await read { try $0.row(OccurrenceQuery.disabledExtension, [app, kind]) { _ in true } == nil }
    }
}

/// An occurrence whose service extension was running when an agent ended.
struct InterruptedRun: Sendable {
    let app: String
    let identifier: String

    /// Ends and returns the extension runs that a previous agent left unfinished; the original requests are presented.
    static func endAll(_ db: Database) throws -> [InterruptedRun] {
        let runs = try Row.fetchAll(db, sql: OccurrenceQuery.extendingNames.rawValue).map { row in
            InterruptedRun(app: row[0], identifier: row[1])
        }
        if !runs.isEmpty { try db.execute(sql: OccurrenceQuery.endAllRuns.rawValue) }
        return runs
    }
}
