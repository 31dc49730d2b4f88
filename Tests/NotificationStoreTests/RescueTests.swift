// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import NotificationModel
import Testing

@testable import NotificationStore

/// A damaged store is renamed, its readable rows are kept, and a backup replaces the others.
@Suite struct RescueTests {
    private static let page = 4096

    private func fill(_ store: NotificationStore, _ numbers: Range<Int>) async throws {
        let additions = numbers.map {
            Addition(
                app: app, request: request("tea \($0)", title: String(repeating: "x", count: 900)), due: .at(noon),
                addedAt: noon - 60)
        }
        _ = try await store.add(additions, atomically: true)
    }

    /// Overwrites pages of the closed store of a folder.
    private func damage(_ folder: String, pages: some Sequence<Int>) throws {
        let file = try FileHandle(forUpdating: URL(filePath: folder + "/belfry.sqlite"))
        for page in pages {
            try file.seek(toOffset: UInt64(page * Self.page))
            try file.write(contentsOf: Data(repeating: 0xA5, count: Self.page))
        }
        try file.close()
    }

    /// The pages that contain the rows of a table, without its root, according to SQLite itself.
    private func leaves(_ store: NotificationStore, _ text: String) throws -> [Int] {
        let path = try #require(store.path)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let wanted = Array(text.utf8)
        return (1..<bytes.count / Self.page).filter { page in
            let content = bytes[page * Self.page..<(page + 1) * Self.page]
            // A leaf page of a table, with this text in it.
            return content.first == 0x0D && String(decoding: content, as: UTF8.self).contains(text) && !wanted.isEmpty
        }
    }

    @Test func `rows on intact pages are kept, and so is the damaged file`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await fill(store, 0..<200)
            _ = try await store.show(request("shown"))
            try await store.setBadge(7, app: app)
            try await store.pause(app, until: nil)
            let stage = try ImportStage()
            try stage.append(.event(EventRecord(app: app, identifier: "moved", kind: .set, date: noon - 90)), line: 1)
            _ = try await store.take(stage.seal(), ImportOptions(file: ""), at: noon)
            store.close()
            let pages = try leaves(store, "xxxxxxxx")
            try damage(folder, pages: pages[10..<13])
            let damaged = try Data(contentsOf: URL(filePath: folder + "/belfry.sqlite"))

            let report = try StoreRescue.rescue(folder, cause: .damaged, at: noon)
            let rescued = try NotificationStore(at: folder)

