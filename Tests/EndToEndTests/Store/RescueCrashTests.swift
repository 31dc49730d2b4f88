// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Glibc
import NotificationServer
import TestSupport
import Testing
import Triggers

/// kill -9 of the agent between any two steps of a recovery: the next agent completes it, no readable row is lost, and
/// a notification says so.
@Suite struct RescueCrashTests {
    private static let steps = [
        "rescue-made", "rescue-named", "rescue-linked", "rescue-aside", "rescue-unlogged", "rescue-placed",
    ]
    private static let rubbish = String(repeating: "this is not a database. ", count: 400)

    private func crash(_ step: String) -> [String: String] { ["BELFRYD_CRASH_AT": step] }

    /// The identifiers of the pending requests, as soon as there is a store again.
    private func names(_ agent: TestAgent) async throws -> Set<String> {
        try await withDeadline {
            while true {
                do {
                    return Set(try await agent.pendingIdentifiers())
                } catch is DBus.BusError, is Refusal {
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
        }
    }

    /// Checks that the temporary files of a recovery are deleted with its report.
    private func hasCleanedUp(_ agent: TestAgent) async throws {
        try await withDeadline {
            while agent.folders.leftovers != [] { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    // The log lost its name before the new file had it: the next agent read the damaged file without the changes in its
    // log.
    @Test(arguments: steps)
    func `killed during the recovery of a damaged store, it has all readable rows`(
        step: String
    ) async throws {
        try await withAgentAndServer { agent, server in
            // More than SQLite keeps in its cache.
            try await agent.addLarge(4 * 500)
            try await agent.kill()
            try await agent.python(
                """
                import sqlite3, sys
                store = sqlite3.connect(sys.argv[1], timeout=30)
                store.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                """)
            // The first backup is made after 10 s, in which a slow build has not added all requests. It would have all rows.
            try? FileManager.default.removeItem(atPath: agent.folders.storeFolder + "/backups")
            try await agent.start(crash(step))
            _ = try await agent.proxy().add(request("in the log", ["trigger": tomorrow]))

            try await agent.whileStoreIsRead {
                let file = try FileHandle(forUpdating: URL(filePath: agent.folders.store))
                let pages = Int(try file.seekToEnd()) / 4096
                for page in pages / 2..<pages / 2 + 10 {
                    try file.seek(toOffset: UInt64(page * 4096))
                    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
                }
                try file.close()
                // The call is refused, or no agent is left to reply.
                _ = try? await agent.proxy().pending()
                #expect(try await agent.end() == .signalled(SIGKILL))
                #expect(agent.log.contains("dies \(step)"))

                try await agent.start()

                let names = try await names(agent)
                #expect(names.isSuperset(of: ["tea 0", "tea 1999", "in the log"]))
                #expect((1950..<2001).contains(names.count))
            }
            #expect(try await server.nextNotification().summary == "Your reminders were damaged on disk")
            let logs = agent.folders.aside.map { FileManager.default.contents(atPath: $0 + "-wal") ?? Data() }
            #expect(logs.contains { $0.range(of: Data("in the log".utf8)) != nil })
            try await hasCleanedUp(agent)
            _ = try await agent.proxy().add(request("coffee", ["trigger": tomorrow]))
        }
    }

    // All data was in a file that the next agent deleted first: without a backup it opened an empty store.
    @Test(arguments: [
        ("rescue-saved", false), ("rescue-aside", false), ("rescue-unlogged", false), ("rescue-placed", false),
        ("rescue-saved", true), ("rescue-linked", true), ("rescue-aside", true), ("rescue-unlogged", true),
        ("rescue-placed", true),
    ])
    func `killed while a deleted store is written anew, it has all rows`(step: String, isReplaced: Bool) async throws {
        try await withAgentAndServer(environment: crash(step)) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try FileManager.default.removeItem(atPath: agent.folders.store)
            if isReplaced { try agent.folders.write(Self.rubbish, to: agent.folders.store) }
            _ = try? await agent.proxy().add(request("refused", ["trigger": tomorrow]))
            #expect(try await agent.end() == .signalled(SIGKILL))
            #expect(agent.log.contains("dies \(step)"))

            try await agent.start()

            #expect(try await names(agent) == ["tea"])
            #expect(try await server.nextNotification().summary == "The file with your reminders was deleted")
            #expect(agent.folders.aside.compactMap(agent.folders.text) == (isReplaced ? [Self.rubbish] : []))
            try await hasCleanedUp(agent)
            // The report is shown once, unless the agent is killed before the notification's number is persisted.
            try await withDeadline {
                while try await agent.deliveredStates(AgentNames.desktopEntry) != ["belfry.store": "shown"] {
                    try await yieldUntilDeadline()
                }
            }
            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            _ = try await agent.proxy().add(request("coffee", title: "Coffee"))
            #expect(try await server.nextNotification().summary == "Coffee")
        }
    }

    @Test func `the list contains every step of a recovery`() throws {
        let file = URL(filePath: #filePath)
            .appending(path: "../../../../Sources/NotificationStore/Database/StoreStep.swift")
        let source = try String(contentsOf: file.standardized, encoding: .utf8)
        let names = source.split(separator: "\"").filter { $0.hasPrefix("rescue-") }.map(String.init)

        #expect(Set(names) == Set(Self.steps + ["rescue-saved"]))
    }
}

extension AgentFolders {
    /// The temporary files of a recovery.
    fileprivate var leftovers: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: storeFolder)) ?? []
        return names.filter { $0.contains(".new") || $0.contains(".next") || $0.contains(".rescue") }
    }
}
