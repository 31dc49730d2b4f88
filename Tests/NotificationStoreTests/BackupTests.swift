// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Glibc
import Testing
import Triggers

@testable import NotificationStore

/// Backups of the store.
@Suite struct BackupTests {
    private let day: TimeInterval = 86_400

    /// libdispatch wakes the process every second after one of GRDB's queues has been freed.
    @Test func `S10: a backup's connection is never freed, so that an idle agent sleeps`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            try await store.add(request("tea"))
            weak var connection: DatabaseQueue?
            try {
                let database = try DatabaseQueue.reading(folder + "/belfry.sqlite", label: "test")
                try database.close()
                connection = database
            }()
            #expect(connection != nil)
        }
    }

    @Test func `S10: an import's connection is never freed, either`() throws {
        weak var connection: DatabaseQueue?
        try {
            let stage = try ImportStage().seal()
            connection = stage.file.database
            #expect(try stage.count(of: .pending) == 0)
        }()
        #expect(connection != nil)
    }

    @Test func `a backup is due after a day, and after the clock was set back`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            let backups = StoreBackups(of: folder)
            #expect(backups.isDue(at: noon))
            try store.backUp(at: noon)
            #expect(!backups.isDue(at: noon + day - 1))
            #expect(backups.isDue(at: noon + day))
            #expect(backups.isDue(at: noon - 1))
        }
    }

    /// A backup of 2106 counted as the newest for ever, and one of 1970 as the oldest, which was deleted at once.
    @Test func `a clock that is wrong for a while deletes no backup, and replaces none`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            let backups = StoreBackups(of: folder)
            for number in 0..<3 { try store.backUp(at: noon + Double(number) * day) }
            let (past, future) = (Date(timeIntervalSince1970: 60), Date(timeIntervalSince1970: 4_294_967_296))

            try store.backUp(at: future)
            #expect(backups.all.map(\.date) == [future, noon + 2 * day, noon + day, noon])
            try store.backUp(at: past)
            #expect(backups.all.count == 5)
            #expect(backups.all(at: noon + 2.5 * day).first?.date == noon + 2 * day)
            #expect(!backups.isDue(at: noon + 2.5 * day))
            #expect(backups.isDue(at: noon + 3 * day))

            try await store.add(request("tea"))
            try store.backUp(at: noon + 3 * day)
            #expect(
                backups.all(at: noon + 3 * day).map(\.date) == [noon + 3 * day, noon + 2 * day, noon + day, future])
            store.close()
            try Data(repeating: 0xA5, count: 20_000).write(to: URL(filePath: folder + "/belfry.sqlite"))
            let (rescued, report) = try StoreRescue.open(folder, at: noon + 3.5 * day)
            #expect(report?.backupDate == noon + 3 * day)
            #expect(try await rescued.pendingNames() == ["tea"])
        }
    }

    @Test func `a damaged store is not backed up, no backup is lost, and the damage is reported`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            for number in 0..<300 {
                try await store.add(request("\(number)", title: String(repeating: "x", count: 900)))
            }
            try store.backUp(at: noon)
            store.close()
            let file = try FileHandle(forUpdating: URL(filePath: folder + "/belfry.sqlite"))
            // A page in the middle, because the tables' own pages are first.
            let middle = try file.seekToEnd() / 8192
            for page in middle..<middle + 20 {
                try file.seek(toOffset: page * 4096)
                try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
            }
            try file.close()

            let damaged = try NotificationStore(at: folder)
            let (stream, faults) = AsyncStream.makeStream(of: StoreError.self)
            damaged.setFaultHandler { faults.yield($0) }
            #expect(throws: StoreError.self) { try damaged.backUp(at: noon + day) }

            #expect(StoreBackups(of: folder).all.map(\.date) == [noon])
            #expect(await stream.first { _ in true }?.isDamage == true)
        }
    }
}
