// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The part of a list that a caller asks for.
package struct ListPage: Sendable {
    /// The identifiers to list; nil for all.
    package var identifiers: [String]?
    /// The beginning of the identifiers to list; empty for all.
    package var prefix: String
    /// The largest number of rows of the page.
    package var limit: Int
    /// The largest size of the page in bytes on the bus. The first row is returned whatever its size.
    package var bytes: Int
    /// The end of the previous page; nil for the first page.
    package var after: ListPosition?

    package init(
        identifiers: [String]? = nil, prefix: String = "", limit: Int, bytes: Int = .max, after: ListPosition? = nil
    ) {
        (self.identifiers, self.prefix, self.limit) = (identifiers, prefix, limit)
        (self.bytes, self.after) = (bytes, after)
    }

    /// A text that sorts after every identifier with the prefix, because no identifier has the character U+10FFFF.
    var prefixEnd: String { prefix + "\u{10FFFF}" }
}

/// The position of a row in a list, at which a page ends: the row's id, and its date in lists that are sorted by dates.
package struct ListPosition: Hashable, Comparable, Sendable {
    /// The row's date in Unix seconds; 0 in the list of delivered notifications.
    let due: Double
    let id: Int64

    init(due: Double = 0, id: Int64) {
        self.due = due
        self.id = id
    }

    /// Reads a position from its ``text``; nil if the text is not a position.
    package init?(_ text: String) {
        let halves = text.split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, let bits = UInt64(halves[0], radix: 16), let id = UInt64(halves[1], radix: 16) else {
            return nil
        }
        due = Double(bitPattern: bits)
        guard due.isFinite else { return nil }
        self.id = Int64(bitPattern: id)
    }

    /// The position as a text, which callers return unchanged to get the next page.
    package var text: String { "\(String(due.bitPattern, radix: 16))-\(String(UInt64(bitPattern: id), radix: 16))" }

    package static func < (one: ListPosition, other: ListPosition) -> Bool { (one.due, one.id) < (other.due, other.id) }
}
