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

/// The store is unusable for a while: callers get the reason, and the agent continues when it can.
@Suite struct UnusableStoreTests {
    @Test func `an add to a locked store is refused, and earlier requests are kept`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try await agent.whileStoreIsLocked {
                let refusal = try await agent.refusal(of: "refused")
                #expect(refusal?.code == .storeUnavailable)
                #expect(refusal?.message.contains("another program holds the store locked") == true)
                try await agent.expectUnavailableStore("another program holds the store locked")
                #expect(try await agent.pendingIdentifiers() == ["tea"])
            }
            _ = try await agent.proxy().add(request("coffee", ["trigger": tomorrow]))
            #expect(Set(try await agent.pendingIdentifiers()) == ["tea", "coffee"])
        }
    }

    // The agent ended with 73, and the caller's message said that it can't be started.
    @Test func `an agent that finds its store locked returns that error until it is free`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try await agent.kill()
            try await agent.whileStoreIsLocked {
                try await agent.start()
                let refusal = try await agent.refusal(of: "refused")
                #expect(refusal?.code == .storeUnavailable)
                #expect(refusal?.message.contains("another program holds the store locked") == true)
            }
            try await agent.addOnceBack("coffee")
            #expect(Set(try await agent.pendingIdentifiers()) == ["tea", "coffee"])
            // The log has the message after callers are served again.
            try await withDeadline {
                while !agent.log.contains("The store is usable again") { try await yieldUntilDeadline() }
            }
        }
    }

    @Test func `a newer version's store is not changed, and reported to the caller and by doctor`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            try await agent.kill()
            func change(_ sql: String) async throws {
                try await agent.python(
                    """
                    import sqlite3, sys
                    store = sqlite3.connect(sys.argv[1], timeout=30)
                    store.execute("\(sql)")
                    store.commit()
                    """)
            }
            try await change("INSERT INTO grdb_migrations VALUES ('999')")

            try await agent.start()

            let refusal = try await agent.refusal(of: "refused")
            #expect(refusal?.code == .storeUnavailable)
            #expect(refusal?.message.contains("newer version") == true)
            try await agent.expectUnavailableStore("newer version")
            let findings = try await agent.proxy().diagnose().findings
            #expect(findings.contains { $0.name == "store.file" && $0.value.contains("newer version") })
            #expect(agent.folders.aside.isEmpty)
            try await change("DELETE FROM grdb_migrations WHERE identifier = '999'")
            try await agent.addOnceBack("coffee")
            #expect(Set(try await agent.pendingIdentifiers()) == ["tea", "coffee"])
        }
    }

    @Test func `an agent that waits for its store ends on SIGTERM`() async throws {
        try await withAgent { agent in
            try await agent.kill()
            try FileManager.default.removeItem(atPath: agent.folders.storeFolder)
            try agent.folders.write("", to: agent.folders.storeFolder)
            try await agent.start()
            #expect(try await agent.refusal(of: "refused")?.message.contains("Not a directory") == true)
            try await agent.expectUnavailableStore("Not a directory")

            agent.signal(SIGTERM)

            #expect(try await agent.end() == .exited(0))
        }
    }
}

extension TestAgent {
    /// The command line prints the error that a caller on the bus gets, with exit status 73.
    fileprivate func expectUnavailableStore(
        _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let command = ["add", "--id", "refused", "--title", "Tea", "--in", "1d"]
        try await expectRefusal(
            Refusal.busPrefix + Refusal.Code.storeUnavailable.rawValue, 73, of: command, sourceLocation: sourceLocation)
        let told = try await belfry(command).errors
        #expect(told.contains(reason), "\(told)", sourceLocation: sourceLocation)
    }
}

/// Tests with a small disk, in a mount name space that only the agent has.
@Suite(
    // Not in a user name space, in which an agent can't identify its callers.
    .enabled("This user may not mount.") { try await Program.run(["unshare", "--mount", "true"]).status == 0 })
struct SmallDiskTests {
    /// A belfryd whose store is on a file system of one megabyte; `BELFRY_TEST_MOUNT` is its first state, `ro` or `rw`.
    private func withSmallDisk(
        _ state: String = "rw", environment: [String: String] = [:], _ body: (TestAgent) async throws -> Void
    ) async throws {
        let script = FileManager.default.temporaryDirectory.path + "/belfry-disk-\(UUID().uuidString)"
        let text = """
            #!/bin/sh
            exec unshare --mount sh -c '
                mkdir -p "$XDG_STATE_HOME/belfry" &&
                mount -t tmpfs -o "size=1m,mode=700,$BELFRY_TEST_MOUNT" belfry "$XDG_STATE_HOME/belfry" &&
                exec "$0" "$@"' '\(try TestAgent.program())' "$@"
            """
        // Another process makes the copy: a process that is forked meanwhile would inherit the open file, and it could
        // not be executed.
        try Data(text.utf8).write(to: URL(filePath: script + ".text"))
        defer { for suffix in ["", ".text"] { unlink(script + suffix) } }
        #expect(try await Program.run(["install", "-m", "700", script + ".text", script]).status == 0)
        let environment = environment.merging(["BELFRY_TEST_MOUNT": state]) { $1 }
        try await withAgent(environment: environment, program: script, body)
    }

