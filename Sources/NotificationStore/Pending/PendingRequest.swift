// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel
package import Triggers

/// A request that waits for its date, with everything that its next dates depend on.
package struct PendingRequest: Hashable, Sendable {
    /// The id of the application that owns the request.
    package var app: String
    package var request: Request
    /// The date at which the request fires next. It is past if the scheduler has not fired the request yet.
    package var due: Date
    /// The date from which the trigger counts: the date at which the request was added or, for a snoozed copy, snoozed.
    package var addedAt: Date
    /// The date at which the request last fired, or at which it was then due, if that is later; nil if it never fired.
    package var lastFired: Date?
    /// Whether the request is a snoozed copy, which fires once at ``due``, whatever its trigger says.
    package var isSnoozed: Bool
    /// The local time, in the trigger's or else the person's zone, up to which dates were handled; nil if unknown.
    package var settled: LocalTime?

    package init(
        app: String, request: Request, due: Date, addedAt: Date, lastFired: Date? = nil, isSnoozed: Bool = false,
        settled: LocalTime? = nil
    ) {
        (self.app, self.request, self.due) = (app, request, due)
        (self.addedAt, self.lastFired, self.isSnoozed) = (addedAt, lastFired, isSnoozed)
        self.settled = settled
    }

    /// Whether the request waits for a place, so that nobody knows when it fires.
    package var waitsForPlace: Bool { !isSnoozed && request.trigger?.region != nil }

    /// The date at which the request fires next; nil if it waits for a place, or for a change of the person's calendar.
    package var nextDate: Date? { waitsForPlace || due >= Trigger.noDate ? nil : due }
}

/// A row of the table `pending`. It is read on the store's queue; lists decode it outside the queue.
struct PendingRow: Sendable {
    let id: Int64
    let app: String
    let identifier: String
    let due: Date
    let added: Date
    let lastFired: Date?
    let isSnoozed: Bool
    let stored: StoredRequest
    /// The local time up to which every date of the trigger was handled; nil if unknown.
    let settled: LocalTime?

    /// Reads the columns in the order of ``Query/allPending``.
    init(_ row: Row) {
        id = row[0]
        app = row[1]
        identifier = row[2]
        due = Date(timeIntervalSince1970: row[3])
        added = Date(timeIntervalSince1970: row[4])
        let fired: Double? = row[5]
        lastFired = fired.map { Date(timeIntervalSince1970: $0) }
        isSnoozed = row[6]
        stored = StoredRequest(request: row[8], trigger: row[9])
        let reading: Int? = row[10]
        settled = reading.map(LocalTime.init(seconds:))
    }

    func decoded() throws -> PendingRequest {
        PendingRequest(
            app: app, request: try stored.decoded(), due: due, addedAt: added, lastFired: lastFired,
            isSnoozed: isSnoozed, settled: settled)
    }
}
