// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Testing

@testable import NotificationStore

@Suite struct ApplicationTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    @Test func `categories are read in their order, and a new set replaces all`() async throws {
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

    @Test func `L2: the requested options are stored with their first decisions`() async throws {
        #expect(try await store.authorization(app: app) == nil)
        try await store.setBadge(1, app: app)
        #expect(try await store.authorization(app: app) == nil)
        #expect(try await store.ask([], app: app) == nil)
        #expect(try await store.ask([.alert], app: app)?.answers == [.alert: .granted])
        #expect(try await store.ask([.alert, .sound], app: app)?.answers == [.alert: .granted, .sound: .later])
        #expect(try await store.authorization(app: app)?.answers == [.alert: .granted, .sound: .later])
        #expect(try await store.badge(app: app) == 1)
    }

    @Test(arguments: [
        ("[\"alert\",\"sound\"]", Authorization.Answer.granted), ("[\"badge\"]", .granted), ("[]", .granted),
        ("[\"alert\",\"provisional\"]", .provisional), ("what is this?", nil),
    ]) func `L2: grants of an earlier version are kept by the migration`(
        _ before: String, _ after: Authorization.Answer?
    ) throws {
        let database = try DatabaseQueue()
        try Schema.migrator.migrate(database, upTo: "11")
        try database.write {
            try $0.execute(
                sql: "INSERT INTO application (app, authorization) VALUES (?, ?)",
                arguments: [app, Data(before.utf8)])
        }

        try Schema.migrate(database)

        let data = try database.read { try Data.fetchOne($0, sql: "SELECT authorization FROM application") }
        let authorization = try data.map { try JSONDecoder().decode(Authorization.self, from: $0) }
        for option in [AuthorizationOption.alert, .sound, .badge] {
            #expect(authorization?.answers[option] == after)
        }
    }
}
