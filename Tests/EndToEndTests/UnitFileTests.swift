// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// What the packages give to systemd.
@Suite struct UnitFileTests {
    private static func lines(of unit: String) throws -> [Substring] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../packaging/lib/systemd/user/\(unit).service.in").standardized
        return String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
    }

    // Stopping the agent used to end the application that a click had started: it lives in the agent's unit.
    @Test(arguments: ["belfry", "belfry-unconfined"])
    func `stopping the agent ends the agent alone`(_ unit: String) throws {
        let lines = try Self.lines(of: unit)
        let service = try #require(lines.firstIndex(of: "[Service]"))
        let mode = try #require(lines.firstIndex(of: "KillMode=process"))
        #expect(service < mode && mode < (lines.firstIndex(of: "[Install]") ?? lines.endIndex))
    }

    // systemd ended an agent that let go of its name to rescue a deleted store; with it went what only that agent still had.
    @Test(arguments: ["belfry", "belfry-unconfined"])
    func `an agent that lets go of its name for a moment goes on`(_ unit: String) throws {
        #expect(try Self.lines(of: unit).contains("Type=exec"))
    }

    // A unit's sandbox is that of all that the agent starts: of a terminal that a click opens, and of what is run in there.
    @Test func `a unit with a sandbox says so to its agent, which then starts programs outside`() throws {
        let lines = try Self.lines(of: "belfry")
        #expect(lines.contains("PrivateUsers=yes") && lines.contains("NoNewPrivileges=yes"))
        #expect(lines.contains("ExecStart=@belfryd@ --confined"))
    }

    @Test(arguments: [
        "NoNewPrivileges", "SystemCall", "Restrict", "MemoryDeny", "LockPersonality", "Private", "Protect",
        "Capability", "UMask", "Keyring", "IPAddress", "Limit", "ReadOnlyPaths", "InaccessiblePaths", "Device",
        "RootDirectory", "User",
    ])
    func `the unit without a sandbox takes nothing from the programs that a click starts`(_ beginning: String) throws {
        let lines = try Self.lines(of: "belfry-unconfined")
        #expect(lines.contains("ExecStart=@belfryd@"))
        #expect(!lines.contains { $0.hasPrefix(beginning) && !$0.hasPrefix("Restart") })
    }

    @Test func `what failed in the sandbox is not started anew without one`() throws {
        let lines = try Self.lines(of: "belfry-unconfined")
        #expect(
            lines.contains { $0.hasPrefix("ExecStartPre=") && $0.contains("MONITOR_EXIT_STATUS") && $0.contains("200") }
        )
        #expect(try Self.lines(of: "belfry").contains("OnFailure=belfry-unconfined.service"))
    }
}
