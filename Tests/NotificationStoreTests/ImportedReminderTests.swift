// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers

/// Reminders of other programs' files: each is added once, whatever became of it.
@Suite struct ImportedReminderTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    /// Imports reminders by their names, and returns whether each was added, kept or refused.
    private func take(
        _ names: String..., replaces: Bool = false, again: Bool = false, isTrial: Bool = false, quota: Quota = Quota()
    ) async throws -> [String] {
        let reminders = names.map {
            [Addition(app: app, request: request($0), due: .at(noon + 60), addedAt: noon, quota: quota)]
        }
        let options = ImportOptions(file: "", replaces: replaces, again: again, isTrial: isTrial)
        return try await store.take(reminders: reminders, options, at: noon).map { result in
            switch result {
            case .success(.added): "added"
            case .success(.kept): "kept"
            case .failure(let refusal): refusal.code.rawValue
            }
        }
    }

    private func pending() async throws -> [String] {
        try await store.pending(app: app, identifiers: ["a", "b", "c"]).map(\.request.identifier).sorted()
    }

    @Test func `a reminder is added once, also after it has ended`() async throws {
        #expect(try await take("a", "b") == ["added", "added"])
        #expect(try await take("b", "c") == ["kept", "added"])
        _ = try await store.removePending(app: app, identifiers: ["a", "b"], at: noon)

        #expect(try await take("a", "b", "c") == ["kept", "kept", "kept"])
        #expect(try await take("a", again: true) == ["added"])
        #expect(try await pending() == ["a", "c"])
    }

    @Test func `a pending one is replaced only when that is asked for`() async throws {
        try await store.add(request("a"))

        #expect(try await take("a") == ["kept"])
        #expect(try await take("a", again: true) == ["kept"])
        #expect(try await take("a", replaces: true) == ["added"])
        #expect(try await pending() == ["a"])
    }

    @Test func `a trial changes nothing, and a refusal is remembered by nobody`() async throws {
        #expect(try await take("a", isTrial: true) == ["added"])
        #expect(try await pending().isEmpty)
        #expect(try await take("a", "b", quota: Quota(requests: 1)) == ["added", "TooManyRequests"])
        #expect(try await take("b") == ["added"])
    }
}
