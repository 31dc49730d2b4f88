// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
import AgentOutbox
import DBus
import EventLoop
import Logging
package import NotificationModel

/// Signals about logged events, for the connections that watch an application or all.
package actor EventSignals {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let connection: Connection
    private let logger: Logger
    private var watchers = Watchers()
    private var departures: [String: Subscription] = [:]

    init(connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
        loop = connection.loop
    }

    func watch(_ app: String, by caller: Caller) async throws {
        let sender = caller.connection
        watchers.watch(sender, app)
        guard departures[sender] == nil else { return }
        departures[sender] = try await connection.watch(name: sender) { [weak self] _, new in
            guard new == nil else { return }
            self?.assumeIsolated { $0.departed(sender) }
        }
        // The connection may have closed before the watch began.
        if try await connection.owner(of: sender) == nil { departed(sender) }
    }

    func unwatch(_ app: String, by caller: Caller) {
        watchers.unwatch(caller.connection, app)
        if !watchers.contains(caller.connection) { departed(caller.connection) }
    }

    private func departed(_ sender: String) {
        watchers.remove(sender)
        departures.removeValue(forKey: sender)?.cancel()
    }

    /// Sends signals about logged events to the watchers.
    package func tell(_ events: [EventRecord]) {
        for event in events
        where event.kind == .dropped && event.detail["reason"] == .string(EventRecord.unreadableReason) {
            logger.error("Set aside an unreadable record of the store", metadata: [LogKey.app: "\(event.app)"])
        }
        guard !watchers.isEmpty else { return }
        for signal in events.flatMap(watchers.signals) {
            // Sending a signal only fails if the connection is lost, which the disconnect handler deals with.
            connection.assumeIsolated { try? $0.send(signal) }
        }
    }
}
