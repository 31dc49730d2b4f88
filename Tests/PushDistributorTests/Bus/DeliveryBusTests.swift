// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import FoundationEssentials
import Glibc
@testable import PushDistributor
import TestSupport
import Testing

/// Messages on their way to connectors, on a private bus.
@Suite struct DeliveryBusTests {
    @Test(arguments: [1, 2])
    func `messages arrive in order with their names, and are deleted once they are acknowledged`(
        version: Int
    ) async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered(version: version)

            let names = (1...40).map(String.init)
            try await subscription.deliver(names, on: channel)
            for name in names {
                #expect(
                    try await connector.next()
                        == .message(token: "t1", body: [1, 2, 3], id: name, version: version))
            }
            try await fixture.waitUntilDelivered()
        }
    }

    @Test func `a name over 100 bytes is left out`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            try await subscription.deliver([String(repeating: "n", count: 101)], on: channel)
            #expect(
                try await connector.next() == .message(token: "t1", body: [1, 2, 3], id: nil, version: 2))
        }
    }

    @Test func `a connector that hangs gets one message, and holds up no other`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let (slow, quick) = (try await fixture.connector(), try await fixture.connector("org.example.B"))
            let (first, second) = (try await slow.registered(), try await quick.registered("t2"))
            slow.behave(.hang)
            try await subscription.deliver(["1", "2"], on: first)
            #expect(try await slow.next() == .message(token: "t1", body: [1, 2, 3], id: "1", version: 2))

            let names = (1...50).map(String.init)
            try await subscription.deliver(names, on: second)
            for name in names {
                #expect(try await quick.next() == .message(token: "t2", body: [1, 2, 3], id: name, version: 2))
            }
            #expect(slow.takeAll().isEmpty)
            try await withDeadline {
                while try fixture.store.waitingCounts() != ["t1": 2] { try await yieldUntilDeadline() }
            }
        }
    }

    @Test func `for a connector of the first version no reply is an acknowledgement`() async throws {
        try await withDistributor(patience: .milliseconds(200)) { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered(version: 1)
            connector.behave(.hang)
            try await subscription.deliver(["1", "2"], on: channel)
            for name in ["1", "2"] {
                #expect(try await connector.next() == .message(token: "t1", body: [1, 2, 3], id: name, version: 1))
            }
            try await fixture.waitUntilDelivered()
        }
    }

    @Test func `a message that the connector refuses as invalid is dropped and counted`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            connector.behave(.fail(.invalidArguments("Nonsense.")))
            try await subscription.deliver(["1"], on: channel)
            _ = try await connector.next()
            try await fixture.waitUntilDelivered()
            #expect(try fixture.store.droppedCounts() == [.refused: 1])
            let status = try await fixture.ask("Status")?.properties
            #expect(status?["dropped"]?.properties == ["refused": .uint32(1)])
        }
    }

    @Test func `messages wait for a connector that has left, and come when it is back`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            await connector.leave()
            try await subscription.deliver(["1", "2"], on: channel)
            try await withDeadline {
                while try await fixture.ask("Registrations")?.array?.first?.properties?["state"] != .string("absent") {
                    try await yieldUntilDeadline()
                }
            }

            let next = try await fixture.connector()
            #expect(try await next.next() == .message(token: "t1", body: [1, 2, 3], id: "1", version: 2))
            #expect(try await next.next() == .message(token: "t1", body: [1, 2, 3], id: "2", version: 2))
            try await fixture.waitUntilDelivered()
        }
    }

    @Test func `a message from before the clock was set forward still comes`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            await connector.leave()
            let early = PushMessage(channel: channel, id: "1", body: [1, 2, 3], received: Date() - 9 * 86_400)
            let position = StreamPosition(server: "home", stream: 0, channels: [channel], cursor: "1")
            _ = try fixture.store.receive([early], position)
            try await subscription.deliver(["2"], on: channel)
            #expect(try fixture.store.waitingCounts() == ["t1": 2])
            let next = try await fixture.connector()
            #expect(try await next.next() == .message(token: "t1", body: [1, 2, 3], id: "1", version: 2))
        }
    }

    @Test func `a connector that isn't running is started by the bus for its message`() async throws {
        let folder = try temporaryFolder("services")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The program says that it was started, and the test takes the name in its place.
        try Data(
            "[D-BUS Service]\nName=org.example.A\nExec=/bin/sh -c \"echo $$ > \(folder)/started; exec sleep 1000\"\n"
                .utf8
        ).write(to: URL(filePath: folder + "/org.example.A.service"))
        try await withDistributor(serviceFolder: folder) { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            await connector.leave()

            try await subscription.deliver(["1"], on: channel)
            let process = try await withDeadline {
                while true {
                    let text = try? String(contentsOfFile: folder + "/started", encoding: .utf8)
                    if let text, text.hasSuffix("\n"), let id = Int32(text.dropLast()) { return id }
                    try await yieldUntilDeadline()
                }
            }
            defer { kill(process, SIGKILL) }
            let started = try await fixture.connector()
            #expect(try await started.next() == .message(token: "t1", body: [1, 2, 3], id: "1", version: 2))
            try await fixture.waitUntilDelivered()
        }
    }

    @Test func `messages of a token that is unregistered are not handed on`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let (first, second) = (try await connector.registered(), try await connector.registered("t2"))
            connector.behave(.hang)
            try await subscription.deliver(["1"], on: second)
            try await subscription.deliver(["2", "3"], on: first)
            _ = try await connector.next()
            try await connector.unregister("t1")
            #expect(try await connector.next() == .unregistered(token: "t1", version: 2))
            #expect(try fixture.store.waitingCounts() == ["t2": 1])
        }
    }

    // MARK: - Servers

    @Test func `registrations of a server that is removed get an endpoint on another one, which is told`() async throws
    {
        try await withDistributor { fixture in
            let old = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()

            try await fixture.use(
                """
                [servers.away]
                engine = "nchan"
                publish = "https://away.example.org/p/"
                subscribe = "https://away.example.org/s/"
                """)
            let endpoint = try await connector.nextEndpoint()
            #expect(endpoint.hasPrefix("https://away.example.org/p/") && !endpoint.hasSuffix(channel))
            #expect(old.hasStopped)
            let new = try await fixture.nextSubscription()
            #expect(try await new.nextChannels() == [String(endpoint.suffix(43))])
            try await new.deliver(["1"], on: String(endpoint.suffix(43)))
            #expect(try await connector.next() == .message(token: "t1", body: [1, 2, 3], id: "1", version: 2))
        }
    }

    @Test func `a server that hasn't changed keeps its subscription`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            _ = try await connector.registered()
            try await fixture.use(
                "server = \"home\"\n" + DistributorFixture.servers
                    + "[servers.b]\nengine = \"ntfy\"\nurl = \"https://ntfy.example.org\"")
            #expect(try await fixture.nextSubscription().server == "b")
            #expect(!subscription.hasStopped)
            #expect(connector.takeAll().isEmpty)
        }
    }

    @Test func `registrations without any server wait, and go on with the same endpoint`() async throws {
        try await withDistributor { fixture in
            _ = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            try await fixture.use("")
            let status = try await fixture.ask("Status")?.properties
            #expect(status?["advice"]?.string?.contains("The 1 registrations that there are get no messages") == true)
            try await fixture.use(DistributorFixture.servers)
            let subscription = try await fixture.nextSubscription()
            #expect(try await subscription.nextChannels() == [channel])
            #expect(connector.takeAll().isEmpty)
        }
    }

    @Test func `an endpoint that could not be told without a server is told when there is one`() async throws {
        try await withDistributor { fixture in
            _ = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            try await fixture.use("")
            // The endpoint waits again, as after an earlier process that could not tell it.
            let wish = RegistrationWish(token: "t1", service: "org.example.A", version: 2)
            _ = try fixture.store.register(wish, server: "home", channel: "", at: Date())
            try await fixture.use("")
            // The queue rests once it has found no server.
            try await fixture.waitUntilState(is: "idle")
            #expect(connector.takeAll().isEmpty)
            #expect(try fixture.store.registrations().map(\.isTold) == [false])

            try await fixture.use(DistributorFixture.servers)
            #expect(try await connector.nextEndpoint().hasSuffix(channel))
        }
    }

    @Test func `status says that a server is waiting, and why`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            subscription.setReport(SubscriptionReport(state: "waiting", reason: "the server does not answer"))
            let status = try await DistributorStatus(from: fixture.connection)
            #expect(status.servers.first?.reason == "the server does not answer")
            #expect(status.lines.contains { $0.hasPrefix("home: nchan, waiting (the server does not answer)") })
        }
    }

    @Test func `a network that appears, and the end of sleep, make every server connect at once`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let watch = NetworkWatch(
                .at(fixture.bus), on: fixture.loop, logger: fixture.distributor.logger
            ) { [distributor = fixture.distributor] in
                Task { await distributor.retryNow() }
            }
            let services = try Connection(to: .at(fixture.bus), on: fixture.loop)
            _ = try await services.requestName("org.freedesktop.NetworkManager")
            _ = try await services.requestName("org.freedesktop.login1")
            await watch.start()

            func signal(_ path: ObjectPath, _ interface: String, _ member: String, _ value: Value) async throws {
                try await services.send(.signal(path: path, interface: interface, member: member, arguments: [value]))
            }
            let manager: (ObjectPath, String) = ("/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager")
            // 20: asleep or switched off.
            try await signal(manager.0, manager.1, "StateChanged", .uint32(20))
            try await signal(manager.0, manager.1, "StateChanged", .uint32(70))
            try await subscription.nextRetry()
            let login: (ObjectPath, String) = ("/org/freedesktop/login1", "org.freedesktop.login1.Manager")
            try await signal(login.0, login.1, "PrepareForSleep", .boolean(true))
            try await signal(login.0, login.1, "PrepareForSleep", .boolean(false))
            try await subscription.nextRetry()
            await watch.stop()
            await services.close()
        }
    }
}
