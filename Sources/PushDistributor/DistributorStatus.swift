// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The state of a distributor: the reply of the method `Status`, whose keys the interface's XML describes.
package struct DistributorStatus: Codable, Hashable, Sendable {
    package struct Server: Codable, Hashable, Sendable {
        package var name: String
        package var engine: String
        package var state: String
        package var reason: String?
        package var channels: UInt32
    }

    package var version: String
    package var configuration: String
    package var configurationError: String?
    package var advice: String?
    package var server: String?
    package var servers: [Server]
    package var registrations: UInt32
    package var waiting: UInt32
    package var dropped: [String: UInt32]

    /// Asks the distributor for its state; the bus starts a distributor that is installed and does not run.
    ///
    /// - Throws: ``DBus/BusError``, or a decoding error for a reply in another form.
    package init(from connection: Connection) async throws {
        let call = Message.methodCall(
            destination: DistributorNames.busName, path: DistributorNames.path, interface: DistributorNames.status,
            member: "Status")
        let reply = try await connection.call(call)
        self = try ValueDecoder().decode(Self.self, from: reply.arguments.first ?? .properties([:]))
    }

    init(
        configuration: String, configurationError: String?, advice: String?, servers: [Server],
        registrations: Int, waiting: Int, dropped: [String: UInt32]
    ) {
        (version, self.configuration) = (DistributorNames.version, configuration)
        (self.configurationError, self.advice) = (configurationError, advice)
        (server, self.servers) = (servers.first?.name, servers)
        (self.registrations, self.waiting) = (UInt32(clamping: registrations), UInt32(clamping: waiting))
        self.dropped = dropped
    }

    /// The entries of the reply of `Status`.
    var properties: [String: Value] {
        get throws {
            var properties = try ValueEncoder().encode(self).properties ?? [:]
            // The encoder doesn't know the type of an empty list's elements.
            if servers.isEmpty { properties["servers"] = .array([], of: .properties) }
            return properties
        }
    }

    /// The state in lines for a person.
    package var lines: [String] {
        var lines = ["belfry-distributor \(version), configured by \(configuration)"]
        for server in servers {
            let isChosen = server.name == self.server ? ", gets new registrations" : ""
            let reason = server.reason.map { " (\($0))" } ?? ""
            lines.append(
                "\(server.name): \(server.engine), \(server.state)\(reason), \(Self.count(server.channels, "registration"))"
                    + isChosen)
        }
        let messages = Self.count(waiting, "message")
        lines.append("\(Self.count(registrations, "registration")), \(messages) waiting for applications")
        if !dropped.isEmpty {
            let reasons = dropped.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
            lines.append("dropped messages: \(reasons.joined(separator: ", "))")
        }
        return lines + [advice].compactMap(\.self)
    }

    private static func count(_ number: UInt32, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