    /// Runs a program in the agent's mount name space.
    private func beside(_ agent: TestAgent, _ words: String...) async throws -> Int32 {
        let id = try #require(agent.processID)
        return try await Program.run(
            ["nsenter", "--target", "\(id)", "--mount"] + words
        ).status
    }

    /// Fills the disk to its last page, with the file that is returned.
    private func fill(_ agent: TestAgent) async throws -> String {
        let filler = agent.folders.storeFolder + "/filler"
        #expect(try await beside(agent, "dd", "if=/dev/zero", "of=\(filler)", "bs=4096") == 1)
        return filler
    }

    /// Adds requests for tomorrow until one is refused: the log may have some space left in its file.
    private func addUntilRefused(
        _ agent: TestAgent, _ name: String, bytes: Int
    ) async throws -> (added: [String], refusal: Refusal?) {
        var added: [String] = []
        let body = Value.string(String(repeating: "x", count: bytes))
        for number in 0..<200 {
            do {
                _ = try await agent.proxy().add(request("\(name) \(number)", ["trigger": tomorrow, "body": body]))
                added.append("\(name) \(number)")
            } catch let refusal as Refusal {
                return (added, refusal)
            }
        }
        return (added, nil)
    }

    @Test func `an add to a full disk is refused, and succeeds when there is space`() async throws {
        try await withSmallDisk { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            let filler = try await fill(agent)

            let (_, refused) = try await addUntilRefused(agent, "more", bytes: 4000)
            #expect(refused?.code == .storeUnavailable)
            #expect(refused?.message.contains("the disk is full") == true)
            #expect(try await agent.pendingIdentifiers().contains("tea"))
            #expect(try await beside(agent, "rm", filler) == 0)
            _ = try await agent.proxy().add(request("coffee", ["trigger": tomorrow]))
            #expect(Set(try await agent.pendingIdentifiers()).isSuperset(of: ["tea", "coffee"]))
        }
    }

    @Test func `a request that is due while the disk is full is shown once, when there is space`() async throws {
        try await withSmallDisk(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent in
            try await withScriptedServer(on: agent.bus) { server in
                try await agent.hasMet(server)
                for name in ["tea", "coffee"] {
                    _ = try await agent.proxy().add(request(name, title: name, ["trigger": after(60)]))
                }
                let filler = try await fill(agent)
                var kept: [String] = []
                // The last page of the log is full, too.
                for bytes in [4000, 1] {
                    let (added, refused) = try await addUntilRefused(agent, "kept \(bytes)", bytes: bytes)
                    #expect(refused?.code == .storeUnavailable)
                    kept += added
                }

                try await agent.clock.advance(60)
                try await agent.hasLogged("Could not fire due requests")
                #expect(server.takeNotifications().isEmpty)
                try await agent.clock.advance(10)
                #expect(server.takeNotifications().map(\.summary) == ["Reminders can’t be shown"])
                #expect(try await beside(agent, "rm", filler) == 0)
                try await agent.clock.advance(5)

                let shown = [try await server.nextNotification(), try await server.nextNotification()]
                #expect(Set(shown.map(\.summary)) == ["tea", "coffee"])
                try await agent.clock.advance(60)
                #expect(server.takeNotifications().isEmpty)
                #expect(try await agent.deliveredStates() == ["tea": "shown", "coffee": "shown"])
                #expect(Set(try await agent.pendingIdentifiers()) == Set(kept))
            }
        }
    }

    @Test func `a folder that becomes read-only changes nothing for a running agent`() async throws {
        try await withSmallDisk { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            let folder = agent.folders.storeFolder
            #expect(try await beside(agent, "mount", "--bind", folder, folder) == 0)
            #expect(try await beside(agent, "mount", "-o", "remount,bind,ro", folder) == 0)
            #expect(try await beside(agent, "touch", folder + "/filler") != 0)

            _ = try await agent.proxy().add(request("coffee", ["trigger": tomorrow]))

            #expect(Set(try await agent.pendingIdentifiers()) == ["tea", "coffee"])
        }
    }

    @Test func `an agent with a read-only folder returns that error until it is writable`() async throws {
        try await withSmallDisk("ro") { agent in
            let refusal = try await agent.refusal(of: "refused")
            #expect(refusal?.code == .storeUnavailable)
            #expect(refusal?.message.contains("Read-only file system") == true)

            let folder = agent.folders.storeFolder
            #expect(try await beside(agent, "mount", "-o", "remount,rw,size=1m", folder) == 0)

            try await agent.addOnceBack("coffee")
            #expect(try await agent.pendingIdentifiers() == ["coffee"])
        }
    }
}
