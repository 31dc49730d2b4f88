// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The logical lines of a calendar file: lines that begin with white space continue the line before them.
///
/// Lines end with CRLF or LF. Folding may divide a character of several bytes, so lines are joined as bytes.
struct ContentLines: Sequence, IteratorProtocol {
    /// A logical line, unfolded and not parsed.
    struct Line {
        let number: Int
        let bytes: [UInt8]
        let isCut: Bool
    }

    private let bytes: [UInt8]
    private var position: Int
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        position = bytes.starts(with: mark) ? mark.count : 0
    }

    mutating func next() -> Line? {
        while let first = physicalLine() {
            // A logical line has the number of its first physical line.
            let start = number
            guard !first.isEmpty else { continue }
            var joined = Array(first.prefix(ContentLine.longestLine))
            var isCut = first.count > ContentLine.longestLine
            while position < bytes.count, bytes[position] == 32 || bytes[position] == 9, let more = physicalLine() {
                let room = ContentLine.longestLine - joined.count
                joined += more.dropFirst().prefix(room)
                if more.count - 1 > room { isCut = true }
            }
            return Line(number: start, bytes: joined, isCut: isCut)
        }
        return nil
    }

    /// Returns the bytes up to the next line end; nil at the end of the file.
    private mutating func physicalLine() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        number += 1
        let end = bytes[position...].firstIndex(of: 10) ?? bytes.count
        defer { position = Swift.min(end + 1, bytes.count) }
        let line = bytes[position..<end]
        return line.last == 13 ? line.dropLast() : line
    }
}
