// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Triggers

/// A row of a list that is returned in one message.
protocol WeighedRow: Sendable {
    /// An estimate of the size in bytes of the row's dictionary on the bus; it is rather too large than too small.
    var weight: Int { get }

    init(_ row: Row) throws
}

/// A row with a whole request.
protocol RequestRow: WeighedRow {
    var stored: StoredRequest { get }
}

extension RequestRow {
    /// A key takes more bytes on the bus than in JSON, and the agent adds names and dates.
    var weight: Int { (stored.request.count + (stored.trigger?.count ?? 0)) * 3 / 2 + 250 }
}

extension PendingRow: RequestRow {}
extension OccurrenceRow: RequestRow {}

extension Transaction {
    /// Returns the refusal of a list that is too long for one answer. The refusal tells the number of rows, and tells
    /// the caller to read the list page by page.
    func tooMany(_ what: String, of app: String?, count: Int, _ limit: Int) -> Refusal {
        let whose = app.map { "app \"\($0)\" has \(count) requests \(what)" } ?? "\(count) requests are \(what)"
        let instead = "read them page by page, with PendingPage or DeliveredPage"
        return Refusal.contentTooLarge("\(whose), more than the \(limit) bytes of one answer; \(instead)")
    }
}
