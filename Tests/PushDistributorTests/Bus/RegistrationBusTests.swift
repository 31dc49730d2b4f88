// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import FoundationEssentials
@testable import PushDistributor
import TestSupport
import Testing

/// `Register` and `Unregister` on a private bus.
@Suite struct RegistrationBusTests {
    private static let vapid = "B" + String(repeating: "a-_9", count: 21) + "Zz"

    @Test(arguments: [1, 2])
    func `a connector gets the reply, and then its endpoint`(version: Int) async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            #expect(try await subscription.nextChannels() == [])
            let connector = try await fixture.connector()

            let reply = try await connector.register(version: version)
            #expect(reply["success"] == .string("REGISTRATION_SUCCEEDED"))
            #expect(try await connector.next() == .replied)
            let channel = try #require(try await subscription.nextChannels().first)
            let endpoint = "https://push.example.org/p/\(channel)"
            #expect(try await connector.next() == .newEndpoint(token: "t1", endpoint: endpoint, version: version))
        }
    }

    @Test func `a connector that answers nothing gets its reply all the same`() async throws {
        try await withDistributor { fixture in
            let connector = try await fixture.connector()
            connector.behave(.hang)
            for number in 1...20 {
                let reply = try await connector.register("t\(number)")
                #expect(reply["success"] == .string("REGISTRATION_SUCCEEDED"))
            }
        }
    }

    @Test func `a known token gets the same endpoint again, with the version of the last registration`() async throws {
        try await withDistributor { fixture in
            let connector = try await fixture.connector()
            try await connector.register("t1", ["description": .string("A")])
            _ = try await connector.next()
            let first = try await connector.nextEndpoint()

            try await connector.register("t1", ["description": .string("B"), "vapid": .string(Self.vapid)], version: 2)
            _ = try await connector.next()
            #expect(try await connector.nextEndpoint() == first)
            let row = try #require(try fixture.store.registrations().first)
            #expect(row.description == "B" && row.vapid == Self.vapid)

            try await connector.register("t1", ["description": .string("C")], version: 1)
            _ = try await connector.next()
            #expect(try await connector.next() == .newEndpoint(token: "t1", endpoint: first, version: 1))
            #expect(try fixture.store.registrations().count == 1)
        }
    }

    @Test func `the endpoints of two tokens differ`() async throws {
        try await withDistributor { fixture in
            let connector = try await fixture.connector()
            var endpoints: Set<String> = []
            for token in ["t1", "t2"] {
                try await connector.register(token)
                _ = try await connector.next()
                endpoints.insert(try await connector.nextEndpoint())
            }
            #expect(endpoints.count == 2)
        }
    }

    @Test func `nobody registers for a service that he doesn't own, or with a token of another service`() async throws {
        try await withDistributor { fixture in
            let (first, second) = (try await fixture.connector(), try await fixture.connector("org.example.B"))
            try await first.register()
            for (token, service) in [("t2", "org.example.A"), ("t2", "org.example.Nobody"), ("t1", "org.example.B")] {
                let reply = try await second.register(token, ["service": .string(service)])
                #expect(reply["success"] == .string("REGISTRATION_FAILED"))
                #expect(reply["reason"] == .string("UNAUTHORIZED"))
            }
            #expect(try fixture.store.registrations().map(\.service) == ["org.example.A"])
        }
    }

    @Test(
        arguments: [
            (["token": .string("")], "token has 0 bytes; it must have 1 to 100."),
            (["token": .string(String(repeating: "ä", count: 51))], "token has 102 bytes; it must have 1 to 100."),
            (["token": .string("a\nb")], "token has a control character."),
            (["token": .uint32(5)], "token is of the type \"u\"; it must be a string."),
            (["service": .string(":1.5")], "service is \":1.5\"; it must be a well-known bus name"),
            (["service": .string("nothing")], "it must be a well-known bus name"),
            (["service": .string(String(repeating: "a.", count: 200) + "b")], "service has 401 bytes"),
            (
                ["description": .string(String(repeating: "d", count: 101))],
                "description has 101 bytes; it must have 0 to 100."
            ),
            (["description": .boolean(true)], "description is of the type \"b\""),
            (["vapid": .string("short")], "vapid has 5 bytes; it must be an uncompressed public key"),
            (["vapid": .string("A" + vapid.dropFirst())], "vapid has 87 bytes"),
            (["vapid": .string(vapid.dropLast() + "+")], "vapid has 87 bytes"),
        ] as [([String: Value], String)])
    func `a wrong argument is refused with its key and its limit`(options: [String: Value], words: String) async throws
    {
        try await withDistributor { fixture in
            let connector = try await fixture.connector()
            let error = await #expect(throws: BusError.self) { try await connector.register("t1", options) }
            #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            #expect(try fixture.store.registrations().isEmpty)
        }
    }

    @Test func `the largest token and description are accepted`() async throws {
        try await withDistributor { fixture in
            let connector = try await fixture.connector()
            let long = String(repeating: "t", count: 100)
            let reply = try await connector.register(
                long, ["description": .string(long), "vapid": .string(Self.vapid)])
            #expect(reply["success"] == .string("REGISTRATION_SUCCEEDED"))
        }
    }

    @Test(arguments: [1, 2])
    func `without a server the person must act, and status says how`(version: Int) async throws {
        try await withDistributor("") { fixture in
            let connector = try await fixture.connector()
            let reply = try await connector.register(version: version)
            #expect(reply["success"] == .string("REGISTRATION_FAILED"))
            #expect(reply["reason"] == .string("ACTION_REQUIRED"))
            let status = try await fixture.ask("Status")?.properties
            #expect(status?["advice"]?.string?.contains(fixture.configurationPath) == true)
            #expect(status?["servers"]?.array == [])

            try await fixture.use(DistributorFixture.servers)
            let later = try await connector.register(version: version)
            #expect(later["success"] == .string("REGISTRATION_SUCCEEDED"))
        }
    }

    @Test func `over its limit a service is told why`() async throws {
        try await withDistributor { fixture in
            let connector = try await fixture.connector()
            let limit = StoreLimits().registrationsOfService
            for number in 1...limit {
                let wish = RegistrationWish(token: "t\(number)", service: "org.example.A", version: 2)
                _ = try fixture.store.register(wish, server: "home", channel: "c\(number)", at: Date())
            }
            let reply = try await connector.register("t0")
            #expect(reply["reason"] == .string("UNAUTHORIZED"))
            #expect(reply["message"]?.string?.contains("\(limit)") == true)
        }
    }

    // MARK: - The end of a registration

    @Test(arguments: [(1, ""), (2, "t1")])
    func `an end is confirmed, in the first version with an empty token`(version: Int, token: String) async throws {
        try await withDistributor { fixture in
            let subscription = try await fixture.nextSubscription()
            let connector = try await fixture.connector()
            try await connector.register(version: version)
            _ = (try await connector.next(), try await connector.next())
            #expect(try await subscription.nextChannels() == [])
            #expect(try await subscription.nextChannels().count == 1)

            try await connector.unregister(version: version)
            #expect(try await connector.next() == .unregistered(token: token, version: version))
            #expect(try await subscription.nextChannels() == [])
            #expect(try fixture.store.registrations().isEmpty)
            // A token that nobody knows is no error.
            try await connector.unregister(version: version)
        }
    }

    @Test(arguments: [1, 2])
    func `a stranger ends no registration`(version: Int) async throws {
        try await withDistributor { fixture in
            let (owner, stranger) = (try await fixture.connector(), try await fixture.connector("org.example.B"))
            try await owner.register()
            let error = await #expect(throws: BusError.self) { try await stranger.unregister(version: version) }
            #expect(error?.name == "org.freedesktop.DBus.Error.AccessDenied")
            #expect(try fixture.store.registrations().count == 1)
        }
    }

    // MARK: - The object

    @Test func `both versions and the interface for people can be introspected`() async throws {
        try await withDistributor { fixture in
            let call = Message.methodCall(
                destination: DistributorNames.busName, path: DistributorNames.path,
                interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
            let xml = try #require(try await fixture.connection.call(call).arguments.first?.string)
            let names = try Interface.all(in: xml).map(\.name).filter { !$0.hasPrefix("org.freedesktop.") }
            #expect(
                names == ["org.unifiedpush.Distributor1", "org.unifiedpush.Distributor2", "org.belfry.Distributor1"])
        }
    }

    @Test func `a second distributor on the same bus is refused`() async throws {
        try await withDistributor { fixture in
            let folder = try temporaryFolder("second")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let store = try DistributorStore(at: folder)
            let connection = try Connection(to: .at(fixture.bus), on: fixture.loop)
            let second = Distributor(
                connection: connection, store: store, configurationPath: "", logger: fixture.distributor.logger,
                makeSubscription: { server, _, receive in ScriptedSubscription(server.name, receive) },
                damaged: { _ in })
            await #expect(throws: AlreadyRunning.self) { try await second.start() }
            await second.stop()
            await connection.close()
            store.close()
        }
    }

    @Test func `the registrations are listed without secrets`() async throws {
        try await withDistributor { fixture in
            let connector = try await fixture.connector()
            try await connector.register("secret-token", ["description": .string("Chat")])
            _ = try await connector.next()
            let endpoint = try await connector.nextEndpoint()
            let row = try await withDeadline {
                while true {
                    let row = try await fixture.ask("Registrations")?.array?.first?.properties ?? [:]
                    if row["told"]?.bool == true { return row }
                }
            }
            #expect(row["service"] == .string("org.example.A") && row["description"] == .string("Chat"))
            #expect(row["server"] == .string("home") && row["version"] == .uint32(2))
            #expect(row["state"] == .string("idle") && row["waiting"] == .uint32(0))
            let all = "\(row) \(String(describing: try await fixture.ask("Status")))"
            #expect(!all.contains("secret-token") && !all.contains(endpoint.suffix(43)))
        }
    }
}
