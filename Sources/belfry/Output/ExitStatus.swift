// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How the process ends; stable, and in the man page.
enum ExitStatus: Int32 {
    case done = 0
    /// `ask`: No, to a question whose answers are Yes and No. `doctor`: there are warnings. `send`: as notify-send has it.
    case no = 1
    case usage = 2
    /// Nothing has this identifier, or nothing matched.
    case noMatch = 3
    /// `ask`, `wait`: the notification itself was chosen.
    case opened = 4
    /// `ask`, `wait`: expired, superseded or cancelled.
    case ended = 5
    /// `ask`, `wait`: the person dismissed it. Never a yes, and no No either.
    case dismissed = 6
    /// A time or another value is refused.
    case badData = 65
    /// No bus, no agent or no notification server.
    case unavailable = 69
    /// A failure of ours.
    case failure = 70
    case storeUnavailable = 73
    /// What was printed, or is to be in a file, could not be written.
    case notWritten = 74
    case tryAgain = 75
    case notPermitted = 77
    /// The caller's own `--timeout`, as timeout(1) has it.
    case timedOut = 124
    /// `run`: as a shell has it.
    case notExecutable = 126
    case noCommand = 127
    case interrupted = 130
    case terminated = 143
}
