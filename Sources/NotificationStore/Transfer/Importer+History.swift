// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

// Imported entries get lower row ids than this store's own, so that the history's limits delete imported entries first.
extension Importer {
    /// The key by which entries of the history are compared.
    struct Entry: Hashable {
        let identifier: String
        let date: Int64
        let ended: Int64
    }

    /// Inserts the newest entries that the history does not have, as many as there is room for.
    mutating func takeHistory(of stage: SealedStage) throws {
        let limits = transaction.history
        guard !limits.keepsNothing else { return }
        let oldest = limits.oldest(at: now).timeIntervalSince1970
        var size =
            try transaction.row(HistoryQuery.size, []) { (entries: $0[0] as Int, bytes: $0[1] as Int) }
            ?? (entries: 0, bytes: 0)
        var number: Int64 = (try transaction.row(HistoryQuery.first, []) { $0[0] as Int64? } ?? nil) ?? 1
        var (taken, kept) = (0, 0)
        try stage.eachFromLast(.history) { row in
            let ended = row.dates.2 ?? 0
            guard ended >= oldest else { return true }
            guard try isNewEntry(row, ended) else {
                kept += 1
                return true
            }
            let bytes = (row.request?.count ?? 0) + (row.schedule?.count ?? 0)
            guard size.entries < limits.entries, size.bytes + bytes <= limits.bytes else { return false }
            number -= 1
            size = (size.entries + 1, size.bytes + bytes)
            taken += 1
            let facts = try row.extra.map { try JSONDecoder().decode(HistoryFacts.self, from: $0) }
            try transaction.execute(
                HistoryQuery.take,
                [
                    number, row.app, row.identifier, row.text, facts?.action, row.dates.0, row.dates.1,
                    facts?.shown?.timeIntervalSince1970, ended, row.request, row.schedule,
                ])
            return true
        }
        outcome.kept += kept
        if taken > 0 { outcome.imported[.history] = taken }
    }

    private mutating func isNewEntry(_ row: ImportRow, _ ended: Double) throws -> Bool {
        if entries[row.app] == nil {
            let known = try transaction.rows(HistoryQuery.named, [row.app]) { known in
                Entry(identifier: known[0], date: Self.micros(known[1]), ended: Self.micros(known[2]))
            }
            entries[row.app] = Set(known)
        }
        let entry = Entry(identifier: row.identifier, date: Self.micros(row.dates.0 ?? 0), ended: Self.micros(ended))
        return entries[row.app]?.insert(entry).inserted == true
    }
}

/// The facts of an entry of the history that an import keeps in one column.
struct HistoryFacts: Codable {
    let action: String?
    let shown: Date?
}
