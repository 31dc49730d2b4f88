// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// kill -9 of the agent during an import: all is imported or nothing, and importing again completes it.
@Suite struct ImportCrashTests {
    /// An export of this many requests, the first with a file.
    private func export(_ count: Int, bytes: Int, in folders: AgentFolders) throws -> String {
        let picture = Data(Samples.png).base64EncodedString()
        let body = String(repeating: "x", count: bytes)
        var lines = [
            #"{"date":"2026-11-21T13:40:00Z","format":1,"id":"x","timeZone":"UTC","type":"belfry","version":"1"}"#,
            #"{"app":"a.b","data":"\#(picture)","identifier":"r0","name":"1/cat.png","type":"file"}"#,
        ]
        for number in 0..<count {
            let attachments = number == 0 ? #","attachments":[{"url":"belfry-file:1/cat.png"}]"# : ""
            lines.append(
                #"{"addedUnix":1,"app":"a.b","dueUnix":4000000000,"type":"pending","request":{"identifier":"r\#(number)","#
                    + #""title":"T","body":"\#(body)","trigger":{"timeInterval":60,"repeats":false}\#(attachments)}}"#)
        }
        lines.append("{\"lines\":\(lines.count),\"type\":\"end\"}")
        return try folders.file("all.jsonl", lines.map { $0 + "\n" }.joined().utf8)
    }

    private func count(_ agent: TestAgent) async throws -> Int {
        try await agent.proxy(AgentNames.allApplications).status()["pending"]?.int ?? -1
    }

    /// The present files of imports and of requests.
    private func copies(_ agent: TestAgent) -> [String] {
        let folder = agent.folders.data + "/belfry/attachments"
        return ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".png") }
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    @Test(arguments: [("import-taken:150", false), ("import-uncommitted", false), ("import-committed", true)])
    func `killed at a step, all is imported or nothing, and the same import completes it`(
        step: String, isIn: Bool
    ) async throws {
        try await withAgent(environment: ["BELFRYD_CRASH_AT": step]) { agent in
            let file = try export(300, bytes: 10, in: agent.folders)
            _ = try await agent.proxy().add(request("own", ["trigger": tomorrow]))

            let interrupted = try await agent.belfry("import", file)
            #expect(interrupted.status != 0)
            #expect(try await agent.end() == .signalled(SIGKILL))
            try await agent.start()

            #expect(try await count(agent) == (isIn ? 301 : 1))
            let again = try await agent.belfry("import", file)
            #expect(again.status == 0, "\(again.errors)")
            #expect(
                again.output.contains(isIn ? "imported before" : "imported 300 pending requests"), "\(again.output)")
            #expect(try await count(agent) == 301)
            #expect(copies(agent).count == 1)
        }
    }

    /// The database's log grows before the commit, when data does not fit into memory, and at the commit.
    @Test(arguments: [1, 512, 2048, 4096])
    func `killed after this many kilobytes of writes, all is imported or nothing`(kilobytes: Int)
        async throws
    {
        try await withAgent { agent in
            let file = try export(4000, bytes: 1000, in: agent.folders)
            _ = try await agent.proxy().add(request("own", ["trigger": tomorrow]))
            let log = agent.folders.store + "-wal"
            let end = Self.size(log) + (kilobytes << 10)

            async let interrupted = agent.belfry("import", file)
            try await withDeadline { while Self.size(log) < end { try await yieldUntilDeadline() } }
            try await agent.kill()
            _ = try await interrupted
            try await agent.start()

            let there = try await count(agent)
            #expect([1, 4001].contains(there))
            let again = try await agent.belfry("import", file)
            #expect(again.status == 0, "\(again.errors)")
            #expect(try await count(agent) == 4001)
            #expect(copies(agent).count == 1)
        }
    }
}
