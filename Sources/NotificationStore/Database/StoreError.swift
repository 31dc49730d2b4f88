// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Triggers

/// The reason why the store could not be opened, read or written. The caller is never the cause.
///
/// A failed operation was rolled back as a whole; earlier commits are intact.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the person who owns the store.
    package let message: String
    /// SQLite's extended result code; nil if the error did not come from SQLite.
    package let code: Int32?

    package init(_ message: String, code: Int32? = nil) {
        self.message = message
        self.code = code
    }

    package var description: String { if let code { "\(message) (SQLite code \(code))" } else { message } }

    /// Whether the file is damaged, so that a new one must replace it.
    package var isDamage: Bool { code.map { [11, 26].contains($0 & 0xff) } ?? false }

    /// The error after the store's files were deleted or replaced while they were open.
    package static let deleted = StoreError("the store's file was deleted or replaced")

    /// The store was closed before it ran the operation.
    static let closed = StoreError("the store is closed")

    /// Makes a `StoreError` of any error; the error stays as it is if it is a `StoreError` already.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError:
            self.init(Self.sentence(for: error), code: error.extendedResultCode.rawValue)
        default: self.init("the store holds something that can't be read: \(Self.kind(of: error))")
        }
    }

    /// Describes why a value can't be read, without the value, which is private.
    static func kind(of error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch: "a value of another type"
        case DecodingError.valueNotFound: "a null"
        case DecodingError.keyNotFound: "a key is missing"
        case DecodingError.dataCorrupted: "damaged data"
        case let error as Refusal: error.code.rawValue
        default: "\(type(of: error))"
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
        default: "the store can't be used: \(error.message ?? "no reason given")"
        }
    }
}
