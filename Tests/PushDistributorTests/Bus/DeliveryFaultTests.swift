// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import FoundationEssentials
@testable import PushDistributor
import TestSupport
import Testing

/// Connectors that hang, fail or can't be started, on a private bus.
@Suite struct DeliveryFaultTests {
    @Test func `a message at which a connector always hangs holds up others for seconds, and is kept`() async throws {
        try await withDistributor(patience: .milliseconds(100)) { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await fixture.acknowledgedChannel(of: connector)
            connector.behave(.hangAt("bad"))
            try await subscription.deliver(["bad", "good"], on: channel)
            for name in ["bad", "bad", "bad", "good"] {
                #expect(
                    try await connector.next() == .message(token: "t1", body: [1, 2, 3], id: name, version: 2))
            }
            try await withDeadline {
                while try fixture.store.waitingCounts() != ["t1": 1] { try await yieldUntilDeadline() }
            }
            // A new one doesn't wait for it either.
            try await subscription.deliver(["new"], on: channel)
            let new = TestConnector.Event.message(token: "t1", body: [1, 2, 3], id: "new", version: 2)
            try await withDeadline { while try await connector.next() != new {} }
        }
    }

    @Test func `a connector of the second version that hangs gets the message again`() async throws {
        try await withDistributor(patience: .milliseconds(200)) { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await fixture.acknowledgedChannel(of: connector)
            connector.behave(.hang)
            try await subscription.deliver(["1"], on: channel)
            let message = TestConnector.Event.message(token: "t1", body: [1, 2, 3], id: "1", version: 2)
            #expect(try await connector.next() == message)
            connector.behave(.accept)
            #expect(try await connector.next() == message)
            try await fixture.waitUntilDelivered()
        }
    }

    @Test func `a message that is answered with an error comes again`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            connector.behave(.failOnce(BusError(name: "org.belfry.Error.StoreUnavailable", message: "Later.")))
            try await subscription.deliver(["1", "2"], on: channel)
            let first = TestConnector.Event.message(token: "t1", body: [1, 2, 3], id: "1", version: 2)
            #expect(try await connector.next() == first)
            #expect(try await connector.next() == first)
            #expect(try await connector.next() == .message(token: "t1", body: [1, 2, 3], id: "2", version: 2))
            try await fixture.waitUntilDelivered()
        }
    }

    @Test func `a connector that hung and registers again hears of its endpoint at once`() async throws {
        try await withDistributor(patience: .milliseconds(100)) { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await fixture.acknowledgedChannel(of: connector)
            // The pause after the fourth try is eight seconds long. If a loaded machine needs longer for the registration,
            // the message comes again first, and says nothing about the endpoint; then there is another round.
            for round in ["1", "2", "3"] {
                connector.behave(.hang)
                try await subscription.deliver([round], on: channel)
                for _ in 0..<4 { _ = try await connector.next() }
                try await fixture.waitUntilState(is: "pausing")
                connector.behave(.accept)
                try await connector.register()
                let next = [try await connector.next(), try await connector.next()]
                if case .newEndpoint(_, let endpoint, _) = next[1] {
                    #expect(next[0] == .replied && endpoint.hasSuffix(channel))
                    return
                }
                try await fixture.waitUntilDelivered()
                try await fixture.waitUntilState(is: "idle")
                _ = connector.takeAll()
            }
            Issue.record("the message came first in each round")
        }
    }

    @Test func `a watch that begins when its queue has been replaced is ended with the new one`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            connector.behave(.hang)
            try await subscription.deliver(["1"], on: channel)
            _ = try await connector.next()
            connector.behave(.accept)
            let dispatcher = try #require(await fixture.distributor.dispatcher)
            await dispatcher.replaceWhileWatching(connector.service)
            _ = try await connector.next()
            try await fixture.waitUntilDelivered()

            let call = Message.methodCall(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus.Debug.Stats", member: "GetAllMatchRules")
            try await withDeadline {
                while "\(try await fixture.connection.call(call).arguments)".contains(connector.service) {
                    try await yieldUntilDeadline()
                }
            }
        }
    }

    @Test func `an end under load comes, and stores the acknowledgements that have arrived`() async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            let channel = try await connector.registered()
            let names = (1...300).map(String.init)
            try await subscription.deliver(names, on: channel)
            for _ in 0..<50 { _ = try await connector.next() }

            let dispatcher = try #require(await fixture.distributor.dispatcher)
            try await withDeadline { await dispatcher.stopUnderLoad() }
            let handedOn = 50 + connector.takeAll().count
            // A message is handed on after the one before was acknowledged.
            #expect(try fixture.store.waitingCounts()["t1"] ?? 0 <= names.count - (handedOn - 1))
        }
    }

    @Test func `a connector that can't be started holds up no other, and gets its message when it comes`() async throws
    {
        let folder = try temporaryFolder("services")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("[D-BUS Service]\nName=org.example.A\nExec=/bin/false\n".utf8)
            .write(to: URL(filePath: folder + "/org.example.A.service"))
        try await withDistributor(serviceFolder: folder) { fixture in
            let subscription = try await fixture.nextSubscription()
            let (broken, other) = (try await fixture.connector(), try await fixture.connector("org.example.B"))
            let (first, second) = (try await broken.registered(), try await other.registered("t2"))
            await broken.leave()
            try await subscription.deliver(["1"], on: first)
            try await subscription.deliver(["2"], on: second)
            #expect(try await other.next() == .message(token: "t2", body: [1, 2, 3], id: "2", version: 2))
            try await fixture.waitUntilState(is: "pausing")
            let back = try await fixture.connector()
            #expect(try await back.next() == .message(token: "t1", body: [1, 2, 3], id: "1", version: 2))
        }
    }
}

extension ConnectorDispatcher {
    /// Lets a message fail, for which the name is watched, and replaces the queue before the watch is there.
    fileprivate func replaceWhileWatching(_ service: String) {
        handle(.replied(.failed), of: service)
        forget(service)
        stored(for: [service])
    }

    /// Stops while work on the store is under way and more work was requested.
    fileprivate func stopUnderLoad() async {
        for _ in 0..<3 { stored(for: ["org.example.B", "org.example.C"]) }
        await stop()
    }
}
