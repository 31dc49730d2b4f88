// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
import Glibc

/// The keyboard of a terminal: each key as it is pressed, not echoed.
///
/// On the loop's thread only. ``end()`` gives the terminal back as it was; it is also safe to end
/// twice, or before it began.
package final class TerminalInput {
    private let descriptor: Int32
    private let loop: EventLoop
    private let handler: @Sendable ([UInt8]) -> Void
    /// Non-nil while the keys are ours.
    private var saved: termios?
    private var source: FileDescriptorSource?

    /// The handler receives bytes on the loop; none at all when the terminal is gone.
    package init(_ descriptor: Int32, on loop: EventLoop, handler: @escaping @Sendable ([UInt8]) -> Void) {
        self.descriptor = descriptor
        self.loop = loop
        self.handler = handler
    }

    /// Whether keys arrive.
    package var isActive: Bool { saved != nil }

    /// Takes the keyboard; does nothing if there is none, or another job of the shell has it.
    ///
    /// A job in the background that set the mode or read would be stopped by the kernel.
    package func begin() {
        var mode = termios()
        guard saved == nil, !isInBackground, tcgetattr(descriptor, &mode) == 0 else { return }
        saved = mode
        // Ctrl-C stays a signal. Ctrl-Z comes as a key: the terminal must be given back before we stop.
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        mode.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &mode.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
            characters[Int(VSUSP)] = 0
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

    /// Whether another job of the shell has the terminal; one that controls no jobs (-1) has no background.
    private var isInBackground: Bool {
        let group = tcgetpgrp(descriptor)
        return group != -1 && group != getpgrp()
    }

    /// Gives the keyboard back.
    package func end() {
        source?.cancel()
        source = nil
        guard var mode = saved else { return }
        saved = nil
        tcsetattr(descriptor, TCSADRAIN, &mode)
    }
}
