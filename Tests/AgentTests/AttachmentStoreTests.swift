// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
import FoundationEssentials
import NotificationModel
import NotificationStore
import TestSupport
import Testing
import Triggers

/// The copies that an earlier agent left count for the quota of their application.
@Suite struct AttachmentStoreTests {
    /// Makes three folders of 400 bytes each, of the application "a", and a keeper that finds them.
    private func withLeftovers(_ body: (AttachmentStore, _ homes: [String]) async throws -> Void) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let head = Array("RIFF$\0\0\0WAVEfmt ".utf8)
        let sound = try folders.file("long.wav", head + [UInt8](repeating: 0, count: 400 - head.count))
        let former = AttachmentStore(folder: folders.path + "/copies")
        for number in 0..<3 {
            var content = Content(title: "Tea")
            content.attachments = [Attachment(url: sound, typeHint: "audio/wav")]
            let request = Request(identifier: "tea \(number)", content: content)
            let home = former.newHome(of: "a", request.identifier)
            _ = try await former.keep(request, of: "a", in: home, atMost: 1200)
        }
        let keeper = AttachmentStore(folder: former.folder)
        let homes = keeper.leftovers()
        try #require(homes.count == 3)
        try await body(keeper, homes)
    }

    // If the store could not be asked about one folder, the folders after it were never counted.
    @Test func `if the store can't be asked, all folders are counted`() async throws {
        try await withLeftovers { keeper, homes in
            await keeper.count(homes)
            await #expect(throws: StoreError.self) {
                try await keeper.sweep(homes) { _, _, _ in throw StoreError("the store is busy") }
            }

            #expect(throws: Refusal.self) { try keeper.ledger.take(1, of: "a", atMost: 1200) }
            try keeper.ledger.take(1, of: "a", atMost: 1201)
        }
    }

    @Test func `a removal frees the bytes that were counted, and no more`() async throws {
        try await withLeftovers { keeper, homes in
            // One folder is removed before it is counted, one after it.
            keeper.remove(homes[0], of: "a")
            await keeper.count(homes)
            #expect(throws: Refusal.self) { try keeper.ledger.take(401, of: "a", atMost: 1200) }
            keeper.remove(homes[1], of: "a")
            #expect(throws: Refusal.self) { try keeper.ledger.take(801, of: "a", atMost: 1200) }
            try keeper.ledger.take(800, of: "a", atMost: 1200)
            // Removing a folder twice frees its bytes once.
            keeper.remove(homes[1], of: "a")
            #expect(throws: Refusal.self) { try keeper.ledger.take(1, of: "a", atMost: 1200) }
        }
    }

    @Test func `a sweep keeps the folders that requests use, and their bytes`() async throws {
        try await withLeftovers { keeper, homes in
            await keeper.count(homes)
            try await keeper.sweep(homes) { app, identifier, _ in app == "a" && identifier == "tea 1" }

            #expect(keeper.leftovers().count == 1)
            #expect(throws: Refusal.self) { try keeper.ledger.take(801, of: "a", atMost: 1200) }
            try keeper.ledger.take(800, of: "a", atMost: 1200)
        }
    }
}
