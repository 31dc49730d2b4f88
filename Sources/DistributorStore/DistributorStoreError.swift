// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The reason why the store could not be opened, read or written. The transaction was rolled back.
package struct DistributorStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the person who owns the store. The sentence quotes no value of the store.
    package let description: String
    /// Whether the database file is damaged, so that a new one must replace it.
    package let isDamage: Bool

    init(_ description: String) { (self.description, isDamage) = (description, false) }

    init(_ error: any Error, _ path: String) {
        switch error {
        case let error as DistributorStoreError: self = error
        case let error as DatabaseError:
            isDamage = [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
            description = "\(path): \(Self.sentence(for: error)) (SQLite code \(error.extendedResultCode.rawValue))"
        default:
            description = "\(path): the work on the store was given up: \(type(of: error))"
            isDamage = false
        }
    }

    private static func sentence(for error: DatabaseError) -> String {
        switch error.resultCode {
        case .SQLITE_FULL: "the disk is full, so the store can't be written"
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: "the store is read-only"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "another program holds the store locked"
        case .SQLITE_CORRUPT: "the store's file is damaged"
        case .SQLITE_NOTADB: "the store's file is not a database"
        case .SQLITE_CANTOPEN: "the store's file can't be opened"
        case .SQLITE_IOERR: "the disk failed while the store was read or written"
        default: "the store can't be used"
        }
    }
}
