// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc
import NotificationServer

/// Writes data to the standard output and messages to the standard error.
enum Console {
    /// Prints a line of data and a line feed.
    static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Prints lines of data in one write, each with a line feed or NUL as its end.
    static func print(_ lines: [String], end: String = "\n") {
        write(lines.map { $0 + end }.joined(), to: STDOUT_FILENO)
    }

    /// Returns a line for each row of a name and a text.
    static func table(_ rows: [(String, String)]) -> [String] {
        rows.map { "\(dim($0.0.padded(to: 10)))  \($0.1)" }
    }

    /// Returns a number of seconds with milliseconds, such as `0.012 s`.
    static func time(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
    }

    /// Whether a person reads the messages and can type an answer.
    static var isPersonThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks the person at the terminal.
    ///
    /// - Parameters:
    ///   - question: The question, with its question mark.
    ///   - byDefault: The meaning of an empty line.
    /// - Returns: Whether the answer is yes; false at the end of the input.
    static func confirms(_ question: String, byDefault: Bool = false) -> Bool {
        writeError("\(question) [y/n] ")
        return switch readLine(strippingNewline: true)?.lowercased() {
        case "y", "yes": true
        case "": byDefault
        default: false
        }
    }

    /// Prints a message for the person, after the program's name.
    static func say(_ sentence: String) { writeError("belfry: \(sentence)\n") }

    static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Writes all of `text`, or ends the process with an error, so that data loss is seen; not for the standard error.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { write($0, to: descriptor) }
    }

    /// Writes all bytes, or ends the process with an error; an error on the standard error is ignored.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) {
        if let code = TerminalOutput.write(bytes, to: descriptor) { giveUp(descriptor, code) }
    }

    /// Ends the process, as SIGPIPE would, once the standard output has no reader any more, even if nothing is written.
    ///
    /// - Returns: The source that watches the standard output; the caller must keep it.
    static func endWithReader() -> FileDescriptorSource {
        // The kernel reports a closed pipe even if no condition is requested.
        FileDescriptorSource(STDOUT_FILENO, [], on: .main) { _ in exit(128 + SIGPIPE) }
    }

    private static func giveUp(_ descriptor: Int32, _ code: Int32) {
        if descriptor == STDERR_FILENO { return }
        // The reader has ended, as in `belfry list | head -1`, and this process was started with SIGPIPE ignored.
        if code == EPIPE { exit(128 + SIGPIPE) }
        let file = descriptor == STDOUT_FILENO ? "the standard output" : "file descriptor \(descriptor)"
        writeError("belfry: cannot write to \(file): \(String(cString: strerror(code)))\n")
        exit(ExitStatus.notWritten.rawValue)
    }

    /// True if the standard output is a terminal.
    static let isTerminal = isatty(STDOUT_FILENO) != 0

    /// Width of a line in characters: the terminal's, else `COLUMNS`, else 80.
    static let columns: Int = {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return wantedColumns ?? 80
    }()

    /// Number of lines that a screen shows: the terminal's, else 40.
    static let rows: Int = {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
        return 40
    }()

    /// True if lines must fit into ``columns``; in a pipe or a file they may be longer.
    static let hasWidth = isTerminal || wantedColumns != nil

    private static let wantedColumns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
        .flatMap { $0 > 0 ? $0 : nil }

    private static let hasColor =
        isTerminal && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
        && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false

    /// Returns `text` in bold if colours are on.
    static func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Returns `text` in a dim colour if colours are on.
    static func dim(_ text: String) -> String { hasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

/// Standard descriptors that were closed when the process started, as with `belfry list >&-`.
enum StandardDescriptors {
    /// Opens `/dev/null` for closed standard descriptors, in a mode that makes using them fail.
    ///
    /// Otherwise the next opened file would get the number of a closed one, and output could go to the bus connection.
    static func fill() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is `descriptor`.
            _ = open("/dev/null", mode)
        }
    }
}
