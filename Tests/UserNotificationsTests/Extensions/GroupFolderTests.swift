// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

/// `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)`.
@Suite struct GroupFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The folder that a program in an environment gets, and its permissions.
    private func container(_ group: String, _ environment: [String: String]) async throws -> Substring? {
        let program = try TestAgent.program("ClientGroup")
        let words = ["env", "-u", "XDG_DATA_HOME", "-u", "BELFRY_APP"] + environment.map { "\($0)=\($1)" }
        let result = try await Program.run(words + [program, group])
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").first
    }

    @Test func `a program has the folder of its application below the data folder`() async throws {
        let data = folder.path + "/data"
        let found = try await container("group.chat", ["XDG_DATA_HOME": data, "BELFRY_APP": "org.example.Chat"])

        #expect(found.map(String.init) == "\(data)/belfry/extensions/org.example.Chat/group.chat")
        for path in [data + "/belfry/extensions/org.example.Chat", String(found ?? "")] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode == 0o700, "\(path)")
        }
    }

    @Test func `without a data folder it is in the home folder, by the executable's name`() async throws {
        let found = try await container("chat", ["HOME": folder.path])

        #expect(found.map(String.init) == folder.path + "/.local/share/belfry/extensions/ClientGroup/chat")
    }

    @Test func `an extension has the folder that the agent shows it`() async throws {
        let shown = folder.path + "/shown"
        let found = try await container(
            "chat", ["BELFRY_EXTENSION_DATA": shown, "XDG_DATA_HOME": "/nowhere", "BELFRY_APP": "other"])

        #expect(found.map(String.init) == shown + "/chat")
    }

    @Test(arguments: ["", ".", "..", "a/b", "../other", "nul\0", String(repeating: "a", count: 256)])
    func `an identifier that is no name of a folder has none`(_ group: String) {
        #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) == nil)
    }

    @Test func `a folder that can't be created is nil`() async throws {
        try Data().write(to: URL(filePath: folder.path + "/file"))
        #expect(try await container("chat", ["XDG_DATA_HOME": folder.path + "/file", "BELFRY_APP": "a"]) == "nil")
    }
}
