// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentPrograms
@testable import AgentRules
import PushDistributor
import SettingsEditor
import SettingsFile

/// config.toml and distributor.toml: read as settings, or refused with an error that names the file and the mistake.
enum Settings {
    static func read(_ bytes: [UInt8]) throws {
        try edit(bytes)
        try MemoryFile.with(bytes) { path in
            do {
                let configuration = try Configuration(contentsOf: path)
                _ = (configuration.permission(of: "a"), configuration.quota(of: "a"), configuration.burst(of: "a"))
                _ = configuration.attachmentBytes(of: "a")
                _ = (configuration.loudApps, configuration.responseLife, configuration.previews(of: "a"))
            } catch let error as ConfigurationError {
                try Finding.unless("\(error)".contains(path), "an error that names no file: \(error)")
            }
            do {
                for server in try DistributorConfiguration(contentsOf: path).servers { try check(server) }
            } catch let error as ConfigurationError {
                try Finding.unless("\(error)".contains(path), "an error that names no file: \(error)")
            }
        }
    }

    /// Checks that a key is set in a valid text, or refused, and that all other keys keep their values.
    private static func edit(_ bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self), let before = try? entries(text) else { return }
        let name = SettingsName(["flood", "burst"])
        var edited = SettingsText(text)
        guard (try? edited.set(name, to: "12345")) != nil else { return }
        // The agent refuses an edit of a text that has the key's table in an unusual place.
        guard let after = try? entries(edited.description) else { return }
        try Finding.unless(after[name.description] == "12345", "flood.burst is \(after[name.description] ?? "absent")")
        let isSame = before.filter { $0.key != name.description } == after.filter { $0.key != name.description }
        try Finding.unless(isSame, "another key has changed")
        var removed = edited
        guard (try? removed.remove(name)) == true else { throw Finding("flood.burst was not found again") }
    }

    private static func entries(_ text: String) throws -> [String: String] {
        var entries: [String: String] = [:]
        func collect(_ value: SettingsValue, _ parts: [String]) {
            guard let table = value.table, !table.isEmpty else {
                let text = value.int.map { "\($0)" } ?? value.string ?? value.bool.map { "\($0)" } ?? "other"
                return entries[SettingsName(parts).description] = value.table == nil ? text : nil
            }
            for (name, entry) in table { collect(entry, parts + [name]) }
        }
        collect(try SettingsFile.value(of: text), [])
        return entries
    }

    /// Checks that an accepted push server can be asked: its addresses and its header are on one line.
    private static func check(_ server: PushServer) throws {
        let texts = [server.publish, server.subscribe, server.authorization ?? ""]
        let isOneLine = texts.allSatisfy { text in text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        try Finding.unless(isOneLine, "a push server with control characters: \(server)")
        try Finding.unless(server.endpoint(of: "").utf8.count <= 1000 - 43, "a long endpoint: \(server)")
        try Finding.unless((1...255).contains(server.channelsPerConnection), "channels of a connection: \(server)")
    }
}
