// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// The number and size of an application's waiting requests: those that are pending, or have fired and not been shown.
///
/// Fired requests count, because they must not pile up without limit while no server runs, or during a pause.
struct WaitingLoad {
    var count = 0
    var bytes = 0
    /// Whether requests of the application have fired and are not shown yet.
    var hasFired = false

    /// Reads the number and size of an application's waiting requests. Pending requests are left out if the request to
    /// add fires at once.
    init(of app: String, firesNow: Bool, in transaction: Transaction) throws {
        let counted = try transaction.row(Query.waitingLoad, [app]) { row in
            (pending: (row[0] as Int, row[1] as Int), fired: (row[2] as Int, row[3] as Int))
        }
        guard let counted else { return }
        (count, bytes) = counted.fired
        hasFired = count > 0
        guard !firesNow else { return }
        count += counted.pending.0
        bytes += counted.pending.1
    }

    /// Adds a request of `size` bytes to the load.
    mutating func add(_ size: Int) {
        count += 1
        bytes += size
    }
}

extension Transaction {
    /// Drops an application's held-back requests over the limit: the least urgent first, and of these the oldest first.
    func pruneHeld(app: String, at date: Date) throws {
        while let held = try row(Query.held, [app], { (count: $0[0] as Int, bytes: $0[1] as Int) }),
            held.count > Limits.pendingRequests || held.bytes > Limits.pendingBytes,
            let (oldest, identifier) = try row(TimeQuery.oldestWaiting, [app], { ($0[0] as Int64, $0[1] as String) })
        {
            try execute(TimeQuery.settleMissed, [oldest])
            try keepMissed(oldest, .gone, at: date)
            try log(.dropped, app: app, identifier: identifier, at: date, detail: ["reason": .string("limit")])
        }
    }
}
