// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with each U+0000, which D-Bus can't carry, replaced by U+FFFD.
    package var withoutNUL: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }

    /// Returns the longest beginning of whole characters that has at most `limit` bytes.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (size, end) = (0, startIndex)
        while end < endIndex {
            size += self[end].utf8.count
            guard size <= limit else { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
