// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing

@testable import NotificationStore

/// Received messages, silent pushes and their budget.
@Suite struct RemoteStoreTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    private func isNew(_ message: String, of name: String = app) async throws -> Bool {
        if case .stored = try await store.receive(RemoteArrival(app: name, message: message, date: noon)) {
            return true
        }
        return false
    }

    @Test func `the last 512 messages of an application are recognized when they come again`() async throws {
        for number in 0..<512 { #expect(try await isNew("m\(number)")) }
        #expect(try await !isNew("m0"))
        #expect(try await isNew("m0", of: "org.example.Other"), "Another application has messages of its own.")
        #expect(try await isNew("m512"))
        #expect(try await !isNew("m1"))
        #expect(try await isNew("m0"), "The oldest one is forgotten.")
    }

    @Test func `three wakes are there at once, then one every twenty minutes, whatever the clock does`() async throws {
        func spend(at date: Date) async throws -> Date? {
            try await store.spendWake(of: app, burst: 3, interval: 1200, at: date)
        }
        for _ in 0..<3 { #expect(try await spend(at: noon) == nil) }
        #expect(try await spend(at: noon + 60) == noon + 1200)
        #expect(try await spend(at: noon - 3600) != nil, "A clock that was set back gives nothing.")
        #expect(try await spend(at: noon + 1200) == nil)
        #expect(try await spend(at: noon + 1201) != nil)
        for _ in 0..<3 { #expect(try await spend(at: noon + 86_400) == nil) }
        #expect(try await spend(at: noon + 86_400) != nil)
        #expect(try await spend(at: noon) != nil)
        #expect(try await spend(at: noon + 1200) == nil, "A clock that was a day ahead stops nothing for a day.")
    }

    @Test func `an application without a registration is no longer woken`() async throws {
        for instance in ["", "work"] {
            let registration = RemoteRegistration(
                app: app, instance: instance, token: "token\(instance)", privateKey: [], secret: [], vapid: nil,
                description: "")
            _ = try await store.register(registration) { $0 }
        }
        var arrival = RemoteArrival(app: app, message: "m", date: noon)
        arrival.wake = RemoteWake(
            collapseIdentifier: "", userInfo: [:], startsApplication: true, expires: noon + 60)
        _ = try await store.receive(arrival)
        #expect(try await store.unregister(app, "work") != nil)
        #expect(try await store.wakeApps() == [app])
        #expect(try await store.unregister(app, "") != nil)
        #expect(try await store.wakeApps() == [])
        #expect(try await store.unregister(app, "") == nil)
    }

    @Test func `the newest 64 silent pushes of an application wait, and one of each collapse identifier`() async throws
    {
        func push(_ number: Int, collapse: String = "") async throws {
            var arrival = RemoteArrival(app: app, message: "w\(number)", date: noon)
            arrival.wake = RemoteWake(
                collapseIdentifier: collapse, userInfo: ["n": .integer(Int64(number))], startsApplication: true,
                expires: noon + 60)
            _ = try await store.receive(arrival)
        }
        for number in 0..<70 { try await push(number) }
        var waiting = try await store.wakes(of: app)
        #expect(waiting.count == 64 && waiting.first?.userInfo == ["n": .integer(6)])
        let dropped = try await store.droppedPushes()
        #expect(dropped.map(\.reason) == ["tooMany"] && dropped.first?.count == 6)
        for number in 100..<103 { try await push(number, collapse: "c") }
        waiting = try await store.wakes(of: app)
        #expect(waiting.last?.userInfo == ["n": .integer(102)] && waiting.count == 64)
        #expect(try await store.expireWakes(at: noon + 61).count == 64)
    }
}
