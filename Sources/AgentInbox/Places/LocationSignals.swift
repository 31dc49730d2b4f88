// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLocation
import DBus
import EventLoop
import FoundationEssentials
import NotificationStore
import Triggers

/// Sends signals about the machine's location to the connections that follow it.
actor LocationSignals: LoopActor {
    nonisolated let loop: EventLoop

    private let connection: Connection
    private let location: LocationService
    private var departures: [String: Subscription] = [:]

    init(connection: Connection, location: LocationService) {
        (self.connection, self.location) = (connection, location)
        loop = connection.loop
    }

    /// Follows the location for a caller until the caller leaves the bus; stops following it if the monitor is nil.
    ///
    /// - Throws: ``Triggers/Refusal`` if the application would monitor too many regions.
    func follow(_ monitor: LocationMonitor?, of app: String, for caller: Caller) async throws {
        let sender = caller.connection
        let key = LocationMonitor.Key(connection: sender, app: app)
        guard let monitor else { return await location.endMonitor(key) }
        try await location.follow(monitor, of: key) { [connection] event in
            let signal = event.signal(about: app, to: sender)
            // Sending a signal only fails if the connection is lost, which the disconnect handler deals with.
            connection.assumeIsolated { try? $0.send(signal) }
        }
        guard departures[sender] == nil else { return }
        departures[sender] = try await connection.watchDeparture(of: sender) { [weak self] in
            self?.assumeIsolated { $0.departed(sender) }
        }
        if departures[sender] == nil { departed(sender) }
    }

    private func departed(_ sender: String) {
        departures.removeValue(forKey: sender)?.cancel()
        location.assumeIsolated { $0.endMonitors(of: sender) }
    }
}

extension LocationEvent {
    /// Returns the signal that reports this event about an application to a connection.
    fileprivate func signal(about app: String, to connection: String) -> Message {
        let (kind, detail): (String, [String: Value]) =
            switch self {
            case .entered(let identifier): ("entered", ["identifier": .string(identifier)])
            case .left(let identifier): ("left", ["identifier": .string(identifier)])
            case .position(let fix): ("position", fix.properties)
            case .trouble(let trouble): ("trouble", ["trouble": .string(trouble.sentence)])
            case .permission(let answer): ("permission", ["permission": .string(answer.rawValue)])
            }
        return .signal(
            path: AgentNames.path, interface: AgentNames.interface, member: AgentNames.locationEvent,
            arguments: [.string(app), .string(kind), .properties(detail)], destination: connection)
    }
}

extension Fix {
    /// The position's keys in the D-Bus interface.
    var properties: [String: Value] {
        var properties: [String: Value] = [
            "latitude": .double(coordinate.latitude), "longitude": .double(coordinate.longitude),
            "accuracy": .double(accuracy), "dateUnix": .double(date.timeIntervalSince1970),
            "source": .string(source),
        ]
        if let speed { properties["speed"] = .double(speed) }
        return properties
    }
}
