// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// The end of a command's output, and its last lines as text for a notification.
struct OutputTail {
    /// Number of bytes that are kept of the output's end.
    static let limit = 4096
    /// Largest number of lines in a notification, and the largest length of each in characters.
    static let lineCount = 5
    private static let lineLength = 200

    private var bytes: [UInt8] = []
    private var isCut = false

    /// Adds output, and forgets what is before the last ``limit`` bytes.
    mutating func append(_ output: some Collection<UInt8>) {
        bytes += output
        // The array is cut seldom, because each cut moves all kept bytes.
        guard bytes.count > 4 * Self.limit else { return }
        bytes = bytes.suffix(Self.limit)
        isCut = true
    }

    /// The last lines with visible text, without control sequences and invalid UTF-8; empty if there is no such line.
    ///
    /// Of a line that was written over after a carriage return, such as a progress bar, the last version counts.
    var lines: [String] {
        let kept = bytes.suffix(Self.limit)
        var rows = kept.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        // The first line of a cut output lacks its beginning, which may be half a character or control sequence.
        if isCut || kept.count < bytes.count, rows.count > 1 { rows.removeFirst() }
        return rows.map(Self.text).filter { !$0.isEmpty }.suffix(Self.lineCount)
    }

    private static func text(of row: ArraySlice<UInt8>) -> String {
        var row = row
        while row.last == UInt8(ascii: "\r") { row.removeLast() }
        let last = row.lastIndex(of: UInt8(ascii: "\r")).map { row[($0 + 1)...] } ?? row
        // The decoder replaces each invalid byte by U+FFFD.
        let valid = String(decoding: last, as: UTF8.self).unicodeScalars.filter { $0.value != 0xFFFD }
        let line = SafeText.block(String(String.UnicodeScalarView(valid))).replacing("\n", with: " ")
            .trimmingEnd(\.isWhitespace)
        return line.count <= lineLength ? line : line.prefix(lineLength - 1) + "…"
    }
}
