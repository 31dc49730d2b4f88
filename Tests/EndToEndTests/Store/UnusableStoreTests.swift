// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Glibc
import NotificationModel
import TestSupport
import Testing

/// The store can't be used for a while: callers are told why, and the agent goes on once it can.
@Suite struct UnusableStoreTests {
    @Test func `an add to a store that is locked is refused, and the earlier ones are there`() async throws {
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

    // It used to end with 73, and the caller was told that it can't be started.
    @Test func `an agent that finds its store locked says so until it is not`() async throws {
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
            // Said once callers are answered again.
            try await withDeadline {
                while !agent.log.contains("The store can be used again") { await Task.yield() }
            }
        }
    }

    @Test func `a newer version's store is left alone, and told as one to the caller and to the doctor`() async throws {
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

    @Test func `an agent that waits for its store ends when it is told to`() async throws {
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
    /// The command line is told what a caller on the bus is, with exit status 73.
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

/// The same on a disk of their own: a small one, in a mount namespace that only the agent has.
@Suite(
    // Not in a user namespace, where an agent can't identify its callers.
    .enabled("This user may not mount.") { try await Program.run(["unshare", "--mount", "true"]).status == 0 })
struct SmallDiskTests {
    /// A belfryd whose store is on a file system of one megabyte; `BELFRY_TEST_MOUNT` is its first state, `ro` or `rw`.
    private func withSmallDisk(
        _ state: String = "rw", _ body: (TestAgent) async throws -> Void
    ) async throws {
        let script = FileManager.default.temporaryDirectory.path + "/belfry-disk-\(UUID().uuidString)"
        let text = """
            #!/bin/sh
            exec unshare --mount sh -c '
                mkdir -p "$XDG_STATE_HOME/belfry" &&
                mount -t tmpfs -o "size=1m,mode=700,$BELFRY_TEST_MOUNT" belfry "$XDG_STATE_HOME/belfry" &&
                exec "$0" "$@"' '\(try TestAgent.program())' "$@"
            """
        // Copied by another process: one that is forked here meanwhile would have it open, and it could not be run.
        try Data(text.utf8).write(to: URL(filePath: script + ".text"))
        defer { for suffix in ["", ".text"] { unlink(script + suffix) } }
        #expect(try await Program.run(["install", "-m", "700", script + ".text", script]).status == 0)
        try await withAgent(environment: ["BELFRY_TEST_MOUNT": state], program: script, body)
    }

    /// Runs a program where the agent's disk is.
    private func beside(_ agent: TestAgent, _ words: String...) async throws -> Int32 {
        let id = try #require(agent.processID)
        return try await Program.run(
            ["nsenter", "--target", "\(id)", "--mount"] + words
        ).status
    }

    @Test func `an add to a full disk is refused, and works once there is room`() async throws {
        try await withSmallDisk { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            let filler = agent.folders.storeFolder + "/filler"
            // To the last page.
            #expect(try await beside(agent, "dd", "if=/dev/zero", "of=\(filler)", "bs=4096") == 1)

            var refused: Refusal?
            // The log may have some room left in its file.
            for number in 0..<200 where refused == nil {
                do {
                    _ = try await agent.proxy().add(
                        request(
                            "more \(number)",
                            ["trigger": tomorrow, "body": .string(String(repeating: "x", count: 4000))]))
                } catch let refusal as Refusal {
                    refused = refusal
                }
            }
            #expect(refused?.code == .storeUnavailable)
            #expect(refused?.message.contains("the disk is full") == true)
            #expect(try await agent.pendingIdentifiers().contains("tea"))
            #expect(try await beside(agent, "rm", filler) == 0)
            _ = try await agent.proxy().add(request("coffee", ["trigger": tomorrow]))
            #expect(Set(try await agent.pendingIdentifiers()).isSuperset(of: ["tea", "coffee"]))
        }
    }

    @Test func `a folder that becomes read-only under the agent takes nothing away: its files are open`() async throws {
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

    @Test func `an agent whose folder is read-only says so until it can be written`() async throws {
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
