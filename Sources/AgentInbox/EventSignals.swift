// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLog
import DBus
package import EventLoop
import FoundationEssentials
import Logging
package import NotificationModel
import Triggers

/// Sends signals about logged events to the connections that watch an application or all applications.
package actor EventSignals: LoopActor {
    package nonisolated let loop: EventLoop

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
        departures[sender] = try await connection.watchDeparture(of: sender) { [weak self] in
            self?.assumeIsolated { $0.departed(sender) }
        }
        if departures[sender] == nil { departed(sender) }
    }

    func unwatch(_ app: String, by caller: Caller) {
        watchers.unwatch(caller.connection, app)
        if !watchers.contains(caller.connection) { departed(caller.connection) }
    }

    private func departed(_ sender: String) {
        watchers.remove(sender)
        departures.removeValue(forKey: sender)?.cancel()
    }

    /// Tells the connections that watch all applications that pauses, settings or the notification server have changed.
    package func tellStatus() { send(watchers.statusSignals) }

    /// Sends signals about logged events to the watchers.
    package func tell(_ events: [EventRecord]) {
        for event in events
        where event.kind == .dropped && event.detail["reason"] == .string(EventRecord.unreadableReason) {
            logger.error("Set aside an unreadable record of the store", metadata: [LogKey.app: "\(event.app)"])
        }
        guard !watchers.isEmpty else { return }
        send(events.flatMap(watchers.signals))
    }

    private func send(_ signals: [Message]) {
        for signal in signals {
            // Sending a signal only fails if the connection is lost, which the disconnect handler deals with.
            connection.assumeIsolated { try? $0.send(signal) }
        }
    }
}

/// The connections that called `Watch`, and the signals for them.
struct Watchers {
    private var apps: [String: Set<String>] = [:]

    mutating func watch(_ connection: String, _ app: String) { apps[connection, default: []].insert(app) }

    mutating func unwatch(_ connection: String, _ app: String) {
        apps[connection]?.remove(app)
        if apps[connection]?.isEmpty == true { apps[connection] = nil }
    }

    mutating func remove(_ connection: String) { apps[connection] = nil }

    var isEmpty: Bool { apps.isEmpty }

    func contains(_ connection: String) -> Bool { apps[connection] != nil }

    /// The signals `StatusChanged`, one for each connection that watches all applications.
    var statusSignals: [Message] {
        apps.filter { $0.value.contains(AgentNames.allApplications) }.keys.sorted().map {
            Message.signal(
                path: AgentNames.path, interface: AgentNames.interface, member: AgentNames.statusChanged,
                destination: $0)
        }
    }

    /// Returns the signals for `event`, one for each connection that watches its application.
    func signals(for event: EventRecord) -> [Message] {
        let interested = apps.filter { $0.value.contains(event.app) || $0.value.contains(AgentNames.allApplications) }
        guard !interested.isEmpty, let detail = try? DictionaryCoding.properties(of: event.detail) else { return [] }
        var complete = detail
        complete["cursor"] = .int64(event.cursor)
        complete["date"] = .string(event.date.rfc3339(in: .current))
        complete["dateUnix"] = .double(event.date.timeIntervalSince1970)
        return interested.keys.sorted().map { connection in
            Message.signal(
                path: AgentNames.path, interface: AgentNames.interface, member: AgentNames.event,
                arguments: [
                    .string(event.app), .string(event.identifier), .string(event.kind.rawValue),
                    .properties(complete),
                ], destination: connection)
        }
    }
}
