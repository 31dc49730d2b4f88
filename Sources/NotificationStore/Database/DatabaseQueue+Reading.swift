// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

extension DatabaseQueue {
    /// A connection of its own that only reads, and waits a second for who holds the file locked.
    ///
    /// - Parameters:
    ///   - path: The database's file.
    ///   - label: The name of its queue, for a debugger.
    ///   - prepare: The first statements of the connection.
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
        return try DatabaseQueue(path: path, configuration: configuration).keptForEver()
    }

    /// Keeps this connection in memory when it has been closed, and nobody has it any more.
    ///
    /// GRDB gives its queue a value with a destructor, which libdispatch calls on a global queue when the queue is freed. From its
    /// first job there on, libdispatch wakes the process every second. A closed connection is small, and two a day are made.
    func keptForEver() -> DatabaseQueue {
        Self.kept.withLock { $0.append(self) }
        return self
    }

    private static let kept = Mutex<[DatabaseQueue]>([])
}
