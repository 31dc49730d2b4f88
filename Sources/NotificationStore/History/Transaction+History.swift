// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// The entries of the history are written by the transaction that ends a notification, so each exists exactly once.
extension Transaction {
    /// Adds an occurrence to the history, before the occurrence is deleted.
    func keep(_ occurrence: Int64, _ status: HistoryEntry.Status, action: String? = nil, at date: Date) throws {
        guard !history.keepsNothing else { return }
        try execute(HistoryQuery.keepOccurrence, [occurrence, status.rawValue, action, date.timeIntervalSince1970])
        hasKept(at: date)
    }

    /// Adds a request that was not shown, a row of the table `missed`, to the history.
    func keepMissed(_ row: Int64, _ status: HistoryEntry.Status, at date: Date) throws {
        guard !history.keepsNothing else { return }
        try execute(HistoryQuery.keepMissed, [row, status.rawValue, date.timeIntervalSince1970])
        hasKept(at: date)
    }

    /// Adds the held-back rows of a request to the history, before the rows are deleted.
    func keepHeld(app: String, identifier: String, _ status: HistoryEntry.Status, at date: Date) throws {
        guard !history.keepsNothing else { return }
        try execute(HistoryQuery.keepHeld, [app, identifier, status.rawValue, date.timeIntervalSince1970])
        if changes > 0 { hasKept(at: date) }
    }

    /// Changes the status of a request's newest entry: the person may snooze or answer a notification that just ended.
    ///
    /// With `former`, only an entry with that status is changed.
    func changeNewestEntry(
        app: String, identifier: String, from former: HistoryEntry.Status? = nil, to status: HistoryEntry.Status,
        action: String? = nil, at date: Date
    ) throws {
        guard let newest = try row(HistoryQuery.newestNamed, [app, identifier], { ($0[0] as Int64, $0[1] as String) }),
            former == nil || former?.rawValue == newest.1
        else { return }
        try execute(HistoryQuery.setStatus, [newest.0, status.rawValue, action, date.timeIntervalSince1970])
    }

    func pruneHistory(at now: Date) throws {
        if history.keepsNothing { return try execute(HistoryQuery.deleteAll) }
        let oldest = history.oldest(at: now).timeIntervalSince1970
        while let size = try row(HistoryQuery.size, [], { (entries: $0[0] as Int, bytes: $0[1] as Int) }),
            size.entries > 0,
            let entry = try row(HistoryQuery.oldest, [], { (id: $0[0] as Int64, ended: $0[1] as Double) }),
            entry.ended < oldest || size.entries > history.entries || size.bytes > history.bytes
        {
            try execute(HistoryQuery.delete, [entry.id])
        }
    }
}
