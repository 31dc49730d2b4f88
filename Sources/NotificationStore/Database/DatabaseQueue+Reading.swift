// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

extension DatabaseQueue {
    /// Opens a separate read-only connection, which waits at most a second while another process has the file locked.
    ///
    /// - Parameters:
    ///   - path: The database's file.
    ///   - label: The name of the connection's dispatch queue, for a debugger.
    ///   - prepare: The first statements of the connection.
    /// - Returns: The connection. The caller closes it, so that the file is released at once.
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

    /// Keeps this connection in memory after it was closed, even if nothing else refers to it.
    ///
    /// GRDB attaches a value with a destructor to its queue. libdispatch calls the destructor on a global queue when
    /// the queue is freed, and after such a call libdispatch wakes the process every second. A closed connection is
    /// small, and the agent opens only a few in a day.
    func keptForEver() -> DatabaseQueue {
        Self.kept.withLock { $0.append(self) }
        return self
    }

    private static let kept = Mutex<[DatabaseQueue]>([])
}
