// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The keys of log metadata. Titles and bodies are private and have no key.
package enum LogKey {
    package static let app = "app"
    package static let occurrence = "occurrence"
    package static let server = "server"
    package static let error = "error"
    package static let count = "count"
    package static let method = "method"
    package static let status = "status"
    package static let path = "path"
    package static let source = "source"
    package static let reason = "reason"
}
