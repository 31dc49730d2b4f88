// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// `config.toml` can't be understood.
package struct ConfigurationError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    package var description: String { "\(path): \(reason)" }
}
