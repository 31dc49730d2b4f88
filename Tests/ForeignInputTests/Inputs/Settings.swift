// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentPrograms
@testable import AgentRules
import PushDistributor
import SettingsFile

/// config.toml and distributor.toml: read as settings, or refused with an error that names the file and the mistake.
enum Settings {
    static func read(_ bytes: [UInt8]) throws {
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

    /// Checks that an accepted push server can be asked: its addresses and its header are on one line.
    private static func check(_ server: PushServer) throws {
        let texts = [server.publish, server.subscribe, server.authorization ?? ""]
        let isOneLine = texts.allSatisfy { text in text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        try Finding.unless(isOneLine, "a push server with control characters: \(server)")
        try Finding.unless(server.endpoint(of: "").utf8.count <= 1000 - 43, "a long endpoint: \(server)")
        try Finding.unless((1...255).contains(server.channelsPerConnection), "channels of a connection: \(server)")
    }
}
