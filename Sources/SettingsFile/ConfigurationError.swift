// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error in a settings file, such as `config.toml`.
package struct ConfigurationError: Error, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    package var description: String { "\(path): \(reason)" }
}
