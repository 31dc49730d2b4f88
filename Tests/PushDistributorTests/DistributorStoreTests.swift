// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import TestSupport
import Testing

/// The distributor's database, in a folder of its own.
@Suite struct DistributorStoreTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let position = StreamPosition(server: "s", stream: 0, channels: ["c1"], cursor: "1")

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try temporaryFolder("distributor")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/state")
    }

    private func withStore(
        limits: StoreLimits = StoreLimits(), _ body: (DistributorStore) throws -> Void
    ) throws {
        try withFolder { folder in
            let store = try DistributorStore(at: folder, limits: limits)
            defer { store.close() }
            try body(store)
        }
    }

    private func wish(_ token: String = "t1", service: String = "org.example.A", version: Int = 2) -> RegistrationWish {
        RegistrationWish(token: token, service: service, version: version, description: "A")
    }

    @discardableResult
    private func register(
        _ token: String = "t1", channel: String = "c1", service: String = "org.example.A", server: String = "s",
        in store: DistributorStore
    ) throws -> Registration {
        let outcome = try store.register(
            wish(token, service: service), server: server, channel: channel, at: now)
        guard case .registered(let registration, isNew: true) = outcome else {
            throw UnexpectedOutcome(outcome: "\(outcome)")
        }
        return registration
    }

    private struct UnexpectedOutcome: Error { let outcome: String }

    private func message(_ id: String, channel: String = "c1", size: Int = 10, after seconds: Double = 0) -> PushMessage
    {
        PushMessage(
            channel: channel, id: id, body: [UInt8](repeating: 1, count: size), received: now + seconds)
    }

    private func names(_ store: DistributorStore, of service: String = "org.example.A") throws -> [String] {
        try store.deliveries(of: service, after: 0, limit: 10_000).compactMap {
            if case .message(let message) = $0 { message.name } else { nil }
        }
    }

    @Test func `a token that is registered again keeps its channel, and its endpoint is told again`() throws {
        try withStore { store in
            let first = try register(in: store)
            try store.markTold(first)
            var again = wish(version: 1)
            again.description = "B"
            let outcome = try store.register(again, server: "other", channel: "c9", at: now)

            guard case .registered(let second, isNew: false) = outcome else { throw UnexpectedOutcome(outcome: "") }
            #expect(second.channel == "c1" && second.server == "s" && second.id == first.id)
            #expect(second.description == "B" && second.version == 1 && !second.isTold)
            #expect(try store.registrations().count == 1)
        }
    }

    @Test func `an endpoint that was acknowledged before the token was registered again is told again`() throws {
        try withStore { store in
            let first = try register(in: store)
            _ = try store.register(wish(), server: "s", channel: "", at: now)
            // The former process's reply is noted only now.
            try store.markTold(first)
            let second = try #require(try store.registration(token: "t1"))
            #expect(!second.isTold)
            try store.markTold(second)
            #expect(try store.registration(token: "t1")?.isTold == true)
        }
    }

    @Test func `a token of another service is taken`() throws {
        try withStore { store in
            try register(in: store)
            #expect(
                try store.register(wish(service: "org.example.B"), server: "s", channel: "c2", at: now) == .taken)
        }
    }

    @Test func `a service has a limit on registrations, and so have all together`() throws {
        var limits = StoreLimits()
        (limits.registrationsOfService, limits.registrations) = (2, 3)
        try withStore(limits: limits) { store in
            for number in 1...2 { try register("t\(number)", channel: "c\(number)", in: store) }
            #expect(try store.register(wish("t3"), server: "s", channel: "c3", at: now) == .tooMany(limit: 2))
            try register("t3", channel: "c3", service: "org.example.B", in: store)
            #expect(
                try store.register(wish("t4", service: "org.example.B"), server: "s", channel: "c4", at: now)
                    == .tooMany(limit: 3))
            // A known token is no new registration.
            let again = try store.register(wish("t1"), server: "s", channel: "c9", at: now)
            guard case .registered(_, isNew: false) = again else { throw UnexpectedOutcome(outcome: "\(again)") }
        }
    }

    @Test func `messages and the position behind them survive`() throws {
        try withFolder { folder in
            let first = try DistributorStore(at: folder)
            try register(in: first)
            #expect(try first.receive([message("1"), message("2")], position) == ["org.example.A"])
            first.close()

            let second = try DistributorStore(at: folder)
            defer { second.close() }
            #expect(try names(second) == ["1", "2"])
            #expect(try second.positions(of: "s") == [position])
            #expect(try second.positions(of: "other").isEmpty)
        }
    }

    @Test func `a repeated message is not handed on twice, even after its delivery`() throws {
        try withStore { store in
            try register(in: store)
            try register("t2", channel: "c2", in: store)
            _ = try store.receive([message("1"), message("1"), message("1", channel: "c2")], position)
            #expect(try names(store) == ["1", "1"])
            for case .message(let waiting) in try store.deliveries(of: "org.example.A", after: 0, limit: 9) {
                try store.finish([waiting.id])
            }
            #expect(try store.receive([message("1")], position).isEmpty)
            #expect(try names(store).isEmpty)
        }
    }

    @Test func `the remembered names are bounded`() throws {
        var limits = StoreLimits()
        limits.rememberedNames = 3
        try withStore(limits: limits) { store in
            try register(in: store)
            for number in 1...5 { _ = try store.receive([message("\(number)")], position) }
            #expect(try store.receive([message("3"), message("4"), message("5")], position).isEmpty)
            #expect(try store.receive([message("1")], position) == ["org.example.A"])
        }
    }

    @Test func `too many messages for a connector drop its oldest, and nobody else's`() throws {
        var limits = StoreLimits()
        limits.messages = 3
        try withStore(limits: limits) { store in
            try register(in: store)
            try register("t2", channel: "c2", service: "org.example.B", in: store)
            _ = try store.receive([message("0", channel: "c2")] + (1...5).map { message("\($0)") }, position)
            #expect(try names(store) == ["3", "4", "5"])
            #expect(try names(store, of: "org.example.B") == ["0"])
            #expect(try store.droppedCounts() == [.count: 2])
        }
    }

    @Test func `too many bytes for a connector drop its oldest messages`() throws {
        var limits = StoreLimits()
        limits.bytes = 100
        try withStore(limits: limits) { store in
            try register(in: store)
            _ = try store.receive((1...4).map { message("\($0)", size: 40) }, position)
            #expect(try names(store) == ["3", "4"])
            #expect(try store.droppedCounts() == [.bytes: 2])
        }
    }

    @Test func `a message that has waited for more than seven days is dropped`() throws {
        try withStore { store in
            try register(in: store)
            try store.noteDay(at: now)
            _ = try store.receive([message("1")], position)
            try store.noteDay(at: now + 86_400)
            _ = try store.receive([message("2")], position)
            for day in 2...7 {
                // A second call on the same day counts nothing.
                for hour in 0..<5 { try store.noteDay(at: now + Double(day) * 86_400 + Double(hour) * 3600) }
            }
            #expect(try names(store) == ["1", "2"])
            try store.noteDay(at: now + 8 * 86_400)
            #expect(try names(store) == ["2"])
            #expect(try store.droppedCounts() == [.age: 1])
        }
    }

    @Test(arguments: [-1e9, -8 * 86_400, 8 * 86_400, 2e9] as [Double])
    func `a message outlives a day with a wrong clock, whether it came on it or before`(offset: Double) throws {
        try withStore { store in
            try register(in: store)
            try store.noteDay(at: now)
            _ = try store.receive([message("1")], position)
            _ = try store.receive([message("2", after: offset)], position)
            try store.noteDay(at: now + offset)
            _ = try store.receive([message("3", after: offset)], position)
            try store.noteDay(at: now + 86_400)
            _ = try store.receive([message("4", after: 86_400)], position)
            #expect(try names(store) == ["1", "2", "3", "4"])
        }
    }

    @Test(arguments: [(0, false), (1, true), (4096, true), (4097, false)])
    func `a message has 1 to 4096 bytes`(size: Int, isStored: Bool) throws {
        try withStore { store in
            try register(in: store)
            _ = try store.receive([message("1", size: size)], position)
            #expect(try names(store) == (isStored ? ["1"] : []))
            #expect(try store.droppedCounts() == (isStored ? [:] : [.size: 1]))
            #expect(try store.positions(of: "s") == [position])
        }
    }

    @Test func `messages that the stream left out for their size are counted`() throws {
        try withStore { store in
            try register(in: store)
            _ = try store.receive([message("1")], position, dropped: 3)
            #expect(try names(store) == ["1"])
            #expect(try store.droppedCounts() == [.size: 3])
        }
    }

    @Test func `a message of a channel that nobody has is dropped and counted`() throws {
        try withStore { store in
            let services = try store.receive([message("1")], position)
            let dropped = try store.droppedCounts()
            #expect(services.isEmpty && dropped == [.unknown: 1])
        }
    }

    @Test func `an end deletes the messages`() throws {
        try withStore { store in
            try register(in: store)
            _ = try store.receive([message("1")], position)
            #expect(try store.unregister(token: "t1"))
            #expect(try !store.unregister(token: "t1"))
            #expect(try names(store).isEmpty && store.channels(of: "s").isEmpty)
            #expect(try store.waitingServices().isEmpty)
        }
    }

    @Test func `the channels of a server are in the order in which they were made`() throws {
        try withStore { store in
            for number in [3, 1, 2] { try register("t\(number)", channel: "c\(number)", in: store) }
            try register("t4", channel: "c4", server: "other", in: store)
            #expect(try store.channels(of: "s") == ["c3", "c1", "c2"])
        }
    }

    // MARK: - Servers

    private let here = KnownServer(name: "s", address: "nchan https://a/")
    private let other = KnownServer(name: "other", address: "nchan https://b/")

    private func newChannel() -> (String) -> String {
        var number = 0
        return { name in
            number += 1
            return "\(name)-\(number)"
        }
    }

    @Test func `registrations of a server that is gone get a channel of another one, and keep their messages`() throws {
        try withStore { store in
            #expect(try store.use([here], newChannel: newChannel()) == 0)
            try store.markTold(try register(in: store))
            _ = try store.receive([message("1")], position)

            #expect(try store.use([other], newChannel: newChannel()) == 1)
            let moved = try #require(try store.registrations().first)
            #expect(moved.server == "other" && moved.channel == "other-1" && !moved.isTold)
            #expect(try names(store) == ["1"])
            #expect(try store.positions(of: "s").isEmpty)
            // The names of messages on another server mean something else.
            #expect(try store.receive([message("1", channel: "other-1")], position) == ["org.example.A"])
        }
    }

    @Test func `a server with another address gives its registrations new channels`() throws {
        try withStore { store in
            _ = try store.use([other, here], newChannel: newChannel())
            try register(in: store)
            _ = try store.receive([], position)
            #expect(try store.use([other, here], newChannel: newChannel()) == 0)
            #expect(try store.positions(of: "s") == [position])

            let moved = KnownServer(name: "s", address: "ntfy https://a")
            #expect(try store.use([other, moved], newChannel: newChannel()) == 1)
            #expect(try store.registrations().first?.server == "s")
            #expect(try store.channels(of: "s") == ["s-1"])
            #expect(try store.positions(of: "s").isEmpty)
        }
    }

    @Test func `without a server everything stays until there is one again`() throws {
        try withStore { store in
            _ = try store.use([here], newChannel: newChannel())
            try register(in: store)
            _ = try store.receive([], position)
            #expect(try store.use([], newChannel: newChannel()) == 0)
            #expect(try store.use([here], newChannel: newChannel()) == 0)
            #expect(try store.channels(of: "s") == ["c1"] && store.positions(of: "s") == [position])
        }
    }

    // MARK: - Services

    @Test func `a service that is gone on 31 days is unregistered, however the clock jumps`() throws {
        try withStore { store in
            try register(in: store)
            try register("t2", channel: "c2", service: "org.example.B", in: store)
            for day in 0..<30 {
                let date = now + Double(day) * 86_400
                #expect(try store.noteServices(present: ["org.example.B"], at: date).isEmpty)
                // A second look on the same day counts nothing.
                #expect(try store.noteServices(present: ["org.example.B"], at: date + 60).isEmpty)
            }
            #expect(try store.noteServices(present: ["org.example.B"], at: now + 9e8) == ["org.example.A"])
            #expect(try store.registrations().map(\.token) == ["t2"])
        }
    }

    @Test func `a service that comes back starts anew`() throws {
        try withStore { store in
            try register(in: store)
            for day in 0..<30 { _ = try store.noteServices(present: [], at: now + Double(day) * 86_400) }
            _ = try store.noteServices(present: ["org.example.A"], at: now + 30 * 86_400)
            #expect(try store.noteServices(present: [], at: now + 31 * 86_400).isEmpty)
            #expect(try store.registrations().count == 1)
        }
    }
}
