// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Output to a file, or to a terminal whose last line is rewritten; used by one actor only.
package struct TerminalOutput {
    private let descriptor: Int32
    package let isTerminal: Bool
    package let hasColour: Bool
    package let glyphs: Glyphs
    private let columns: Int?
    private var hasStatus = false
    /// Tells whether the output can be written; false after a failed write, such as to a closed pipe.
    package private(set) var isOpen = true

    /// Creates an output; the environment's `NO_COLOR`, `TERM`, `COLUMNS` and locale are used.
    package init(_ descriptor: Int32, environment: [String: String]) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        hasColour = isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        glyphs = .suiting(environment)
        columns = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Cells per line: the terminal's width; if it is unknown, `COLUMNS`; if that is not set, 80.
    package var width: Int {
        var size = winsize()
        if isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return columns ?? 80
    }

    /// Prints whole lines above the status line.
    package mutating func print(_ lines: [[StyledText]]) {
        let text = lines.map { $0.rendered(inColour: hasColour) + "\n" }.joined()
        write(clearing + text)
        hasStatus = false
    }

    /// Prints the status line; a file has none.
    package mutating func setStatus(_ line: [StyledText]) {
        guard isTerminal else { return }
        write("\r\u{1B}[K" + line.rendered(inColour: hasColour))
        hasStatus = true
    }

    /// Erases the status line; the cursor stays at the start of an empty line.
    package mutating func clearStatus() {
        write(clearing)
        hasStatus = false
    }

    /// Sends escape sequences that print nothing and don't move the cursor; a file gets none.
    package mutating func send(_ sequences: [UInt8]) {
        guard isOpen, isTerminal else { return }
        isOpen = sequences.withUnsafeBufferPointer { Self.write($0, to: descriptor) } == nil
    }

    private var clearing: String { hasStatus ? "\r\u{1B}[K" : "" }

    private mutating func write(_ text: String) {
        guard isOpen else { return }
        var text = text
        isOpen = text.withUTF8 { Self.write($0, to: descriptor) } == nil
    }

    /// Writes all bytes; waits while the pipe or terminal is full.
    ///
    /// - Returns: The number of the error that ended the writing; nil if all bytes are written.
    package static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}

/// Symbols that the display prints: Unicode characters, or ASCII replacements.
package struct Glyphs: Hashable, Sendable {
    package var low: String
    package var normal: String
    package var critical: String
    package var dot: String
    package var arrow: String
    package var ellipsis: String

    package static let unicode = Glyphs(low: "○", normal: "●", critical: "▲", dot: "·", arrow: "→", ellipsis: "…")
    package static let ascii = Glyphs(low: "-", normal: "*", critical: "!", dot: "-", arrow: "->", ellipsis: "...")

    /// Returns the glyphs that the locale of these environment variables can show.
    package static func suiting(_ environment: [String: String]) -> Glyphs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") ? .unicode : .ascii
    }
}
