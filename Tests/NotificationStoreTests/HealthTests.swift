// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Glibc
import NotificationModel
import Testing
import Triggers

@testable import NotificationStore

/// The doctor's findings about a store, also about one that no agent could open.
@Suite struct HealthTests {
    @Test func `a store that is open and being written is checked`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            let shown = try await store.present(request("now"))

            let health = StoreHealth(folder: folder, check: true)

            #expect(health.error == nil)
            #expect((health.folderMode, health.fileMode) == (0o700, 0o600))
            #expect(health.isWritable && health.isOwn)
            #expect(health.bytes > 0 && health.logBytes > 0 && (health.freeBytes ?? 0) > 0)
            let contents = try #require(health.contents)
            #expect(contents.damage == [])
            #expect(contents.counts == (try await store.counts()))
            #expect(contents.counts?.presenting == 1)
            #expect(contents.oldestPresenting == shown.notification.date)
            #expect(
                Int(contents.version)
                    == (try await store.run("SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations").first?.first)
                    .flatMap(Int.init))
            // The check released none of SQLite's locks: the store still works.
            try await store.add(request("more"))
            #expect(StoreHealth(folder: folder, check: false).contents?.damage == nil)
        }
    }

    @Test func `checking a missing store creates no file`() async throws {
        try await withFolder { folder in
            let health = StoreHealth(folder: folder, check: true)

            #expect(health.fileMode == nil && health.folderMode == nil && health.contents == nil && health.error == nil)
            #expect(health.isWritable)
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
        #expect(!StoreHealth(folder: "/proc/nobody/here", check: false).isWritable || geteuid() == 0)
    }

    @Test func `a file that is no database, and a damaged one, are reported`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(repeating: 65, count: 8192).write(to: URL(filePath: folder + "/belfry.sqlite"))
            #expect(StoreHealth(folder: folder, check: true).error?.message.contains("not a database") == true)
        }
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            for number in 0..<300 {
                try await store.add(request("tea \(number)", title: String(repeating: "x", count: 900)))
            }
            store.close()
            let file = folder + "/belfry.sqlite"
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            // Pages in the middle; the first ones contain the tables' names.
            let pages = 4096 * 20..<min(bytes.count, 4096 * 60)
            bytes.replaceSubrange(pages, with: Array(repeating: 0xA5, count: pages.count))
            try Data(bytes).write(to: URL(filePath: file))

            let health = StoreHealth(folder: folder, check: true)

            #expect(health.contents?.damage?.isEmpty == false || health.error != nil)
            #expect(health.contents?.damage?.joined().contains("xxx") != true)
        }
    }

    @Test func `a newer version's store is reported as such, and an older one without its counts`()
        async throws
    {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            store.close()
            let database = try DatabaseQueue(path: folder + "/belfry.sqlite")
            try await database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')") }
            #expect(StoreHealth(folder: folder, check: true).error?.message.contains("newer version") == true)

            try await database.write {
                try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier IN ('999', '6')")
            }
            let older = StoreHealth(folder: folder, check: true)
            #expect(older.contents?.counts == nil)
            #expect(older.contents?.damage == [])
            try database.close()
        }
    }
}
