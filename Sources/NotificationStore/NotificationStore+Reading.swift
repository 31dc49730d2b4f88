// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension NotificationStore {
    /// So many rows are encoded or decoded where the caller runs; more go elsewhere, off the caller's thread.
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

    @concurrent private static func mapElsewhere<Row: Sendable, Value: Sendable>(
        _ rows: [Row], _ decode: @Sendable (Row) throws -> Value
    ) async throws -> [Value] {
        try rows.map(decode)
    }
}
