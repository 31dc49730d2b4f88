// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing

@Suite struct ApplicationTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    @Test func `categories come back in their order, and a new set replaces all`() async throws {
        let question = Category(
            identifier: "question",
            actions: [Action(identifier: "yes", title: "Yes"), Action(identifier: "no", title: "No")])
        let answer = Category(identifier: "answer", options: [.customDismissAction])
        try await store.setCategories([question, answer], app: app)

        #expect(try await store.categories(app: app) == [question, answer])
        #expect(try await store.category("answer", app: app) == answer)
        #expect(try await store.category("answer", app: "org.example.Other") == nil)

        try await store.setCategories([answer], app: app)
        #expect(try await store.categories(app: app) == [answer])
        #expect(try await store.category("question", app: app) == nil)
    }

    @Test func `two categories of one identifier are a failure that changes nothing`() async throws {
        let old = Category(identifier: "old")
        try await store.setCategories([old], app: app)

        await #expect(throws: StoreError.self) {
            try await store.setCategories([Category(identifier: "new"), Category(identifier: "new")], app: app)
        }

        #expect(try await store.categories(app: app) == [old])
    }

    @Test func `a badge is 0 until it is set`() async throws {
        #expect(try await store.badge(app: app) == 0)
        try await store.setBadge(3, app: app)
        #expect(try await store.badge(app: app) == 3)
        await #expect(throws: StoreError.self) { try await store.setBadge(-1, app: app) }
        try await store.setBadge(0, app: app)
        #expect(try await store.badge(app: app) == 0)
    }

    @Test func `an application that never asked is told from one that asked for nothing`() async throws {
        #expect(try await store.requestedAuthorization(app: app) == nil)
        try await store.setBadge(1, app: app)
        #expect(try await store.requestedAuthorization(app: app) == nil)
        try await store.setRequestedAuthorization([], app: app)
        #expect(try await store.requestedAuthorization(app: app) == [])
        try await store.setRequestedAuthorization(["alert", "sound"], app: app)
        #expect(try await store.requestedAuthorization(app: app) == ["alert", "sound"])
        #expect(try await store.badge(app: app) == 1)
    }
}
