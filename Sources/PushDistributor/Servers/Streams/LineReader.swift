// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A splitter of a stream of bytes into lines, which keeps a limited part of each line.
struct LineReader: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        /// The line without its line feed, or the beginning of a line that exceeds the limit.
        var bytes: [UInt8] = []
        var isCut = false
    }

    /// Largest line in bytes.
    private let limit: Int
    private var part = Line()

    init(limit: Int) { self.limit = limit }

    /// Adds bytes of the stream; returns the lines that end in them.
    mutating func read(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end])
            lines.append(part)
            part = Line()
            rest = rest[(end + 1)...]
        }
        add(rest)
        return lines
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        let room = limit - part.bytes.count
        part.bytes += bytes.prefix(room)
        if bytes.count > room { part.isCut = true }
    }
}