            let names = Set(try await rescued.pendingNames())
            #expect(names.count == report.pending)
            // Each page has four rows.
            #expect((180..<200).contains(names.count))
            #expect(names.isSuperset(of: ["tea 0", "tea 199"]))
            #expect(!report.isWhole && report.backupDate == nil)
            #expect(try await rescued.deliveredNames() == ["shown"])
            #expect(try await rescued.badge(app: app) == 7)
            #expect(try await rescued.pauses().keys.contains(app))
            #expect(try await rescued.counts().pending == names.count)
            // Imported events have numbers below 1.
            let log = try await rescued.events(app: nil, limit: 1)
            #expect(log.map(\.cursor) == [0] && log.map(\.identifier) == ["moved"])
            #expect(try await rescued.check() == [])
            #expect(try Data(contentsOf: URL(filePath: try #require(report.asidePath))) == damaged)
            // The recovered store works like any other.
            let next = try await rescued.present(request("next"))
            #expect(next.id > 1)
        }
    }

    /// Pages of a closed store that are overwritten.
    enum Loss: CaseIterable {
        /// The list of tables, without its header.
        case schema
        /// The same with the first page, whose header says where deleted rows may be.
        case schemaAndHead
        /// The inner pages that lead to those with the rows.
        case branches
    }

    @Test(arguments: Loss.allCases)
    func `R8: requests are found without the inner pages of their table`(loss: Loss) async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await fill(store, 0..<200)
            try await store.add(request("long", title: String(repeating: "ü", count: 20_000)))
            let removed = (50..<150).map { "tea \($0)" }
            _ = try await store.removePending(app: app, identifiers: removed, at: noon)
            store.close()
            let path = folder + "/belfry.sqlite"
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let pages = (1..<bytes.count / Self.page).filter { page in
                let content = bytes[page * Self.page..<(page + 1) * Self.page]
                if loss == .branches { return content.first == 0x05 }
                return content.first == 0x0D && String(decoding: content, as: UTF8.self).contains("CREATE ")
            }
            #expect(pages.count > 1)
            try damage(folder, pages: pages)
            if loss != .branches {
                let file = try FileHandle(forUpdating: URL(filePath: path))
                let start = loss == .schema ? 100 : 0
                try file.seek(toOffset: UInt64(start))
                try file.write(contentsOf: Data(repeating: 0xA5, count: Self.page - start))
                try file.close()
            }

            let report = try StoreRescue.rescue(folder, cause: .damaged, at: noon)
            let rescued = try NotificationStore(at: folder)

            let names = Set(try await rescued.pendingNames())
            #expect(names == Set(["long"] + (0..<200).map { "tea \($0)" }).subtracting(removed), "\(names.count)")
            #expect(report.kept == 101 && !report.isWhole)
            #expect(try await rescued.check() == [])
            #expect(
                try await rescued.pending(app: app, identifiers: ["long"]).first?.request.content.title.count == 20_000)
            // Numbers that were used are not used again.
            #expect(try await rescued.present(request("next")).id > 10_000_000 || loss == .branches)
        }
    }

    @Test(arguments: [0.9, 0.5])
    func `R8: a truncated store gives its remaining rows`(share: Double) async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            // Many more than the pages of the empty tables, which come first.
            let count = 1000
            try await fill(store, 0..<count)
            store.close()
            let path = folder + "/belfry.sqlite"
            let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            #expect(truncate(path, Int(Double(size) * share)) == 0)

            let (rescued, report) = try StoreRescue.open(folder, at: noon)

            let names = try await rescued.pendingNames()
            // The first half of the file contains more of the log.
            #expect(Double(names.count) > Double(count) * (share - 0.3), "\(names.count)")
            #expect(report?.pending == names.count && report?.kept == names.count)
            #expect(report?.hasKeptSome == true)
            #expect(try await rescued.check() == [])
        }
    }

    @Test func `R8: a report says if nothing could be read`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(repeating: 65, count: 8192).write(to: URL(filePath: folder + "/belfry.sqlite"))
            let (_, report) = try StoreRescue.open(folder, at: noon)
            #expect(report?.kept == 0 && report?.hasKeptSome == false)
        }
    }

    @Test func `R8: an emptied store does not count as new, also without a backup`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            store.close()
            #expect(truncate(folder + "/belfry.sqlite", 0) == 0)
            for suffix in ["-wal", "-shm"] { unlink(folder + "/belfry.sqlite" + suffix) }

            let (rescued, report) = try StoreRescue.open(folder, at: noon)

            #expect(try await rescued.pendingNames() == [])
            #expect(report?.cause == .missing && report?.backupDate == nil)
        }
    }

    @Test func `a backup replaces rows on damaged pages, except those that have ended since`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await fill(store, 0..<200)
            try store.backUp(at: noon)
            _ = try await store.removePending(
                app: app, identifiers: (0..<200).filter { $0 % 2 == 1 }.map { "tea \($0)" }, at: noon)
            try await fill(store, 200..<210)
            store.close()
            try damage(folder, pages: try leaves(store, "xxxxxxxx"))

            let (rescued, report) = try StoreRescue.open(folder, at: noon + 60)
            if report == nil {
                // Opening reads none of these pages: the first operation finds the damage.
                rescued.close()
                _ = try StoreRescue.rescue(folder, cause: .damaged, at: noon + 60)
            }
            let reopened = try NotificationStore(at: folder)

            let names = try await reopened.pendingNames()
            #expect(Set(names) == Set((0..<200).filter { $0 % 2 == 0 }.map { "tea \($0)" }))
            #expect(try await reopened.check() == [])
        }
    }

    @Test(arguments: ["this is a shopping list\n", "SQLite format 3\0 and nothing else "])
    func `a file that is no database is replaced by the newest backup`(text: String) async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("old"))
            try store.backUp(at: noon - 86_400)
            try await store.add(request("tea"))
            try store.backUp(at: noon)
            store.close()
            for suffix in ["-wal", "-shm"] { unlink(folder + "/belfry.sqlite" + suffix) }
            let rubbish = Data(String(repeating: text, count: 1000).utf8)
            try rubbish.write(to: URL(filePath: folder + "/belfry.sqlite"))

            let (rescued, report) = try StoreRescue.open(folder, at: noon + 60)

            #expect(try await rescued.pendingNames() == ["old", "tea"])
            #expect(report?.cause == .damaged)
            #expect(report?.backupDate == noon)
            #expect(report?.pending == 2)
            #expect(try Data(contentsOf: URL(filePath: try #require(report?.asidePath))) == rubbish)
        }
    }

    @Test func `without a backup a file that is no database is replaced by an empty store`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(repeating: 65, count: 8192).write(to: URL(filePath: folder + "/belfry.sqlite"))

            let (rescued, report) = try StoreRescue.open(folder, at: noon)

            #expect(try await rescued.pendingNames() == [])
            #expect(report.map { $0.isWhole || $0.backupDate != nil } == false)
        }
    }

    @Test(arguments: [true, false])
    func `a missing file is restored from the backup`(_ isTruncated: Bool) async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            try store.backUp(at: noon)
            store.close()
            if isTruncated {
                #expect(truncate(folder + "/belfry.sqlite", 0) == 0)
            } else {
                #expect(unlink(folder + "/belfry.sqlite") == 0)
            }

            let (rescued, report) = try StoreRescue.open(folder, at: noon + 60)

            #expect(try await rescued.pendingNames() == ["tea"])
            #expect(report?.cause == .missing)
            #expect(report?.asidePath == nil)
        }
    }

    @Test func `an unfinished file of a killed agent is not opened as a store`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            try store.backUp(at: noon)
            store.close()
            let path = folder + "/belfry.sqlite"
            // Empty, and intact as any new file.
            try NotificationStore(at: folder + "/other").close()
            #expect(rename(folder + "/other/belfry.sqlite", path + ".new") == 0)
            #expect(unlink(path) == 0)

            let (rescued, report) = try StoreRescue.open(folder, at: noon + 60)

            #expect(try await rescued.pendingNames() == ["tea"])
            #expect(report?.cause == .missing)
            #expect(access(path + ".new", F_OK) != 0)
        }
    }

    @Test func `every opening reports the recovery until the person was told`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(repeating: 65, count: 8192).write(to: URL(filePath: folder + "/belfry.sqlite"))

            let (first, done) = try StoreRescue.open(folder, at: noon)
            first.close()
            let (second, again) = try StoreRescue.open(folder, at: noon + 60)
            second.close()
            StoreRescue.hasBeenTold(of: folder)
            let (third, afterwards) = try StoreRescue.open(folder, at: noon + 120)
            third.close()

            #expect(done?.cause == .damaged && done?.asidePath != nil)
            #expect(again == done)
            #expect(afterwards == nil)
        }
    }

    @Test func `two files that are renamed in the same second are both kept`() async throws {
        try await withFolder { folder in
            let path = folder + "/belfry.sqlite"
            var asides: Set<String> = []
            for text in ["one", "two"] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
                try Data(String(repeating: text, count: 4000).utf8).write(to: URL(filePath: path))
                let (store, report) = try StoreRescue.open(folder, at: noon)
                store.close()
                asides.insert(try String(contentsOfFile: try #require(report?.asidePath), encoding: .utf8))
            }
            #expect(asides.map { String($0.prefix(3)) }.sorted() == ["one", "two"])
        }
    }

    @Test func `an intact store, a new one and a newer version's are not changed`() async throws {
        try await withFolder { folder in
            let (new, first) = try StoreRescue.open(folder, at: noon)
            #expect(first == nil)
            try await new.add(request("tea"))
            try new.backUp(at: noon)
            new.close()
            let (again, second) = try StoreRescue.open(folder, at: noon)
            #expect(second == nil)
            _ = try await again.run("INSERT INTO grdb_migrations VALUES ('99')")
            again.close()
            let error = #expect(throws: StoreError.self) { try StoreRescue.open(folder, at: noon) }
            #expect(error?.message.contains("newer version") == true)
            #expect(throws: StoreError.self) { try StoreRescue.rescue(folder, cause: .damaged, at: noon) }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names.filter { !$0.hasPrefix("belfry.sqlite-") } == ["backups", "belfry.sqlite"])
        }
    }

    @Test(arguments: ["", "-wal"])
    func `a deleted open store is written anew, and nothing is acknowledged in between`(
        suffix: String
    ) async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            let faults = Faults()
            store.setFaultHandler { faults.add($0) }
            #expect(unlink(folder + "/belfry.sqlite" + suffix) == 0)

            let error = await #expect(throws: StoreError.self) { try await store.add(request("coffee")) }
            #expect(error == .deleted)
            #expect(faults.all == [.deleted])
            #expect(try await store.pendingNames() == ["tea"])
            let report = try StoreRescue.restore(store, in: folder, at: noon)
            let next = try NotificationStore(at: folder)

            #expect(report.isWhole && report.cause == .deleted)
            #expect(try await next.pendingNames() == ["tea"])
            try await next.add(request("coffee"))
            #expect(try await next.check() == [])
        }
    }

    @Test func `a file that replaced the store is renamed`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            let path = folder + "/belfry.sqlite"
            #expect(unlink(path) == 0)
            try Data("somebody's".utf8).write(to: URL(filePath: path))

            let report = try StoreRescue.restore(store, in: folder, at: noon)

            #expect(try String(contentsOfFile: try #require(report.asidePath), encoding: .utf8) == "somebody's")
            #expect(try await NotificationStore(at: folder).pendingNames() == ["tea"])
        }
    }
}

/// The faults that a store has reported.
private final class Faults: @unchecked Sendable {
    // Unchecked: written on the store's queue, read when the operation that wrote it has returned.
    private(set) var all: [StoreError] = []

    func add(_ error: StoreError) { all.append(error) }
}
