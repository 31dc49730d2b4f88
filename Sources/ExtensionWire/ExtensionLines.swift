// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Divides the input or the output of one run of an extension into lines; text after the last line feed is no line.
package struct ExtensionLines: Sendable {
    /// The beginning of a line whose line feed hasn't been read yet.
    private var rest: [UInt8] = []
    private var size = 0
    private let limit: Int
    private let keepsBlankLines: Bool

    /// Creates a divider of an extension's input or output.
    ///
    /// - Parameters:
    ///   - limit: The largest size of the input or output, in bytes.
    ///   - keepsBlankLines: Whether ``add(_:)`` returns blank lines, too.
    package init(limit: Int = ExtensionWire.outputLimit, keepsBlankLines: Bool = false) {
        (self.limit, self.keepsBlankLines) = (limit, keepsBlankLines)
    }

    /// Whether more bytes were added than the limit allows: the extension's process is to be killed.
    package var isOverLimit: Bool { size > limit }

    /// Adds bytes of the input or output as read, and returns the lines that they complete, without line feeds.
    ///
    /// Bytes over the limit are dropped; a line whose line feed is among them is never returned.
    package mutating func add(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
        let left = max(0, limit - size)
        size = min(size, limit) + min(bytes.count, left + 1)
        var pieces = bytes.prefix(left).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        guard let last = pieces.popLast() else { return [] }
        var lines: [[UInt8]] = []
        for piece in pieces {
            lines.append(rest + piece)
            rest = []
        }
        rest += last
        return keepsBlankLines
            ? lines : lines.filter { !$0.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") } }
    }
}
