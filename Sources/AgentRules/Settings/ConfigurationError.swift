// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog

/// `config.toml` can't be understood.
package struct ConfigurationError: LogSafeError, CustomStringConvertible {
    let path: String
    package let reason: String

    package var description: String { "\(path): \(reason)" }
    /// The reason quotes the person's own settings, which the log is to help with.
    var logSummary: String { description }
}
