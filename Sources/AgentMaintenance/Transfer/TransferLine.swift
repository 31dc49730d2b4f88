// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore

// What moves to another machine is a file of JSON lines: a header, then one thing a line, and a line that says that it is
// whole. Requests are the dictionaries of the contract, dates are Unix seconds. A file that is attached comes in pieces
// before the first request that has it, and is named there instead of its path. All of it is in the man page of `belfry`.

/// One line of an export.
enum TransferLine: Sendable {
    case header(TransferHeader)
    case file(TransferFile)
    case record(StoreRecord)
    /// The last one: how many there are before it.
    case end(lines: Int)

    /// Bytes of the longest line: no request is near it.
    static let longest = 4 * 1024 * 1024

    /// What `type` says.
    enum Kind: String, CaseIterable, Codable {
        case belfry, application, category, pause, file, pending, delivered, missed, response, command, event, end
    }

    /// The line without its end.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't hold; the store has none.
    func encoded() throws -> Data { try Self.encoder.encode(self) }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
