// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
package import Foundation
import GRDB
import NotificationModel

/// The entries of the history that a caller asks for.
package struct HistoryFilter: Hashable, Sendable {
    /// The earliest and the latest date at which the notifications fired; nil for no limit.
    package var since: Date?
    package var until: Date?
    /// The text that the title, the subtitle or the body contains, whatever its case; empty for all.
    package var text: String
    /// The statuses of the entries; empty for all statuses.
    package var statuses: Set<HistoryEntry.Status>
    /// The text with which the identifiers begin, or with ``isExact`` the whole identifier; empty for all identifiers.
    package var identifier: String
    package var isExact: Bool

    package init(
        since: Date? = nil, until: Date? = nil, text: String = "", statuses: Set<HistoryEntry.Status> = [],
        identifier: String = "", isExact: Bool = false
    ) {
        (self.since, self.until, self.text) = (since, until, text)
        (self.statuses, self.identifier, self.isExact) = (statuses, identifier, isExact)
    }

    /// The upper bound of the identifiers that the filter admits. No identifier has the character U+10FFFF.
    fileprivate var lastIdentifier: String { isExact ? identifier : identifier + "\u{10FFFF}" }

    fileprivate func hasText(_ content: Content) -> Bool {
        let words = text.lowercased()
        return words.isEmpty
            || [content.title, content.subtitle, content.body].contains { $0.lowercased().contains(words) }
    }
}

extension NotificationStore {
    /// Sets the limits of the history. Entries over the limits are deleted when the next notification ends, or by
    /// ``pruneHistory(at:)``.
    package func setHistoryLimits(_ limits: HistoryLimits) { queue.setHistoryLimits(limits) }

    /// Deletes the entries of the history that are over the limits, and the undo data that is too old; writes nothing
    /// if there is nothing to delete.
    ///
    /// - Throws: ``StoreError``.
    package func pruneHistory(at now: Date) async throws {
        try await write { transaction in
            try transaction.pruneHistory(at: now)
            try transaction.undoTable.prune(at: now)
        }
    }

    /// Deletes the history of an application; notifications that are still delivered stay.
    ///
    /// - Parameter app: The application's id; nil for every application.
    /// - Returns: The number of deleted entries.
    /// - Throws: ``StoreError``.
    package func clearHistory(app: String?) async throws -> Int {
        try await write { transaction in
            if let app {
                try transaction.execute(HistoryQuery.deleteOfApp, [app])
                return transaction.changes
            }
            let count = try transaction.row(HistoryQuery.size, []) { $0[0] as Int } ?? 0
            try transaction.execute(HistoryQuery.deleteAll)
            return count
        }
    }

    /// The number of rows that are read at once; they are decoded outside of the store's queue.
    private static let historyBatch = 256

    /// Lists a page of the notifications that have fired, whether they are delivered or have ended, sorted by the date
    /// at which they fired, the newest first.
    ///
    /// A notification keeps its place when it ends, unless it is presented again.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - filter: The entries that are wanted.
    ///   - page: The part of the list; its identifiers and prefix are ignored.
    ///   - now: The present date; entries that are too old for the limits are left out.
    /// - Returns: The entries without unreadable ones, and the position of the next page; nil at the end.
    /// - Throws: ``StoreError``.
    package func history(
        app: String?, _ filter: HistoryFilter, page: ListPage, at now: Date
    ) async throws -> (entries: [HistoryEntry], end: ListPosition?) {
        var found: [HistoryEntry] = []
        var (position, weight) = (page.after, 0)
        while true {
            let after = position
            let rows = try await read { transaction in
                try transaction.history(app: app, filter, after: after, limit: Self.historyBatch, at: now)
            }
            let wanted = rows.filter { filter.statuses.isEmpty || filter.statuses.contains($0.status) }
            let entries = try await offLoop(each: wanted) { try? $0.decoded() }
            for (row, entry) in zip(wanted, entries) {
                guard let entry, filter.hasText(entry.notification.request.content) else { continue }
                weight += row.weight
                guard found.count < page.limit, weight <= page.bytes || found.isEmpty else { return (found, position) }
                found.append(entry)
                position = row.position
            }
            guard rows.count == Self.historyBatch, let last = rows.last else { return (found, nil) }
            position = last.position
        }
    }
}

extension Transaction {
    /// Reads the delivered notifications and the entries of the history after a position, the newest first.
    fileprivate func history(
        app: String?, _ filter: HistoryFilter, after: ListPosition?, limit: Int, at now: Date
    ) throws -> [HistoryRow] {
        // This position is after every entry: no imported date is later than the year 9999.
        let latest = ListPosition(due: filter.until?.timeIntervalSince1970 ?? 1e12, id: .max)
        let before = after.map { min($0, latest) } ?? latest
        let since = filter.since?.timeIntervalSince1970 ?? -1e12
        let isNamed = !filter.identifier.isEmpty
        let ended = try rows(
            HistoryQuery.entries,
            [
                since, before.due, before.id, history.oldest(at: now).timeIntervalSince1970, app,
                isNamed ? filter.identifier : nil, filter.lastIdentifier, limit,
            ], HistoryRow.init)
        var open: [(position: ListPosition, id: Int64)] = []
        func note(_ row: Row) {
            let (id, date): (Int64, Double) = (row[0], row[1])
            let position = ListPosition(due: date, id: id * 2 + 1)
            if date >= since, position < before { open.append((position, id)) }
        }
        let names = [filter.identifier, filter.lastIdentifier]
        if let app {
            _ = try rows(HistoryQuery.openPlacesOfApp, StatementArguments([app] + names), note)
        } else {
            _ = try rows(HistoryQuery.openPlaces, StatementArguments(names), note)
        }
        let newest = open.sorted { $0.position > $1.position }.prefix(limit)
        let shown = try newest.compactMap { try row(HistoryQuery.open, [$0.id], HistoryRow.init) }
        return Array((ended + shown).sorted { $0.position > $1.position }.prefix(limit))
    }
}
