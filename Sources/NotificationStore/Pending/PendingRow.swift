// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Triggers

/// A row of `pending` as it is read on the queue; decoded elsewhere.
struct PendingRow: Sendable {
    let id: Int64
    let app: String
    let identifier: String
    let due: Date
    let added: Date
    let lastFired: Date?
    let isSnoozed: Bool
    let movesWithClock: Bool
    let stored: StoredRequest
    /// All dates up to this reading of the person's clock are done with; nil if nobody noted it.
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
        movesWithClock = row[7]
        stored = StoredRequest(request: row[8], trigger: row[9])
        let reading: Int? = row[10]
        settled = reading.map(LocalTime.init(seconds:))
    }

    func decoded() throws -> PendingRequest {
        PendingRequest(
            app: app, request: try stored.decoded(), due: due, addedAt: added, isSnoozed: isSnoozed)
    }
}
