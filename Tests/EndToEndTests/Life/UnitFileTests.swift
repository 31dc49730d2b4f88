// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing

/// The units that packages install.
@Suite struct UnitFileTests {
    private static func lines(of unit: String) throws -> [Substring] {
        let file = URL(filePath: Checkout.root)
            .appending(path: "packaging/lib/systemd/user/\(unit).service.in").standardized
        return String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
    }

    // Stopping the agent ended the application that a click had started, because it is in the agent's unit.
    @Test(arguments: ["belfry", "belfry-unconfined"])
    func `stopping the agent ends only the agent`(_ unit: String) throws {
        let lines = try Self.lines(of: unit)
        let service = try #require(lines.firstIndex(of: "[Service]"))
        let mode = try #require(lines.firstIndex(of: "KillMode=process"))
        #expect(service < mode && mode < (lines.firstIndex(of: "[Install]") ?? lines.endIndex))
    }

    // systemd stopped an agent that released its name to recover a deleted store, and that agent's unsaved data was
    // lost.
    @Test(arguments: ["belfry", "belfry-unconfined"])
    func `an agent that releases its name for a moment is not stopped`(_ unit: String) throws {
        #expect(try Self.lines(of: unit).contains("Type=exec"))
    }

    // A unit's sandbox confines all programs that the agent starts, also a terminal that a click opens, and the
    // programs in it.
    @Test func `a unit with a sandbox passes --confined, so that programs start outside it`() throws {
        let lines = try Self.lines(of: "belfry")
        #expect(lines.contains("PrivateUsers=yes") && lines.contains("NoNewPrivileges=yes"))
        #expect(lines.contains("ExecStart=@belfryd@ --confined"))
    }

    @Test(arguments: [
        "NoNewPrivileges", "SystemCall", "Restrict", "MemoryDeny", "LockPersonality", "Private", "Protect",
        "Capability", "UMask", "Keyring", "IPAddress", "Limit", "ReadOnlyPaths", "InaccessiblePaths", "Device",
        "RootDirectory", "User",
    ])
    func `the unit without a sandbox does not confine programs that a click starts`(_ beginning: String) throws {
        let lines = try Self.lines(of: "belfry-unconfined")
        #expect(lines.contains("ExecStart=@belfryd@"))
        #expect(!lines.contains { $0.hasPrefix(beginning) && !$0.hasPrefix("Restart") })
    }

    @Test func `an agent that failed in the sandbox is not started without one`() throws {
        let lines = try Self.lines(of: "belfry-unconfined")
        #expect(
            lines.contains { $0.hasPrefix("ExecStartPre=") && $0.contains("MONITOR_EXIT_STATUS") && $0.contains("200") }
        )
        #expect(try Self.lines(of: "belfry").contains("OnFailure=belfry-unconfined.service"))
    }
}
