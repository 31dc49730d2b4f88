// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
import Glibc

/// The keyboard of a terminal, which delivers each key when pressed, without echo.
///
/// An instance is used on the loop's thread only. ``end(dropsInput:)`` restores the terminal's mode; it may be called
/// twice, or before ``begin()``.
package final class TerminalInput {
    private let descriptor: Int32
    private let loop: EventLoop
    private let handler: @Sendable ([UInt8]) -> Void
    /// The terminal's mode before ``begin()`` changed it; nil while no keys are read.
    private var saved: termios?
    private var source: FileDescriptorSource?

    /// Creates the reader of the terminal; the handler receives bytes on the loop, and an empty array when the terminal is closed.
    package init(_ descriptor: Int32, on loop: EventLoop, handler: @escaping @Sendable ([UInt8]) -> Void) {
        self.descriptor = descriptor
        self.loop = loop
        self.handler = handler
    }

    /// Tells whether keys are read.
    package var isActive: Bool { saved != nil }

    /// Starts reading keys; has no effect without a terminal, or if another job of the shell has the terminal.
    ///
    /// The kernel would stop a background job that sets the mode or reads.
    package func begin() {
        var mode = termios()
        guard saved == nil, !isInBackground, tcgetattr(descriptor, &mode) == 0 else { return }
        saved = mode
        // Ctrl-C stays a signal. Ctrl-Z and Ctrl-\ are read as keys, because the mode must be restored first.
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        mode.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &mode.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
            characters[Int(VSUSP)] = 0
            characters[Int(VQUIT)] = 0
        }
        tcsetattr(descriptor, TCSADRAIN, &mode)
        source = FileDescriptorSource(descriptor, [.readable, .hangup, .error], on: loop) { [descriptor, handler] _ in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 {
                handler(Array(bytes.prefix(count)))
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                handler([])
            }
        }
    }

    /// Tells whether another job of the shell has the terminal; a terminal without job control (-1) has no background.
    private var isInBackground: Bool {
        let group = tcgetpgrp(descriptor)
        return group != -1 && group != getpgrp()
    }

    /// Stops reading keys and restores the terminal's mode.
    ///
    /// - Parameter dropsInput: Whether unread input is dropped, as it may be a report of the terminal and not a key.
    package func end(dropsInput: Bool = false) {
        source.take()?.cancel()
        guard var mode = saved.take() else { return }
        tcsetattr(descriptor, dropsInput ? TCSAFLUSH : TCSADRAIN, &mode)
    }
}
