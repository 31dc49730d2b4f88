// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import SettingsFile

/// The person's settings: `distributor.toml`, read at start and at SIGHUP.
///
///     server = "push.example.org"             # the server of new registrations; default: the first by name
///     [servers."push.example.org"]
///     engine = "nchan"                        # nginx with nchan
///     publish = "https://push.example.org/p/" # the address before a channel's name
///     subscribe = "https://push.example.org/s/"
///     [servers.ntfy]
///     engine = "ntfy"
///     url = "https://ntfy.sh"
///     token = "tk_..."                        # or user and password
///
/// ``ServerSettings`` has all keys of a server.
package struct DistributorConfiguration: SettingsTable {
    /// The servers, sorted by name, but the server for new registrations comes first.
    package private(set) var servers: [PushServer] = []
    private var server: String?
    private var tables: [String: ServerSettings] = [:]

    /// Makes a configuration without a server.
    package init() {}

    /// - Parameter path: The path of the file, which may be missing; an existing file must be readable.
    /// - Throws: ``SettingsFile/ConfigurationError`` that names the file, the key, and the values that the key takes.
    package init(contentsOf path: String) throws {
        try SettingsFile.read(path, into: &self)
        do {
            servers = try tables.sorted { $0.key < $1.key }.map { try $1.server(named: $0) }
            guard let server else { return }
            guard let index = servers.firstIndex(where: { $0.name == server }) else {
                let names = servers.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw SettingsProblem(
                    "server is \"\(server)\", which is not in [servers]; "
                        + (names.isEmpty ? "no server is there" : "there are \(names)"))
            }
            servers.insert(servers.remove(at: index), at: 0)
        } catch let problem as SettingsProblem {
            throw ConfigurationError(path: path, reason: problem.text)
        }
    }

    /// Returns the server of this name; nil if there is none.
    package func server(named name: String) -> PushServer? { servers.first { $0.name == name } }

    package static let keys: SettingsKeys<Self> = [
        "server": { settings, value, name in
            guard let text = value.string else { throw SettingsProblem("\(name) must be the name of a server") }
            settings.server = text
        },
        "servers": { settings, value, name in
            guard let tables = value.table else { throw SettingsProblem("\(name) must be a table") }
            for (key, entry) in tables {
                guard (1...maximumNameSize).contains(key.utf8.count), !key.utf8.contains(where: { $0 < 0x20 }) else {
                    throw SettingsProblem(
                        "a name in \(name) must have 1 to \(maximumNameSize) bytes, without control characters")
                }
                var table = ServerSettings()
                try read(entry, into: &table, named: "\(name).\(key)")
                settings.tables[key] = table
            }
        },
    ]

    private static let maximumNameSize = 100
}
