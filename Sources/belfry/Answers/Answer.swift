// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Result of waiting for an answer.
enum Answer: Sendable {
    /// The person answered or dismissed the notification, or it expired.
    case response([String: Value])
    /// An answer has become impossible; the word is the reason.
    case ended(String)
    /// The command's own time limit was reached.
    case timedOut
    /// A signal asked the process to end.
    case signal(Int32)
    /// The agent has ended and can't be started again; the text is the reason.
    case agentLost(String)
}
