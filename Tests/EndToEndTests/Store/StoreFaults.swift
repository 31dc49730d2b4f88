// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Glibc
import TestSupport
import Testing
import Triggers

extension AgentFolders {
    /// The store's folder and file.
    var storeFolder: String { state + "/belfry" }
    var store: String { storeFolder + "/belfry.sqlite" }

    /// The damaged files that were renamed.
    var aside: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: storeFolder)) ?? []
        return names.filter { $0.hasPrefix("belfry.sqlite.damaged-") && !$0.hasSuffix("-wal") }
            .map { "\(storeFolder)/\($0)" }
    }
}

extension TestAgent {
    /// Adds this many requests, a multiple of 500, of 1,800 bytes each: `tea 0` and so on.
    func addLarge(_ count: Int) async throws {
        for first in stride(from: 0, to: count, by: 500) {
            let requests = (first..<first + 500).map { number in
                request(
                    "tea \(number)", ["trigger": tomorrow, "body": .string(String(repeating: "x", count: 1800))])
            }
            _ = try await proxy().addAll(requests)
        }
    }

    /// Calls `Add`, which must be refused, and returns the error.
    func refusal(of identifier: String) async throws -> Refusal? {
        await #expect(throws: Refusal.self) { try await proxy().add(request(identifier, ["trigger": tomorrow])) }
    }

    /// Adds the request as soon as the agent accepts it again.
    func addOnceBack(_ identifier: String) async throws {
        try await withDeadline {
            while true {
                do {
                    _ = try await self.proxy().add(request(identifier, ["trigger": tomorrow]))
                    return
                } catch is DBus.BusError, is Refusal {
                    // While the agent restarts its session, the name has no owner.
                    try Task.checkCancellation()
                    try? await Task.sleep(for: .milliseconds(50))
                }
            }
        }
    }

    func hasLogged(_ text: String) async throws {
        try await withDeadline {
            while !self.log.contains(text) { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    /// Runs `body` while another program holds the store locked.
    func whileStoreIsLocked(_ body: () async throws -> Void) async throws {
        try await whileOpen("BEGIN IMMEDIATE", body)
    }

    /// Runs `body` while another program reads the store, so that closing the store does not merge its log.
    func whileStoreIsRead(_ body: () async throws -> Void) async throws {
        try await whileOpen("BEGIN; SELECT * FROM clock", body)
    }

    private func whileOpen(_ statements: String, _ body: () async throws -> Void) async throws {
        let (held, release) = (folders.path + "/held", folders.path + "/release")
        async let lock: Void = python(
            """
            import os, sqlite3, sys, time
            store = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
            for statement in "\(statements)".split(";"): store.execute(statement).fetchall()
            open("\(held)", "w").write("held")
            while not os.path.exists("\(release)"): time.sleep(0.02)
            store.execute("ROLLBACK")
            """)
        try await withDeadline { while self.folders.text(of: held) != "held" { try await yieldUntilDeadline() } }
        do {
            try await body()
        } catch {
            try folders.write("", to: release)
            throw error
        }
        try folders.write("", to: release)
        try await lock
    }

    /// Runs Python with the store's path as its argument.
    func python(_ script: String) async throws {
        let ended = try await Stranger.run(Program.python, "-c", script, folders.store, on: bus)
        try #require(ended.status == 0, "\(ended.errors)")
    }
}
