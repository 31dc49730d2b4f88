// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import NotificationModel
package import Triggers

/// The part of a pending request that a list shows. SQLite reads the title from the stored JSON, which is many times
/// faster than to decode the request.
package struct PendingOutline: Hashable, Sendable {
    /// The id of the application that owns the request.
    package var app: String
    package var identifier: String
    package var title: String
    /// The identifier of the request that this early warning belongs to; empty for other requests.
    package var parentIdentifier: String
    /// See ``PendingRequest/addedAt``.
    package var addedAt: Date
    package var isSnoozed: Bool
    /// The trigger if it repeats or waits for a place; nil for all others, and for a snoozed copy.
    package var trigger: Trigger?
    /// See ``PendingRequest/nextDate``.
    package var nextDate: Date?
}

extension PendingRequest {
    /// The part of the request that a list shows.
    package var outline: PendingOutline {
        let trigger = isSnoozed ? nil : request.trigger
        return PendingOutline(
            app: app, identifier: request.identifier, title: request.content.title,
            parentIdentifier: request.parentIdentifier, addedAt: addedAt, isSnoozed: isSnoozed,
            trigger: trigger.flatMap { $0.repeats || $0.region != nil ? $0 : nil }, nextDate: nextDate)
    }
}

/// A row of the query ``Query/pendingOutlinePage``. It is read on the store's queue, and decoded outside the queue.
struct PendingOutlineRow: WeighedRow {
    let app: String
    let identifier: String
    let due: Date
    let added: Date
    let isSnoozed: Bool
    let parent: String
    /// The title; nil if the request's JSON is damaged.
    let title: String?
    /// The trigger as JSON; nil if a list doesn't show it.
    let trigger: Data?

    init(_ row: Row) {
        app = row[0]
        identifier = row[1]
        due = Date(timeIntervalSince1970: row[2])
        added = Date(timeIntervalSince1970: row[3])
        isSnoozed = row[4]
        parent = row[5]
        title = row[6]
        trigger = row[7]
    }

    /// The weight counts the identifiers, the title and the trigger, whose text in lists is hardly longer than JSON.
    var weight: Int {
        let names = app.utf8.count + identifier.utf8.count + parent.utf8.count
        return (names + (title?.utf8.count ?? 0) + (trigger?.count ?? 0)) * 2 + 300
    }

    func decoded(_ decoder: JSONDecoder) throws -> PendingOutline {
        guard let title else { throw StoreError("a stored request can't be read: it is no JSON") }
        let trigger = try trigger.map { try decoder.decode(Trigger.self, from: $0) }
        let hasDate = due < Trigger.noDate && trigger?.region == nil
        return PendingOutline(
            app: app, identifier: identifier, title: title, parentIdentifier: parent, addedAt: added,
            isSnoozed: isSnoozed, trigger: trigger, nextDate: hasDate ? due : nil)
    }
}
