// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
import Glibc

/// A terminal whose screen and keyboard a test controls.
package final class PseudoTerminal: @unchecked Sendable {
    // The source is only used on the loop; the other properties never change.
    package let device: Int32
    private let control: Int32
    private let loop: EventLoop
    private let chunks = Mailbox<String>()
    private var source: FileDescriptorSource?

    /// Makes a terminal with this many columns; `read` receives the output instead of ``text(until:seconds:line:)``.
    package init(columns: UInt16, on loop: EventLoop, read handler: (@Sendable ([UInt8]) -> Void)? = nil) throws {
        // The work of posix_openpt, unlockpt and ptsname, which the Glibc module lacks.
        let control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        guard control >= 0, ioctl(control, Self.setLock, &isLocked) == 0, ioctl(control, Self.getNumber, &number) == 0
        else { throw Failure(code: errno) }
        let device = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(control, UInt(TIOCSWINSZ), &size)
        (self.control, self.device, self.loop) = (control, device, loop)
        loop.perform { [chunks] in
            self.source = FileDescriptorSource(control, .readable, on: loop) { _ in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = read(control, &bytes, bytes.count)
                guard count > 0 else { return }
                if let handler { return handler(Array(bytes.prefix(count))) }
                chunks.put(String(decoding: bytes.prefix(count), as: UTF8.self))
            }
        }
    }

    package struct Failure: Error { package let code: Int32 }

    private static let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
    private static let getNumber: UInt = 0x8004_5430  // TIOCGPTN

    /// Types on the keyboard.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(control, bytes, bytes.count)
    }

    /// The output from now on up to this text, with escape sequences as `^[`.
    package func text(until end: String, seconds: Double = 10, line: Int = #line) async throws -> String {
        var text = ""
        while !text.contains(end) {
            text += try await chunks.next(seconds: seconds, line: line)
                .replacing("\r\n", with: "\n").replacing("\u{1B}", with: "^")
        }
        return text
    }

    /// Whether the kernel edits and echoes lines, as in a shell.
    package var isOrdinary: Bool {
        var mode = termios()
        tcgetattr(device, &mode)
        return mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    /// Bytes that were typed and that nobody has read.
    package var unread: [UInt8] {
        var mode = termios()
        tcgetattr(device, &mode)
        mode.c_lflag &= ~tcflag_t(ICANON)
        tcsetattr(device, TCSANOW, &mode)
        var count: Int32 = 0
        guard ioctl(device, UInt(FIONREAD), &count) == 0, count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let read = Glibc.read(device, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, read)))
    }

    /// Closes both ends.
    package func end() {
        loop.perform {
            self.source?.cancel()
            self.source = nil
            close(self.control)
            close(self.device)
        }
    }
}
