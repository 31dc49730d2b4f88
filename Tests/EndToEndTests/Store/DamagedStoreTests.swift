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

/// The store's file is no database any more, or is missing: the agent renames it, and continues with the recovered
/// data.
@Suite struct DamagedStoreTests {
    private static let rubbish = String(repeating: "this is not a database. ", count: 400)

    /// Ends the agent and replaces its store by another file.
    private func spoil(_ agent: TestAgent) async throws {
        try await agent.kill()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: agent.folders.store + suffix) }
        try agent.folders.write(Self.rubbish, to: agent.folders.store)
    }

    // The agent ended with 73, and so did every later start.
    @Test func `a file that is no store is renamed, and a notification says so`() async throws {
        try await withAgentAndServer { agent, server in
            try await spoil(agent)

            try await agent.start()

            let told = try await server.nextNotification()
            #expect(told.summary == "Your reminders were damaged on disk")
            // R8: the notification said that readable rows were kept.
            #expect(told.body.hasPrefix("Nothing in it could be read. There is no backup"), "\(told.body)")
            let aside = try #require(agent.folders.aside.first)
            #expect(told.body.contains(aside))
            #expect(agent.folders.text(of: aside) == Self.rubbish)
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            #expect(try await agent.pendingIdentifiers() == ["tea"])
            #expect(agent.log.contains("The store had to be rescued"))
        }
    }

    @Test func `the backup of the day replaces a file that is no store`() async throws {
        let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("early", ["trigger": tomorrow]))
            try await agent.clock.advance(301)
            try await agent.hasLogged("Made a backup")
            _ = try await agent.proxy().add(request("late", ["trigger": tomorrow]))
            try await spoil(agent)

            try await agent.start(noon)

            let told = try await server.nextNotification()
            #expect(told.body.contains("the backup of 2026-11-21 12:0"))
            #expect(try await agent.pendingIdentifiers() == ["early"])
        }
    }

    @Test func `a registration of a backup is made anew, with another token and other keys`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let before = try await agent.registered()
            let first = try await distributor.nextRegistration()
            try await agent.clock.advance(301)
            try await agent.hasLogged("Made a backup")
            try await spoil(agent)

            try await agent.start(["BELFRY_NOW": "2026-11-21T12:10:00Z"])

            let second = try await distributor.nextRegistration()
            #expect(second.token != first.token)
            // The application is told at its next Attach.
            let next = try await RemoteDelegate(of: agent)
            let after = try await next.next(.didRegister)
            #expect(after["endpoint"]?.string == distributor.endpoint(of: second.token))
            #expect(after["subscription"]?.string != before["subscription"]?.string)
            try await distributor.push(#"{"aps":{"alert":{"title":"Anew"}}}"#, to: after)
            while try await server.nextNotification().summary != "Anew" {}
        }
    }

    @Test func `R8: the first backup is made seconds after the first request`() async throws {
        try await withAgent(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("early", ["trigger": tomorrow]))
            try await events.next("set", of: "early")
            try await agent.clock.advance(11)
            try await agent.hasLogged("Made a backup")
        }
    }

    @Test func `R8: an empty file instead of the store is reported, also without a backup`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("early", ["trigger": tomorrow]))
            try await agent.kill()
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: agent.folders.store + suffix) }
            try agent.folders.write("", to: agent.folders.store)

            try await agent.start()

            let told = try await server.nextNotification()
            #expect(told.summary == "The file with your reminders was missing")
            #expect(told.body.hasPrefix("There is no backup: something may be missing. Waiting now: 0."))
        }
    }

    @Test func `R8: an index that lacks a request is rebuilt, and the request fires`() async throws {
        let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["trigger": after(400)]))
            try await agent.kill()
            try await agent.python(
                """
                import sqlite3, sys
                def run(script):
                    store = sqlite3.connect(sys.argv[1], isolation_level=None)
                    store.execute("PRAGMA writable_schema = ON")
                    for line in script: store.execute(line)
                    store.close()
                run(["CREATE TABLE saved AS SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = 'pending_due'",
                     "DELETE FROM sqlite_schema WHERE name = 'pending_due'"])
                run(["UPDATE pending SET due = due + 0.5",
                     "INSERT INTO sqlite_schema SELECT * FROM saved"])
                run(["DROP TABLE saved"])
                """)
            try await agent.start(noon)
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("later", ["trigger": tomorrow]))
            try await events.next("set", of: "later")

            try await agent.clock.advance(301)
            try await agent.hasLogged("Rebuilt the store's indexes")
            try await agent.clock.advance(200)

            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `a backup is made on each day with a change, and three are kept`() async throws {
        try await withAgent(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent in
            let events = try await AgentEvents(of: agent)
            for day in 21...25 {
                _ = try await agent.proxy().add(request("tea \(day)", ["trigger": after(30 * 86400)]))
                // The time to the backup begins when the agent sends its event, which may be after its reply.
                try await events.next("set", of: "tea \(day)")
                try await agent.clock.advance(301)
                let name = "belfry-2026-11-\(day)T"
                let folder = agent.folders.storeFolder + "/backups"
                try await withDeadline {
                    while true {
                        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                        if names.contains(where: { $0.hasPrefix(name) }) { return }
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
                try await agent.clock.advance(86_400)
            }
            // The oldest backup is deleted after the newest was made.
            let folder = agent.folders.storeFolder + "/backups"
            try await withDeadline {
                while try FileManager.default.contentsOfDirectory(atPath: folder).count != 3 {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
    }

    @Test func `pages that are damaged under a running agent are found, and other rows kept`() async throws {
        // The clock stands still, so that no first backup is made ten seconds after the first addition: the agent would
        // restore everything from it.
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, server in
            // More than SQLite keeps in its cache.
            try await agent.addLarge(8 * 500)
            try await agent.python(
                """
                import sqlite3, sys
                store = sqlite3.connect(sys.argv[1], timeout=30)
                store.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
                """)
            let file = try FileHandle(forUpdating: URL(filePath: agent.folders.store))
            let pages = Int(try file.seekToEnd()) / 4096
            for page in pages / 2..<pages / 2 + 20 {
                try file.seek(toOffset: UInt64(page * 4096))
                try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
            }
            try file.close()

            await #expect(throws: Refusal.self) { try await agent.proxy().pending() }

            let told = try await server.nextNotification()
            #expect(told.summary == "Your reminders were damaged on disk")
            try await agent.addOnceBack("coffee")
            let names = Set(try await agent.pendingIdentifiers())
            #expect(names.isSuperset(of: ["tea 0", "tea 3999", "coffee"]))
            #expect((3900..<4001).contains(names.count))
        }
    }

    // The agent went on writing into a deleted file and acknowledged each Add, and everything was gone at its end.
    @Test(arguments: ["/belfry.sqlite", "/belfry.sqlite-wal", ""])
    func `a deleted store is written anew before anything more is acknowledged`(
        name: String
    ) async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try FileManager.default.removeItem(atPath: agent.folders.storeFolder + name)

            let refusal = try await agent.refusal(of: "refused")
            #expect(refusal?.code == .storeUnavailable)
            #expect(refusal?.message.contains("deleted or replaced") == true)
            try await agent.addOnceBack("coffee")
            try await agent.kill()
            try await agent.start()

            #expect(Set(try await agent.pendingIdentifiers()) == ["tea", "coffee"])
        }
    }

    @Test func `a second agent is kept out of a folder that was created again`() async throws {
        try await withAgent { agent in
            try FileManager.default.removeItem(atPath: agent.folders.storeFolder)
            _ = try await agent.refusal(of: "refused")
            try await agent.addOnceBack("coffee")

            let second = try agent.another([], log: agent.folders.path + "/second.log")

            #expect(try await second.end() == .exited(69))
        }
    }
}
