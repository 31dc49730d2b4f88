// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// An occurrence that was not shown when it was due.
package struct MissedRequest: Hashable, Sendable {
    /// The id of the application that owns the request.
    package var app: String
    package var request: Request
    package var due: Date
    /// The date at which the agent noticed that the request was due.
    package var date: Date
    /// The reason: `missed`, `paused`, `quiet`, `flood`, `skip`, `old`, `expires` or `over`.
    package var reason: String
    /// Whether the request waits for a digest.
    package var isWaiting: Bool

    /// The value of ``reason`` for a request that belongs to a flood: too many requests were due at once.
    package static let floodReason = "flood"

    package init(app: String, request: Request, due: Date, date: Date, reason: String, isWaiting: Bool) {
        (self.app, self.request, self.due) = (app, request, due)
        (self.date, self.reason, self.isWaiting) = (date, reason, isWaiting)
    }
}

/// A row of the table `missed`. It is read on the store's queue; lists decode it outside the queue.
struct MissedRow: Sendable {
    let id: Int64
    let app: String
    let identifier: String
    let due: Date
    let date: Date
    let reason: String
    let isWaiting: Bool
    let stored: StoredRequest

    /// Reads the columns in the order of ``TimeQuery/allMissed``.
    init(_ row: Row) {
        id = row[0]
        app = row[1]
        identifier = row[2]
        due = Date(timeIntervalSince1970: row[3])
        date = Date(timeIntervalSince1970: row[4])
        reason = row[5]
        isWaiting = row[6]
        stored = StoredRequest(request: row[7], trigger: row[8])
    }

    func decoded() throws -> MissedRequest {
        MissedRequest(
            app: app, request: try stored.decoded(), due: due, date: date, reason: reason, isWaiting: isWaiting)
    }
}
