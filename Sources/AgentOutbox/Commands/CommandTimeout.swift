// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog

/// The error for a command of `on` that was ended at its time limit.
struct CommandTimeout: LogSafeError, CustomStringConvertible {
    let limit: Duration

    var description: String { "ended after \(limit.components.seconds) s" }
    var logSummary: String { description }
}
