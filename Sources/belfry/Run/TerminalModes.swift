// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Modes of a terminal, such as whether it echoes keys and waits for whole lines.
struct TerminalModes: Equatable {
    private var modes = termios()

    /// Reads the modes of a terminal, or of the terminal behind this end of a pty; nil if `descriptor` is neither.
    init?(of descriptor: Int32) {
        guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    }

    /// Sets the modes of a terminal, and turns the processing of its output off; returns whether that worked.
    @discardableResult
    func set(withoutOutputProcessingOn descriptor: Int32) -> Bool {
        var modes = modes
        modes.c_oflag &= ~tcflag_t(OPOST)
        return tcsetattr(descriptor, TCSANOW, &modes) == 0
    }

    /// Sets the modes of a terminal, and leaves the processing of its output unchanged.
    ///
    /// - Returns: False if this process is in the background, from where a terminal must not be changed.
    func set(onTerminal descriptor: Int32) -> Bool {
        var present = termios()
        guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &present) == 0 else { return false }
        var modes = modes
        modes.c_oflag = modes.c_oflag & ~tcflag_t(OPOST) | present.c_oflag & tcflag_t(OPOST)
        return tcsetattr(descriptor, TCSANOW, &modes) == 0
    }

    static func == (one: Self, other: Self) -> Bool {
        (one.modes.c_iflag, one.modes.c_oflag, one.modes.c_lflag)
            == (other.modes.c_iflag, other.modes.c_oflag, other.modes.c_lflag)
            && withUnsafeBytes(of: one.modes.c_cc) { ours in
                withUnsafeBytes(of: other.modes.c_cc) { ours.elementsEqual($0) }
            }
    }
}
