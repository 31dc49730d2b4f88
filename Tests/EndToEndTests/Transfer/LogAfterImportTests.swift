// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import TestSupport
import Testing
import Triggers

/// After `belfry import` the newest events are still those of this machine.
@Suite struct LogAfterImportTests {
    // The imported events were the newest, so `belfry log` printed no others for a long time.
    @Test func `the newest events are this machine's, and a listener gets no others`() async throws {
        try await withAgent { old in
            for name in ["a", "b"] { _ = try await old.proxy().add(request(name, ["trigger": tomorrow])) }
            let file = old.folders.path + "/all.jsonl"
            #expect(try await old.belfry("export", "-o", file).status == 0)

            try await withAgent { new in
                _ = try await new.proxy().add(request("tea", ["trigger": tomorrow]))
                let events = try await AgentEvents(of: new)
                #expect(try await new.belfry("import", file).status == 0)
                _ = try await new.proxy().add(request("later", ["trigger": tomorrow]))
                #expect(try await events.next("set").identifier == "later")

                func log(_ words: String...) async throws -> [String] {
                    try await new.belfry(["log"] + words).lines.map { line in
                        String(line.split(separator: " ", omittingEmptySubsequences: true)[2])
                    }
                }
                #expect(try await log() == ["a", "b", "tea", "later"])
                #expect(try await log("-n", "2") == ["tea", "later"])
                let all = try await new.proxy().log([:])
                #expect(all.compactMap { $0["cursor"]?.int } == [-1, 0, 1, 2])
                let here = try await new.proxy().log(["since": .int64(0)])
                #expect(here.compactMap { $0["identifier"]?.string } == ["tea", "later"])
            }
        }
    }
}
