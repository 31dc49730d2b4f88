// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The standard input, output and error of a process that was started without one of them, as `belfry list >&-`.
enum StandardDescriptors {
    /// Fills the holes with what can't be read or written.
    ///
    /// Else the next file that is opened has such a number, and the connection to the bus gets what was to be printed.
    static func fill() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free: this one.
            _ = open("/dev/null", mode)
        }
    }
}
