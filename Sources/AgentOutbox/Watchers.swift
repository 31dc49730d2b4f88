// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationModel

/// The connections that called `Watch`, and what they are sent.
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

    /// The signals that tell of `event`, one for each connection that watches its application.
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
