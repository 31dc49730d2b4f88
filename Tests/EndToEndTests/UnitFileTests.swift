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
}
