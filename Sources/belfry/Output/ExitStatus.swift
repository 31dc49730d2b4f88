// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The exit statuses, which are stable and documented in the man page.
enum ExitStatus: Int32 {
    case done = 0
    /// `ask`: the answer is No. `doctor`: there are warnings. `send`: as in notify-send.
    case no = 1
    case usage = 2
    /// No request has this identifier, or nothing matched.
    case noMatch = 3
    /// `ask`, `wait`: the notification itself was clicked.
    case opened = 4
    /// `ask`, `wait`: the notification expired, or was replaced or removed.
    case ended = 5
    /// `ask`, `wait`: the person dismissed the notification, which is neither Yes nor No.
    case dismissed = 6
    /// A time or another value was refused.
    case badData = 65
    /// There is no bus, agent or notification server.
    case unavailable = 69
    /// Internal error of Belfry.
    case failure = 70
    case storeUnavailable = 73
    /// The output or the output file could not be written.
    case notWritten = 74
    case tryAgain = 75
    case notPermitted = 77
    /// The time limit `--timeout` was reached, as in timeout(1).
    case timedOut = 124
    /// `run`: the statuses of a shell.
    case notExecutable = 126
    case noCommand = 127
    case interrupted = 130
    case terminated = 143
}
