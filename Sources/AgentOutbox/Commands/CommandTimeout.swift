// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog

/// A command of `on` ran into its time limit and was ended.
struct CommandTimeout: LogSafeError, CustomStringConvertible {
    let limit: Duration

    var description: String { "ended after \(limit.components.seconds) s" }
    var logSummary: String { description }
}
