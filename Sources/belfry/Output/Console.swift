// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where words go: data on the standard output, everything else on the standard error.
enum Console {
    /// Prints one line of data, ended by a line feed.
    static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Prints lines of data in one piece.
    ///
    /// - Parameters:
    ///   - lines: Without their ends.
    ///   - end: What ends each line: a line feed, or NUL.
    static func print(_ lines: [String], end: String = "\n") {
        var text = ""
        for line in lines { text += line + end }
        write(text, to: STDOUT_FILENO)
    }

    /// Tells the person something, as a sentence after the program's name.
    static func say(_ sentence: String) { writeError("belfry: \(sentence)\n") }

    static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Writes all of `text`; ends the process when that is not possible, as data must not be lost unseen.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { write($0, to: descriptor) }
    }

    /// The same with bytes.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if errno != EINTR {
                return giveUp(descriptor, errno)
            }
        }
    }

    private static func giveUp(_ descriptor: Int32, _ code: Int32) {
        if descriptor == STDERR_FILENO { return }
        // Nobody reads on, as in `belfry list | head -1`: libdbus ignores the signal that ends others then.
        if code == EPIPE { exit(128 + SIGPIPE) }
        let file = descriptor == STDOUT_FILENO ? "the standard output" : "file descriptor \(descriptor)"
        writeError("belfry: cannot write to \(file): \(String(cString: strerror(code)))\n")
        exit(ExitStatus.notWritten.rawValue)
    }

    /// Whether a person reads the standard output.
    static let isTerminal = isatty(STDOUT_FILENO) != 0

    /// Characters of a line: the terminal's, else `COLUMNS`, else 80.
    static let columns: Int = {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return wantedColumns ?? 80
    }()

    /// Whether lines are to fit into ``columns``: those of a pipe or a file may be as long as they are.
    static let hasWidth = isTerminal || wantedColumns != nil

    private static let wantedColumns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
        .flatMap { $0 > 0 ? $0 : nil }

    private static let hasColor =
        isTerminal && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
        && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false

    /// `text` in bold, where there is colour.
    static func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// `text` in a quieter colour, where there is colour.
    static func dim(_ text: String) -> String { hasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
