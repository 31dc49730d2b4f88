// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import NotificationModel
import Triggers

/// The limits of an application, which hold for imports, too.
extension Importer {
    /// Checks that there is room for one more waiting request of the record's application.
    ///
    /// - Throws: ``RefusedLine`` if there is no room.
    func checkRoom(for row: ImportRow, isNew: Bool = true, firesNow: Bool) throws {
        let load = try WaitingLoad(of: row.app, firesNow: firesNow, in: transaction)
        let quota = options.quota(row.app)
        let size = (row.request?.count ?? 0) + (row.schedule?.count ?? 0)
        let refusal =
            (isNew ? quota.refusal(of: row.app, count: load.count) : nil)
            ?? quota.refusal(of: row.app, bytes: load.bytes, adding: size)
        if let refusal { throw RefusedLine(line: row.line, refusal: refusal) }
    }

    /// Checks after the last record that no application exceeds its limits.
    func end() throws {
        for (app, line) in delivered.sorted(by: { $0.value < $1.value }) {
            let count = try transaction.row(Query.application, [app]) { $0[4] as Int } ?? 0
            try check(count, of: app, "delivered notifications", Limits.deliveredNotifications, line)
        }
        for (app, line) in responses.sorted(by: { $0.value < $1.value }) {
            let count = try transaction.row(Query.application, [app]) { $0[5] as Int } ?? 0
            try check(count, of: app, "responses to fetch", Limits.unclaimedResponses, line)
        }
        for (app, line) in categories.sorted(by: { $0.value < $1.value }) {
            let count = try transaction.row(TransferQuery.categoryCount, [app]) { $0[0] as Int } ?? 0
            try check(count, of: app, "categories", Limits.categories, line)
        }
    }

    private func check(_ count: Int, of app: String, _ what: String, _ limit: Int, _ line: Int) throws {
        guard count > limit else { return }
        throw RefusedLine(
            line: line,
            refusal: .contentTooLarge("app \"\(app)\" would have \(count) \(what); the limit is \(limit)"))
    }
}
