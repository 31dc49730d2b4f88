// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationServer
import TestSupport
import Testing

@Suite struct NotificationServerTests {
    private typealias Arguments = ReceivedNotification

    @Test func `numbers count from 1 and a replacement keeps its number`() async throws {
        try await withServer { fixture in
            #expect(try await fixture.notify() == 1)
            #expect(try await fixture.notify() == 2)

            let replaced = try await fixture.notify(Arguments.arguments(replacesID: 1, title: "Tea is cold"))

            #expect(replaced == 1)
            #expect(await fixture.server.open.map(\.summary) == ["Tea is cold", "Tea is ready"])
            #expect(try await fixture.heardSoFar() == [])
            #expect(
                fixture.told.takeAll() == [
                    .nameMoved(isOurs: true), .shown(1, replaces: false), .shown(2, replaces: false),
                    .shown(1, replaces: true),
                ])
        }
    }

    @Test func `a number that is not open is not replaced`() async throws {
        try await withServer { fixture in
            let first = try await fixture.notify()
            _ = try await fixture.call("CloseNotification", [.uint32(first)])

            #expect(try await fixture.notify(Arguments.arguments(replacesID: first)) == 2)
            #expect(try await fixture.notify(Arguments.arguments(replacesID: 4242)) == 3)
        }
    }

    @Test func `a server that accepts chosen numbers does not give one twice`() async throws {
        var configuration = NotificationServerConfiguration()
        configuration.adoptsUnknownIDs = true
        try await withServer(configuration) { fixture in
            let adopted = try await fixture.notify(Arguments.arguments(replacesID: 2))
            let given = [try await fixture.notify(), try await fixture.notify()]

            #expect(adopted == 2)
            #expect(given == [1, 3])
        }
    }

    @Test func `CloseNotification closes once`() async throws {
        try await withServer { fixture in
            let id = try await fixture.notify()
            for number in [id, id, 99, 0] { _ = try? await fixture.call("CloseNotification", [.uint32(number)]) }

            #expect(try await fixture.heardSoFar() == ["NotificationClosed(1, 3)"])
        }
    }

    @Test func `a button press is signalled, then the notification is closed`() async throws {
        try await withServer { fixture in
            let id = try await fixture.notify(Arguments.arguments(actions: ["snooze", "Snooze"]))

            #expect(await fixture.server.invoke("snooze", on: id, activationToken: "token-1"))
            #expect(await !fixture.server.invoke("snooze", on: id))

            #expect(
                try await fixture.heardSoFar() == [
                    "ActivationToken(1, token-1)", "ActionInvoked(1, snooze)", "NotificationClosed(1, 2)",
                ])
        }
    }

    @Test func `a resident notification stays after its answers`() async throws {
        try await withServer { fixture in
            let id = try await fixture.notify(Arguments.arguments(hints: ["resident": .boolean(true)]))

            await fixture.server.invoke("default", on: id)
            await fixture.server.reply("yes", to: id)
            await fixture.server.close(id, because: .dismissed)

            #expect(
                try await fixture.heardSoFar() == [
                    "ActionInvoked(1, default)", "NotificationReplied(1, yes)", "NotificationClosed(1, 2)",
                ])
        }
    }

    @Test func `a reply's text is sent only to the program that asked`() async throws {
        try await withServer { fixture in
            let other = try Connection(to: .at(fixture.address), on: fixture.client.loop)
            let overheard = try await hearing(other)
            let id = try await fixture.notify()

            await fixture.server.reply("my secret", to: id)

            #expect(
                try await fixture.heardSoFar() == ["NotificationReplied(1, my secret)", "NotificationClosed(1, 2)"])
            _ = try await fixture.call("GetCapabilities", from: other)
            #expect(overheard.takeAll() == [Heard("NotificationClosed(1, 2)")])
            await other.close()
        }
    }

    @Test func `a unicast server sends signals only to the notifying program`() async throws {
        var configuration = NotificationServerConfiguration()
        configuration.signalDelivery = .unicast
        try await withServer(configuration) { fixture in
            let other = try Connection(to: .at(fixture.address), on: fixture.client.loop)
            let overheard = try await hearing(other)
            let (own, others) = (try await fixture.notify(), try await fixture.notify(from: other))

            await fixture.server.invoke("default", on: own)
            await fixture.server.invoke("default", on: others)

            #expect(try await fixture.heardSoFar() == ["ActionInvoked(1, default)", "NotificationClosed(1, 2)"])
            _ = try await fixture.call("GetCapabilities", from: other)
            #expect(
                overheard.takeAll().map(\.description) == ["ActionInvoked(2, default)", "NotificationClosed(2, 2)"])
            await other.close()
        }
    }

    @Test(
        arguments: [
            (-1, nil, 1, []), (-1, 10, 1, [10]), (0, 10, 1, []), (3000, 10, 1, [3]), (3000, nil, 0, [3]),
            (3000, 10, 2, []), (-1, 10, 2, []),
        ] as [(Int32, Int?, UInt8, [Int])])
    func `a notification expires by its own time, else by the server's, and a critical one never`(
        asked: Int32, byDefault: Int?, urgency: UInt8, seconds: [Int]
    ) async throws {
        var configuration = NotificationServerConfiguration()
        configuration.defaultTimeout = byDefault.map { .seconds($0) }
        try await withServer(configuration) { fixture in
            _ = try await fixture.notify(Arguments.arguments(hints: ["urgency": .byte(urgency)], timeout: asked))

            #expect(fixture.timers.running == seconds.map { .seconds($0) })
        }
    }

    @Test func `an expired notification is closed with reason 1, and a replacement has a new time`() async throws {
        try await withServer { fixture in
            let id = try await fixture.notify(Arguments.arguments(timeout: 3000))
            _ = try await fixture.notify(Arguments.arguments(replacesID: id, timeout: 5000))
            #expect(fixture.timers.running == [.seconds(5)])

            fixture.timers.fireAll(on: fixture.server.connection.loop)

            #expect(try await fixture.heard.next() == Heard("NotificationClosed(1, 1)"))
            #expect(await fixture.server.open.isEmpty)
        }
    }

    @Test func `an answer stops the timer`() async throws {
        try await withServer { fixture in
            let id = try await fixture.notify(Arguments.arguments(timeout: 3000))

            await fixture.server.invoke("default", on: id)

            #expect(fixture.timers.running == [])
        }
    }

    @Test func `over its capacity the server closes the oldest`() async throws {
        var configuration = NotificationServerConfiguration()
        configuration.capacity = 2
        try await withServer(configuration) { fixture in
            for _ in 1...3 { _ = try await fixture.notify() }

            #expect(try await fixture.heardSoFar() == ["NotificationClosed(1, 4)"])
            #expect(await fixture.server.open.map(\.id) == [2, 3])
        }
    }

    @Test func `the server describes itself and its capabilities`() async throws {
        try await withServer { fixture in
            let information = try await fixture.call("GetServerInformation")
            let capabilities = try await fixture.call("GetCapabilities").first

            #expect(information.map(\.string) == ["belfry", "Belfry", "1.0", "1.3"])
            #expect(
                capabilities?.strings == [
                    "actions", "body", "body-hyperlinks", "body-markup", "inline-reply", "persistence",
                ])
        }
    }

    @Test func `another server takes the name, and open notifications end without a signal`() async throws {
        try await withServer(flags: [.allowReplacement, .doNotQueue]) { fixture in
            _ = try await fixture.notify()
            #expect(fixture.told.takeAll() == [.nameMoved(isOurs: true), .shown(1, replaces: false)])

            let other = try Connection(to: .at(fixture.address), on: fixture.client.loop)
            let result = try await other.requestName(NotificationServer.interfaceName, flags: .replaceExisting)

            #expect(result == .primaryOwner)
            #expect(try await fixture.told.next() == .nameMoved(isOurs: false))
            #expect(fixture.heard.takeAll().isEmpty)
            await other.close()
        }
    }

    @Test func `a server in the queue is told when the name returns`() async throws {
        try await withServer { fixture in
            let other = try Connection(to: .at(fixture.address), on: fixture.client.loop)
            _ = try await other.requestName(NotificationServer.interfaceName, flags: .replaceExisting)
            await other.close()

            #expect(try await fixture.told.next() == .nameMoved(isOurs: true))
            #expect(try await fixture.told.next() == .nameMoved(isOurs: false))
            #expect(try await fixture.told.next() == .nameMoved(isOurs: true))
        }
    }

    @Test func `after it left the bus it counts from 1`() async throws {
        try await withServer { fixture in
            _ = try await fixture.notify()
            try await fixture.server.leave()
            _ = try await fixture.server.takeName([])

            #expect(try await fixture.notify() == 1)
            #expect(try await fixture.heardSoFar() == [])
        }
    }
}
