// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A row of `missed` as it is read on the queue; decoded elsewhere.
struct MissedRow: Sendable {
    let id: Int64
    let app: String
    let identifier: String
    let due: Date
    let date: Date
    let reason: String
    let isWaiting: Bool
    let stored: StoredRequest

    /// Reads the columns in the order of ``Query/allMissed``.
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
