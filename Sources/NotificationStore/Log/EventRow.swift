// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// A row of `event` as it is read on the queue; decoded elsewhere.
struct EventRow: Sendable {
    let cursor: Int64
    let app: String
    let identifier: String
    let kind: String
    let date: Date
    let detail: Data?

    /// Reads the columns in the order of ``Query/events``.
    init(_ row: Row) {
        cursor = row[0]
        app = row[1]
        identifier = row[2]
        kind = row[3]
        date = Date(timeIntervalSince1970: row[4])
        detail = row[5]
    }

    func decoded() throws -> EventRecord {
        guard let kind = EventRecord.Kind(rawValue: kind) else {
            throw StoreError("the event \(cursor) is of the unknown kind \"\(kind)\"")
        }
        let detail = try detail.map { try JSONDecoder().decode([String: PropertyListValue].self, from: $0) } ?? [:]
        // Earlier versions logged what a command printed with each NUL, and one such line made the whole log unreadable.
        return EventRecord(
            cursor: cursor, app: app, identifier: identifier, kind: kind, date: date,
            detail: detail.mapValues(\.withoutNUL))
    }
}
