// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore

// An export is a file of JSON lines: a header, one record a line, and a last line that shows that the file is complete.
// Requests are the documented dictionaries, and dates are Unix seconds. An attached file comes in pieces before the
// first request that has it; requests contain its name, not its path. The man page of `belfry` describes the format.

enum TransferLine: Sendable {
    case header(TransferHeader)
    case file(TransferFile)
    case record(StoreRecord)
    /// The last line, with the number of lines before it.
    case end(lines: Int)

    /// Largest size of a line in bytes, far above the size of the longest request.
    static let longest = 4 * 1024 * 1024

    /// Values of the key `type`, which each line has.
    enum Kind: String, CaseIterable, Codable {
        case belfry, application, category, pause
        case disabledExtension = "extension"
        case registration, file, pending, delivered, missed, response, command, history, event, end
    }

    /// Returns the line without its newline.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't hold; the store has none.
    func encoded() throws -> Data { try Self.encoder.encode(self) }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
