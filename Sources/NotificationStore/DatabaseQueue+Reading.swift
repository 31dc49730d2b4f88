// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension DatabaseQueue {
    /// A connection of its own that only reads, and waits a second for who holds the file locked.
    ///
    /// - Parameters:
    ///   - path: The database's file.
    ///   - label: What its queue is called, for a debugger.
    ///   - prepare: What is said to SQLite first.
    /// - Returns: The connection; close it, so that its file is let go of at once.
    /// - Throws: `DatabaseError`.
    static func reading(
        _ path: String, label: String, prepare: (@Sendable (Database) throws -> Void)? = nil
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(1)
        configuration.label = label
        if let prepare { configuration.prepareDatabase(prepare) }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
