// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation
import GRDB

extension NotificationStore {
    /// Fetches rows on the database's queue, and decodes them outside of it, so that other operations need not wait.
    func list<Row: Sendable, Value: Sendable>(
        decode: @escaping @Sendable (Row) throws -> Value,
        fetch: @escaping @Sendable (Transaction) throws -> [Row]
    ) async throws -> [Value] {
        let rows = try await read(fetch)
        do {
            return try await offLoop(each: rows, decode)
        } catch {
            throw StoreError(error)
        }
    }

    /// Fetches rows like ``list(decode:fetch:)``, and sets unreadable rows aside, so that rows after them are found.
    ///
    /// The rows are fetched again until none is unreadable, so only the end of a list gives an empty result.
    func readable<Row: DecodableRow>(
        fetch: @escaping @Sendable (Transaction) throws -> [Row]
    ) async throws -> [Row.Value] {
        while true {
            let rows = try await read(fetch)
            let values = try await readable(rows)
            if values.count == rows.count { return values }
        }
    }

    /// Decodes the readable rows in their order, and sets the unreadable rows aside.
    func readable<Row: DecodableRow>(_ rows: [Row]) async throws -> [Row.Value] {
        let values = try await offLoop(each: rows) { try? $0.decoded() }
        let damaged = zip(rows, values).filter { $0.1 == nil }.map(\.0)
        guard !damaged.isEmpty else { return values.compactMap(\.self) }
        let now = Date()
        try await write { transaction in
            for row in damaged { try row.setAside(in: transaction, at: now) }
        }
        return values.compactMap(\.self)
    }
}
