// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NotificationModel
import Testing
import Triggers

@testable import NotificationStore

/// The store on a real disk: its durability, its permissions, and its errors.
@Suite struct FileTests {
    @Test(arguments: ["", "-wal"])
    func `R6: a store's path that is no ordinary file is named`(suffix: String) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/belfry.sqlite" + suffix
            #expect(mkfifo(path, 0o600) == 0)
            let error = #expect(throws: StoreError.self) { try NotificationStore(at: folder) }
            #expect(
                error?.message.contains("\(path) is a pipe") == true && error?.code == nil,
                "\(String(describing: error))")
            unlink(path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(throws: StoreError.self) { try NotificationStore(at: folder) }
        }
    }

    @Test func `SQLite has the settings that the promises need`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            let expected = [
                ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"), ("cache_size", "-2000"),
                ("mmap_size", "0"), ("temp_store", "2"),
            ]
            for (name, value) in expected {
                #expect(try await store.run("PRAGMA \(name)") == [[value]], "\(name)")
            }
        }
    }

    @Test func `committed data survives a kill at any moment`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("repeats", trigger: .timeInterval(.seconds(60), repeats: true)))
            _ = try await store.fireDue(at: noon, limit: 1) { _, _, _ in noon + 60 }
            let shown = try await store.show(request("tea"))
            _ = try await store.answer(shown.id, with: response(to: shown), receivers: [.delegate], at: noon)

            // The files that a killed process leaves, copied while this process still has the store open.
            let copy = folder + "-copy"
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
            for name in ["belfry.sqlite", "belfry.sqlite-wal"] {
                try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
            }
            let reopened = try NotificationStore(at: copy)

            #expect(try await reopened.pending(app: nil) == (try await store.pending(app: nil)))
            #expect(try await reopened.delivered(app: nil) == (try await store.delivered(app: nil)))
            #expect(try await reopened.events(app: nil, limit: 99) == (try await store.events(app: nil, limit: 99)))
            let items = try await reopened.outbox(for: .delegate, app: app, limit: 9)
            #expect(items.map(\.response) == [response(to: shown)])
            #expect(try await reopened.check() == [])
            let next = try await reopened.present(request("later"))
            #expect(next.id > shown.id)
        }
    }

    @Test func `identifiers of occurrences and items are never used twice`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            let first = try await store.present(request("tea"))
            let item = try await store.answer(
                first.id, with: response(to: first), receivers: [.delegate], at: noon)?.first
            try await store.acknowledge(try #require(item).id, at: noon)
            store.close()

            let reopened = try NotificationStore(at: folder)
            let second = try await reopened.present(request("tea"))
            let items = try await reopened.answer(
                second.id, with: response(to: second), receivers: [.delegate], at: noon)
            #expect(second.id > first.id)
            #expect(try #require(items?.first).id > (try #require(item).id))
        }
    }

    @Test func `a file that is no database is refused, and not changed`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = URL(filePath: folder + "/belfry.sqlite")
            let text = Data(String(repeating: "this is a shopping list\n", count: 1000).utf8)
            try text.write(to: file)

            let error = #expect(throws: StoreError.self) { try NotificationStore(at: folder) }

            #expect(error?.message == "the store's file is not a database")
            #expect(error?.code == 26)
            #expect(try Data(contentsOf: file) == text)
        }
    }

    @Test func `a damaged file is a failure, never a trap`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            let additions = (0..<500).map {
                Addition(app: app, request: request("\($0)"), due: .at(noon), addedAt: noon)
            }
            _ = try await store.add(additions, atomically: true)
            store.close()
            let file = try FileHandle(forUpdating: URL(filePath: folder + "/belfry.sqlite"))
            let size = try file.seekToEnd()
            for page in stride(from: UInt64(4096 * 20), to: size, by: 4096) {
                try file.seek(toOffset: page)
                try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
            }
            try file.close()

            let error = await #expect(throws: StoreError.self) {
                let store = try NotificationStore(at: folder)
                _ = try await store.pending(app: nil)
                _ = try await store.fire()
            }
            #expect(error?.code.map { $0 & 0xFF } == 11)
        }
    }

    @Test func `a store of a newer version is refused, and not changed`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            _ = try await store.run("INSERT INTO grdb_migrations VALUES ('99')")
            store.close()

            let error = #expect(throws: StoreError.self) { try NotificationStore(at: folder) }

            #expect(error?.message.contains("newer version") == true)
        }
    }

    @Test func `a store of the first version is migrated with its contents`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            let shown = try await store.show(request("tea"))
            try await store.add(request("later"))
            let waits = try await store.load()
            // Removes the tables and columns that later versions have added.
            for change in [
                "DROP TRIGGER occurrence_left", "DROP TRIGGER occurrence_takes", "DROP TRIGGER occurrence_moved",
                "DROP TABLE unclosed", "DROP VIEW waiting", "DROP TRIGGER occurrence_ended", "DROP TABLE clock",
                "DROP INDEX outbox_held", "ALTER TABLE outbox DROP COLUMN held",
                "DROP TABLE missed", "DROP INDEX occurrence_extending", "DROP TABLE disabled_extension",
                "ALTER TABLE occurrence DROP COLUMN extending", "ALTER TABLE occurrence DROP COLUMN original",
                "DROP TRIGGER pending_inserted", "DROP TRIGGER pending_changed", "DROP TRIGGER pending_deleted",
                "DROP TRIGGER occurrence_inserted", "DROP TRIGGER occurrence_changed",
                "DROP TRIGGER occurrence_deleted",
                "ALTER TABLE application DROP COLUMN pending_bytes",
                "ALTER TABLE application DROP COLUMN presenting_bytes", "ALTER TABLE application DROP COLUMN held",
                "ALTER TABLE application DROP COLUMN held_bytes",
                "ALTER TABLE application DROP COLUMN has_delegate",
                "DROP TABLE later", "DROP TABLE pause", "DROP TABLE imported", "DROP INDEX pending_calendar",
                "DROP TABLE registration", "DROP TABLE retired_token", "DROP TABLE received", "DROP TABLE wake",
                "DROP TABLE wake_budget", "DROP TABLE dropped_push", "DROP TABLE push_choice",
                "DROP INDEX pending_wake",
                "DROP INDEX pending_due", "ALTER TABLE pending DROP COLUMN settled",
                "ALTER TABLE pending DROP COLUMN leeway", "ALTER TABLE pending DROP COLUMN wake",
                "ALTER TABLE pending DROP COLUMN run", "DROP INDEX pending_fence",
                "ALTER TABLE pending DROP COLUMN fence", "DROP TABLE place", "DROP TABLE location_permission",
                "DROP TABLE history", "DROP TABLE history_size", "DROP TABLE undo", "DROP TABLE undo_change",
                "DROP TABLE undo_row", "ALTER TABLE occurrence DROP COLUMN shown",
                "CREATE INDEX pending_due ON pending (due)",
                "CREATE INDEX pending_moves ON pending (id) WHERE moves = 1",
                "DROP INDEX occurrence_presented", "CREATE INDEX pending_app ON pending (app, due)",
                "CREATE INDEX occurrence_app ON occurrence (app)",
                "CREATE INDEX occurrence_app_state ON occurrence (app, state)", "DROP INDEX occurrence_kept",
                "ALTER TABLE occurrence DROP COLUMN kept_owner",
                "ALTER TABLE occurrence DROP COLUMN kept_number", "ALTER TABLE occurrence DROP COLUMN buttons",
                "DROP INDEX occurrence_lost", "ALTER TABLE occurrence DROP COLUMN lost",
                "ALTER TABLE occurrence DROP COLUMN listed", "DROP INDEX application_asked",
                "ALTER TABLE unreadable DROP COLUMN event", "ALTER TABLE unreadable DROP COLUMN command",
                "ALTER TABLE unreadable DROP COLUMN response", "ALTER TABLE ended DROP COLUMN date",
                "DELETE FROM grdb_migrations WHERE identifier > '1'",
            ] { _ = try await store.run(change) }
            store.close()

            let next = try NotificationStore(at: folder)

            #expect(try await next.delivered(app: app).map(\.id) == [shown.id])
            #expect(waits.count == 1 && waits.bytes > 0)
            let counted = try await next.load()
            #expect(counted.count == waits.count && counted.bytes == waits.bytes)
            #expect(try await next.removePending(app: app, identifiers: ["later"], at: noon) == ["later"])
            #expect(try await next.load().bytes == 0)
            _ = try await next.expire(shown.id, with: response(to: shown, .expired, ""), receivers: [], at: noon)
            #expect(try await next.occurrence(shown.id)?.kept == server)
        }
    }

    @Test func `a locked store is refused`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)

            let error = try await store.write { transaction -> StoreError? in
                _ = try transaction.texts("UPDATE presenter SET owner = 'x'")
                do {
                    _ = try NotificationStore(at: folder)
                    return nil
                } catch {
                    return error as? StoreError
                }
            }

            #expect(error?.message == "another program holds the store locked")
            #expect(error?.code.map { $0 & 0xFF } == 5)
        }
    }

    @Test func `a folder that can't be created is reported`() async throws {
        try await withFolder { folder in
            let above = URL(filePath: folder).deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: above.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: above)

            let error = #expect(throws: StoreError.self) { try NotificationStore(at: folder) }

            // The message was "NSCocoaErrorDomain error 512".
            #expect(error?.message == "the store's folder \(folder) can't be made: \(above.path): Not a directory")
            let inProc = #expect(throws: StoreError.self) { try NotificationStore(at: "/proc/belfry/store") }
            #expect(
                inProc?.message
                    == "the store's folder /proc/belfry/store can't be made: /proc/belfry: No such file or directory")
            try FileManager.default.removeItem(at: above)
            try FileManager.default.createDirectory(at: above, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: folder))
            #expect(chmod(folder, 0o644) == 0)
            let file = #expect(throws: StoreError.self) { try NotificationStore(at: folder) }
            #expect(file?.message.hasSuffix("\(folder): Not a directory") == true)
            // A foreign file, whose permissions the store must not change.
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            #expect(mode == 0o644)
        }
    }

    @Test func `a link in the place of the file is refused`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/belfry.sqlite", withDestinationPath: "/etc/passwd")

            #expect(throws: StoreError.self) { try NotificationStore(at: folder) }
        }
    }

    @Test func `a full disk fails the add, keeps the rest, and recovers`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            let pages = try #require(Int(try await store.run("PRAGMA page_count")[0][0]))
            _ = try await store.run("PRAGMA max_page_count = \(pages)")
            let large = (0..<200).map {
                Addition(
                    app: app, request: request("\($0)", title: String(repeating: "x", count: 1000)), due: .at(noon),
                    addedAt: noon)
            }

            let error = await #expect(throws: StoreError.self) { try await store.add(large, atomically: false) }

            #expect(error?.message == "the disk is full, so the store can't be written")
            #expect(error?.code.map { $0 & 0xFF } == 13)
            #expect(try await store.pendingNames() == ["tea"])
            _ = try await store.run("PRAGMA max_page_count = 100000")
            _ = try await store.add(large, atomically: true)
            #expect(try await store.counts().pending == 201)
            #expect(try await store.check() == [])
        }
    }

    @Test func `a store that became read-only returns that error, and can be read`() async throws {
        let store = try NotificationStore.inMemory()
        try await store.add(request("tea"))
        _ = try await store.run("PRAGMA query_only = 1")

        let error = await #expect(throws: StoreError.self) { try await store.add(request("coffee")) }

        #expect(error?.message == "the store is read-only")
        #expect(try await store.pendingNames() == ["tea"])
    }

    @Test func `a request that can't be read is set aside and delays no other`() async throws {
        let store = try NotificationStore.inMemory()
        try await store.add(request("bad"), due: .at(noon - 1))
        try await store.add(request("good"))
        _ = try await store.run("UPDATE pending SET request = x'7b' WHERE identifier = 'bad'")

        #expect(try await store.fire().map(\.identifier) == ["good"])

        #expect(try await store.pendingNames() == [])
        #expect(try await store.story() == ["dropped bad", "fired good"])
        #expect(try await store.run("SELECT identifier FROM unreadable") == [["bad"]])
    }
}
