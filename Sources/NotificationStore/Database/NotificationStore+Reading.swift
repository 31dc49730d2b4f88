// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension NotificationStore {
    /// Number of rows that are encoded or decoded where the caller runs; more go elsewhere, off the caller's thread.
    static let fewRows = 16

    /// Rows are fetched in line, and decoded where they hold up nobody.
    nonisolated(nonsending) func list<Row: Sendable, Value: Sendable>(
        decode: @escaping @Sendable (Row) throws -> Value,
        fetch: @escaping @Sendable (Transaction) throws -> [Row]
    ) async throws -> [Value] {
        let rows = try await read(fetch)
        do {
            return rows.count <= Self.fewRows ? try rows.map(decode) : try await Self.mapElsewhere(rows, decode)
        } catch {
            throw StoreError(error)
        }
    }

    /// The same, but rows that can't be read are set aside, so that they hold up nobody.
    ///
    /// Fetches again until it has a page without any: an empty one is the end.
    nonisolated(nonsending) func readable<Row: DecodableRow>(
        fetch: @escaping @Sendable (Transaction) throws -> [Row]
    ) async throws -> [Row.Value] {
        while true {
            let rows = try await read(fetch)
            let values = try await readable(rows)
            if values.count == rows.count { return values }
        }
    }

    /// Decodes the rows that can be read, in their order; the others are set aside.
    nonisolated(nonsending) func readable<Row: DecodableRow>(_ rows: [Row]) async throws -> [Row.Value] {
        let values =
            rows.count <= Self.fewRows
            ? rows.map { try? $0.decoded() } : await Self.mapElsewhere(rows) { try? $0.decoded() }
        let damaged = zip(rows, values).filter { $0.1 == nil }.map(\.0)
        guard !damaged.isEmpty else { return values.compactMap(\.self) }
        let now = Date()
        try await write { transaction in
            for row in damaged { try row.setAside(in: transaction, at: now) }
        }
        return values.compactMap(\.self)
    }

    @concurrent private static func mapElsewhere<Row: Sendable, Value: Sendable>(
        _ rows: [Row], _ decode: @Sendable (Row) throws -> Value
    ) async rethrows -> [Value] {
        try rows.map(decode)
    }
}
