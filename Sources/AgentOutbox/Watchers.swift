// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import DBus
import FoundationEssentials
package import NotificationModel
import Triggers

/// The connections that called `Watch`, and the signals for them.
package struct Watchers {
    private var apps: [String: Set<String>] = [:]

    package init() {}

    package mutating func watch(_ connection: String, _ app: String) { apps[connection, default: []].insert(app) }

    package mutating func unwatch(_ connection: String, _ app: String) {
        apps[connection]?.remove(app)
        if apps[connection]?.isEmpty == true { apps[connection] = nil }
    }

    package mutating func remove(_ connection: String) { apps[connection] = nil }

    package var isEmpty: Bool { apps.isEmpty }

    package func contains(_ connection: String) -> Bool { apps[connection] != nil }

    /// Returns the signals for `event`, one for each connection that watches its application.
    package func signals(for event: EventRecord) -> [Message] {
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
