// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc

/// A text field in the terminal: it reads a line while the process also waits for events.
actor TerminalField: LoopActor {
    nonisolated var loop: EventLoop { .main }

    private let terminal: Int32
    private var source: FileDescriptorSource?
    private var typed: [UInt8] = []
    private var continuation: CheckedContinuation<String?, Never>?

    /// Opens the controlling terminal; nil without a terminal, or if this process is a background job.
    init?() {
        terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard terminal >= 0 else { return nil }
        guard Self.isInFront(terminal) else {
            close(terminal)
            return nil
        }
    }

    deinit { close(terminal) }

    /// Returns true if this process is the terminal's foreground job; the kernel stops a background job that reads it.
    private static func isInFront(_ terminal: Int32) -> Bool { tcgetpgrp(terminal) == getpgrp() }

    /// Prints a question and waits, without a time limit, for the line that the person types.
    ///
    /// The question is the dictionary that the agent passes to `AskText`. The result is nil for an empty line, at the
    /// end of the input, in a background job, or while another question is open.
    func ask(_ question: [String: Value]) async -> String? {
        guard continuation == nil, Self.isInFront(terminal) else { return nil }
        // Characters typed before the question are discarded.
        tcflush(terminal, TCIFLUSH)
        write(Self.text(of: question))
        return await withCheckedContinuation { continuation in
            self.continuation = continuation
            source = FileDescriptorSource(terminal, .readable, on: .main) { [weak self] _ in
                self?.assumeIsolated { $0.read() }
            }
        }
    }

    /// Ends an open question without an answer.
    func end() {
        guard continuation != nil else { return }
        write("\n")
        finish(nil)
    }

    private static func text(of question: [String: Value]) -> String {
        func line(_ key: String) -> String { (question[key]?.string ?? "").onOneLine }
        let body = question["body"]?.string ?? ""
        let field = line("textInputPlaceholder")
        return "\n\(line("title"))\n\(body.indentedLines)\(field.isEmpty ? line("actionTitle") : field)> "
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(terminal, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        typed += bytes.prefix(max(count, 0))
        guard count <= 0 || typed.last == UInt8(ascii: "\n") else { return }
        let text = String(decoding: typed, as: UTF8.self).trimmingEnd(\.isNewline)
        finish(count <= 0 || text.isEmpty ? nil : text)
    }

    private func finish(_ text: String?) {
        source.take()?.cancel()
        typed = []
        continuation.take()?.resume(returning: text)
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) }
            // Text that was not written is dropped if the terminal doesn't accept text now, because the notification
            // shows the question too.
            guard count > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }
}
