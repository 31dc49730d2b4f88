// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import UIKitNotifications

/// Reports of changes of the time.
@Suite struct SignificantTimeTests {
    @Test func `a changed time zone is reported`() async throws {
        let folder = try TemporaryFolder()
        let reports = Mailbox<Bool>()
        let watch = SignificantTimeWatch(folder: folder.path) { reports.put(true) }
        try await changingZone(in: folder.path) { () async throws in #expect(try await reports.next()) }
        withExtendedLifetime(watch) {}
    }

    /// Writes the file with the zone's name until `body` ends: a watch begins on a thread of its own.
    private func changingZone(in folder: String, _ body: () async throws -> Void) async throws {
        let writer = Task {
            while !Task.isCancelled {
                try Data("UTC\n".utf8).write(to: URL(filePath: folder + "/timezone"))
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { writer.cancel() }
        try await body()
    }

    // The program has a folder of the test's as its /etc, in a mount namespace.
    @Test func `a running program hears of a changed time zone by its delegate`() async throws {
        let folder = try TemporaryFolder()
        let compiler = SwiftCompiler(folder: folder.path)
        try await compiler.check(older: "ChangedTime", mode: "6")
        let path = try await compiler.build(older: "ChangedTime", mode: "5")
        let files = folder.path + "/etc"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        try await withAgent { agent async throws in
            try await changingZone(in: files) { () async throws in
                let command = ["/bin/sh", "-c", #"mount --bind "$1" /etc && exec "$2""#, "sh", files, path]
                let result = try await Program.run(
                    Program.withOwnMounts + command,
                    environment: ["DBUS_SESSION_BUS_ADDRESS": agent.bus, "BELFRY_APP": "org.example.ChangedTime"],
                    seconds: 30)
                #expect(result.status == 0, "\(result.errors)")
                let lines = result.output.split(separator: "\n")
                #expect(lines.prefix(3) == ["active", "changed", "posted"], "\(lines)")
            }
        }
    }
}
