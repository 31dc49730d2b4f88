// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Standard descriptors that were closed when the process started, as with `belfry list >&-`.
enum StandardDescriptors {
    /// Opens `/dev/null` for closed standard descriptors, in a mode that makes using them fail.
    ///
    /// Otherwise the next opened file would get such a number, and output could go to the bus connection.
    static func fill() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The call gets the lowest free number, which is this one.
            _ = open("/dev/null", mode)
        }
    }
}
