// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog

/// An error in `config.toml`.
package struct ConfigurationError: LogSafeError, CustomStringConvertible {
    let path: String
    package let reason: String

    package var description: String { "\(path): \(reason)" }
    /// The reason, which quotes the person's own settings; the log needs it to be of help.
    var logSummary: String { description }
}
