// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc

/// One line that a person types in the terminal while the program waits for other things too.
actor TerminalField {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    private let terminal: Int32
    private var source: FileDescriptorSource?
    private var typed: [UInt8] = []
    private var continuation: CheckedContinuation<String?, Never>?

    /// Nil without a terminal, or where another job of the shell has it.
    init?() {
        terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return nil }
        guard Self.isInFront(terminal) else {
            close(terminal)
            return nil
        }
    }

    deinit { close(terminal) }

    /// A job in the background that reads would be stopped by the kernel.
    private static func isInFront(_ terminal: Int32) -> Bool { tcgetpgrp(terminal) == getpgrp() }

    /// Asks, for as long as the person takes.
    ///
    /// - Parameter question: As `AskText` has it.
    /// - Returns: The line; nil for an empty one, for the end of the input, and where another question is open.
    func ask(_ question: [String: Value]) async -> String? {
        guard continuation == nil, Self.isInFront(terminal) else { return nil }
        // What was typed before the question is no answer to it.
        tcflush(terminal, TCIFLUSH)
        write(Self.text(of: question))
        return await withCheckedContinuation { continuation in
            self.continuation = continuation
            source = FileDescriptorSource(terminal, .readable, on: .main) { [weak self] _ in
                self?.assumeIsolated { $0.read() }
            }
        }
    }

    /// Nobody waits for the answer any more.
    func end() {
        guard continuation != nil else { return }
        write("\n")
        finish(nil)
    }

    private static func text(of question: [String: Value]) -> String {
        func line(_ key: String) -> String { (question[key]?.string ?? "").onOneLine }
        var text = "\n\(line("title"))\n"
        let body = question["body"]?.string ?? ""
        text += body.split(separator: "\n").map { "  \(String($0).onOneLine)\n" }.joined()
        let field = line("textInputPlaceholder")
        return text + (field.isEmpty ? line("actionTitle") : field) + "> "
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(terminal, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        typed += bytes.prefix(max(count, 0))
        guard count <= 0 || typed.last == UInt8(ascii: "\n") else { return }
        var text = String(decoding: typed, as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        finish(count <= 0 || text.isEmpty ? nil : text)
    }

    private func finish(_ text: String?) {
        source?.cancel()
        source = nil
        typed = []
        continuation?.resume(returning: text)
        continuation = nil
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) }
            // A terminal that takes nothing now is not waited for: the question can be read on the screen too.
            guard count > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }
}
