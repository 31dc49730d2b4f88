// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Testing
import TestSupport

/// A row of the store that this version can't read.
@Suite struct UnreadableRowTests {
    private func damage(_ identifier: String, _ agent: TestAgent) async throws {
        let store = try #require(try await agent.proxy().status()["store"]?.string)
        let done = try await Stranger.run(
            Program.python, "-c",
            """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1], timeout=30) as store:
                store.execute("UPDATE pending SET request = x'7b' WHERE identifier = ?", sys.argv[2:])
            """, store, identifier, on: agent.bus)
        #expect(done.status == 0, "\(done.errors)")
    }

    // `belfry list` failed as a whole.
    @Test func `belfry list prints the other rows, and three places report the unreadable one`() async throws {
        try await withAgent { agent in
            for identifier in ["bad", "good"] {
                _ = try await agent.proxy().add(request(identifier, ["trigger": tomorrow]))
            }
            try await damage("bad", agent)

            let list = try await agent.belfry("list", "--porcelain")

            #expect(list.status == 0, "\(list.errors)")
            #expect(list.lines.map { $0.prefix { $0 != "\t" } } == ["good"])
            #expect(try await agent.pendingIdentifiers() == ["good"])
            let status = try await agent.belfry("status")
            #expect(status.lines.contains { $0.hasPrefix("unreadable  1 damaged and set aside") }, "\(status.output)")
            let log = try await agent.proxy().log([:])
            #expect(log.last?["identifier"]?.string == "bad" && log.last?["kind"]?.string == "dropped")
            try await withDeadline {
                while !agent.log.contains("Set aside an unreadable record of the store") {
                    try await yieldUntilDeadline()
                }
            }
        }
    }
}
