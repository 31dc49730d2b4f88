// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The keys of log metadata. Titles and bodies have none: they are private.
enum LogKey {
    static let app = "app"
    static let request = "request"
    static let occurrence = "occurrence"
    static let server = "server"
    static let error = "error"
    static let count = "count"
    static let due = "due"
    static let late = "late"
    static let caller = "caller"
    static let method = "method"
    static let status = "status"
    static let action = "action"
    static let path = "path"
    static let source = "source"
    static let reason = "reason"
}
