// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import ExtensionWire
import Foundation
import Synchronization

/// The lines that the agent and this process, an extension, exchange.
///
/// Standard output belongs to the extension's answer alone. Text that the extension prints goes to standard error,
/// because such a text without a line feed would damage the answer.
package final class ExtensionStreams: Sendable {
    /// The descriptor that was standard output.
    private let output: Int32
    private let input = Mutex(Input())

    private struct Input {
        /// The agent's lines are a few hundred kilobytes at most; longer input doesn't come from the agent.
        var lines = ExtensionLines(limit: 16 << 20)
        var waiting: [[UInt8]] = []
    }

    /// Reserves standard output for the extension's answer; other output goes to standard error.
    package init() {
        output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(STDERR_FILENO, STDOUT_FILENO)
    }

    /// Waits for the agent's next event; nil at the end of standard input.
    ///
    /// A line that is no event is ignored, with a message on standard error.
    package func nextEvent() -> ExtensionEvent? {
        while let line = nextLine() {
            do {
                return try ExtensionEvent(line: line)
            } catch {
                complain("A line on standard input is ignored: \(error).")
            }
        }
        return nil
    }

    private func nextLine() -> [UInt8]? {
        input.withLock { input in
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while input.waiting.isEmpty {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0, !input.lines.isOverLimit else { return nil }
                input.waiting = input.lines.add(buffer[..<count])
            }
            return input.waiting.removeFirst()
        }
    }

    /// Writes the extension's answer, and ends the process successfully.
    package func finish(_ answer: [UInt8]) -> Never {
        var rest = answer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { fail("The answer can't be written: error \(errno).") }
            rest = rest.dropFirst(count)
        }
        leave(0)
    }

    /// Ends the process without an answer, so that the notification's original content is shown.
    ///
    /// - Parameter reason: A sentence for standard error.
    package func fail(_ reason: String) -> Never {
        complain(reason)
        leave(1)
    }

    /// Writes a sentence for developers to standard error.
    package func complain(_ sentence: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
    }

    /// Ends the process at once: `exit` would call destructors while the extension's other threads still run.
    private func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
