// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NotificationStore

/// The counts that the report of a recovery contains.
@Suite struct RescueCountTests {
    private let page = 4096

    /// Overwrites a page in the middle that contains nothing but this text: SQLite still reads its row.
    private func damage(_ folder: String, pageFullOf letter: Character) throws {
        let path = folder + "/belfry.sqlite"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let pages = (1..<bytes.count / page).filter { number in
            let content = bytes[number * page + 8..<(number + 1) * page - 8]
            return String(decoding: content, as: UTF8.self).dropFirst().dropLast().allSatisfy { $0 == letter }
        }
        let file = try FileHandle(forUpdating: URL(filePath: path))
        // The number of the next page is in its first bytes.
        try file.seek(toOffset: UInt64(try #require(pages.dropFirst().first) * page + 4))
        try file.write(contentsOf: Data(repeating: 0xA5, count: page - 4))
        try file.close()
    }

    @Test(arguments: [false, true])
    func `R8: a recovery counts the rows that can be decoded, and reports the others`(hasBackup: Bool) async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            for number in 0..<40 { try await store.add(request("tea \(number)")) }
            try await store.add(request("long", title: String(repeating: "ü", count: 20_000)))
            _ = try await store.show(request("seen"))
            _ = try await store.show(request("seen long", title: String(repeating: "ö", count: 20_000)))
            if hasBackup { try store.backUp(at: noon) }
            store.close()
            for letter: Character in ["ü", "ö"] { try damage(folder, pageFullOf: letter) }

            let report = try StoreRescue.rescue(folder, cause: .damaged, at: noon)
            let rescued = try NotificationStore(at: folder)

            #expect(report.kept == 41 && !report.isWhole)
            let names = try await rescued.pendingNames()
            let delivered = try await rescued.deliveredNames()
            #expect(report.pending == names.count && names.count == (hasBackup ? 41 : 40))
            #expect(Set(delivered) == (hasBackup ? ["seen", "seen long"] : ["seen"]))
            #expect(try await rescued.counts().unreadable == (hasBackup ? 0 : 2))
            #expect(try await rescued.check() == [])
        }
    }
}
