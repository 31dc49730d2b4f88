// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// How the wait for one answer ended.
enum Answer: Sendable {
    /// The person answered, or dismissed it; or it expired.
    case response([String: Value])
    /// Nobody can answer any more; why, as a word for the person.
    case ended(String)
    /// The caller's own limit ran out.
    case timedOut
    /// The process shall end.
    case signal(Int32)
    /// The agent is gone and can't be started again; why.
    case agentLost(String)
}
