// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A row of `later`: something to do with a delivered occurrence.
struct LaterRow: Sendable {
    enum Kind: Int, Sendable {
        case nag
        case expire
    }

    let occurrence: Int64
    let kind: Kind
    let due: Date
    let interval: Double
    /// How often still; nil is without end.
    let remaining: Int?

    /// Reads the columns in the order of ``Query/dueLater``.
    init(_ row: Row) throws {
        occurrence = row[0]
        let number: Int = row[1]
        guard let kind = Kind(rawValue: number) else {
            throw StoreError("something to do later is of the unknown kind \(number)")
        }
        self.kind = kind
        due = Date(timeIntervalSince1970: row[2])
        interval = row[3] ?? 0
        remaining = row[4]
    }
}
