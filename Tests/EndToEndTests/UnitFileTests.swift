// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// What the packages give to systemd.
@Suite struct UnitFileTests {
    // Stopping the agent used to end the application that a click had started: it lives in the agent's unit.
    @Test func `stopping the agent ends the agent alone`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../packaging/lib/systemd/user/belfry.service.in").standardized
        let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
        let service = try #require(lines.firstIndex(of: "[Service]"))
        let mode = try #require(lines.firstIndex(of: "KillMode=process"))
        let install = try #require(lines.firstIndex(of: "[Install]"))
        #expect(service < mode && mode < install)
    }

    // A unit's sandbox is that of all that the agent starts: of a terminal that a click opens, and of what is run in there.
    @Test(arguments: [
        "NoNewPrivileges", "SystemCall", "Restrict", "MemoryDeny", "LockPersonality", "Private", "Protect",
        "Capability",
        "UMask", "Keyring", "IPAddress", "Limit", "ReadOnlyPaths", "InaccessiblePaths", "Device", "RootDirectory",
        "User",
    ])
    func `what the unit sets takes nothing from the programs that a click starts`(_ beginning: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../packaging/lib/systemd/user/belfry.service.in").standardized
        let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
        #expect(lines.contains("Type=dbus"))
        #expect(!lines.contains { $0.hasPrefix(beginning) })
    }
}
