// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore
import FoundationEssentials
import Glibc
import PushDistributor
import TestSupport
import Testing

/// The program `belfry-distributor` on a private bus.
@Suite struct DistributorProcessTests {
    private static let servers = """
        [servers.home]
        engine = "nchan"
        publish = "http://127.0.0.1:9/p/"
        subscribe = "http://127.0.0.1:9/s/"

        """

    /// Stores a registration and messages, as an earlier process has left them.
    private func prepare(_ fixture: ProcessFixture, messages: [String]) throws {
        let store = try DistributorStore(at: fixture.state)
        defer { store.close() }
        let wish = RegistrationWish(token: "t1", service: "org.example.A", version: 2)
        _ = try store.use([KnownServer(name: "home", address: "nchan http://127.0.0.1:9/p/")]) { _ in "" }
        let channel = String(repeating: "c", count: 43)
        let outcome = try store.register(wish, server: "home", channel: channel, at: Date())
        if case .registered(let registration, _) = outcome { try store.markTold(registration) }
        _ = try store.receive(
            messages.map { PushMessage(channel: channel, id: $0, body: [1], received: Date()) },
            StreamPosition(server: "home", stream: 0, channels: [channel], cursor: "x"))
    }

    private func message(_ id: String) -> TestConnector.Event {
        .message(token: "t1", body: [1], id: id, version: 2)
    }

    @Test func `a message that a killed distributor handed on without an answer comes once more`() async throws {
        try await withProcessFixture { fixture in
            try fixture.configure(Self.servers)
            try prepare(fixture, messages: ["1", "2"])
            let connector = try await TestConnector(on: fixture.bus, fixture.loop)
            connector.behave(.hang)
            let first = try await fixture.start()
            #expect(try await connector.next() == message("1"))
            first.send(SIGKILL)
            #expect(try await first.end() == .signalled(SIGKILL))

            connector.behave(.accept)
            let second = try await fixture.start()
            #expect(try await connector.next() == message("1"))
            #expect(try await connector.next() == message("2"))
            // The answer is on its way when the connector has the message.
            try await withDeadline {
                while try await !fixture.status("--json").output.contains("\"waiting\":0") {
                    try await yieldUntilDeadline()
                }
            }
            second.send(SIGTERM)
            #expect(try await second.end() == .exited(0))

            // The acknowledgements are on disk.
            let third = try await fixture.start()
            #expect(try await fixture.status("--json").output.contains("\"waiting\":0"))
            #expect(connector.takeAll().isEmpty)
            third.send(SIGTERM)
            #expect(try await third.end() == .exited(0))
        }
    }

    @Test func `status exits with 0 with a server, 1 without one, and 69 without a distributor`() async throws {
        try await withProcessFixture { fixture in
            let none = try await fixture.status()
            #expect(none.status == 69 && none.errors.hasPrefix("belfry-distributor: "))

            let process = try await fixture.start()
            let without = try await fixture.status()
            #expect(without.status == 1)
            #expect(without.output.contains("Name a push server in \(fixture.configuration)"))

            try fixture.configure(Self.servers)
            process.send(SIGHUP)
            let with = try await withDeadline {
                var with = try await fixture.status()
                while with.status == 1 { with = try await fixture.status() }
                return with
            }
            #expect(with.status == 0)
            #expect(with.output.contains("home: nchan, "))
            process.send(SIGTERM)
            #expect(try await process.end() == .exited(0))
        }
    }

    /// The option behind `status` was taken for the program's own, and the session's bus was asked.
    @Test func `status asks the bus that is named`() async throws {
        try await withProcessFixture { fixture in
            let process = try await fixture.start()
            let program = try TestAgent.program("belfry-distributor")
            for words in [["status", "--bus", fixture.bus], ["--bus", fixture.bus, "status", "--json"]] {
                let asked = try await Program.run(
                    [program] + words, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
                #expect(asked.status == 1 && asked.output.contains(fixture.configuration), "\(asked)")
            }
            process.send(SIGTERM)
            #expect(try await process.end() == .exited(0))
        }
    }

    @Test func `an error in the configuration is told by status, and the former one stays in use`() async throws {
        try await withProcessFixture { fixture in
            try fixture.configure("[servers.home]\nengine = \"mqtt\"")
            let process = try await fixture.start()
            let reason = "servers.home.engine is \\\"mqtt\\\"; it must be \\\"nchan\\\" or \\\"ntfy\\\""
            let wrong = try await fixture.status("--json")
            #expect(wrong.status == 1 && wrong.output.contains(reason), "\(wrong.output)")

            try fixture.configure(Self.servers)
            process.send(SIGHUP)
            while try await fixture.status().status == 1 { try await yieldUntilDeadline() }
            try fixture.configure("[servers.home]\nengine = \"mqtt\"")
            process.send(SIGHUP)
            var later = try await fixture.status("--json")
            while !later.output.contains(reason) { later = try await fixture.status("--json") }
            #expect(later.status == 0)
            process.send(SIGTERM)
            #expect(try await process.end() == .exited(0))
        }
    }

    @Test func `a damaged store is moved aside, and an application registers anew`() async throws {
        try await withProcessFixture { fixture in
            try fixture.configure(Self.servers)
            try prepare(fixture, messages: ["1"])
            try Data(String(repeating: "no database ", count: 1000).utf8).write(to: URL(filePath: fixture.database))
            let process = try await fixture.start()
            #expect(access(fixture.database + ".damaged", F_OK) == 0)
            #expect(fixture.log.contains("The store was damaged"))

            let connector = try await TestConnector(on: fixture.bus, fixture.loop)
            #expect(try await connector.register()["success"] == .string("REGISTRATION_SUCCEEDED"))
            _ = try await connector.next()
            #expect(try await connector.nextEndpoint().hasPrefix("http://127.0.0.1:9/p/"))
            process.send(SIGTERM)
            #expect(try await process.end() == .exited(0))
        }
    }

    @Test func `a store that can't be used ends the program with 73 and a sentence`() async throws {
        try await withProcessFixture { fixture in
            try FileManager.default.createDirectory(atPath: fixture.database, withIntermediateDirectories: true)
            let process = try fixture.launch()
            #expect(try await process.end() == .exited(73))
            #expect(fixture.log.contains("belfry-distributor: \(fixture.database) can't be opened"))
        }
    }

    @Test func `a second distributor, and one without a bus, end with 69`() async throws {
        try await withProcessFixture { fixture in
            let first = try await fixture.start()
            let second = try fixture.launch(["--state", fixture.folder + "/other"])
            #expect(try await second.end() == .exited(69))
            #expect(fixture.log.contains("another program owns the bus name org.unifiedpush.Distributor.belfry"))
            let third = try fixture.launch(["--state", fixture.folder + "/other", "--bus", "unix:path=/nowhere"])
            #expect(try await third.end() == .exited(69))
            first.send(SIGTERM)
            #expect(try await first.end() == .exited(0))
        }
    }

    @Test func `a bus that is lost while two connectors have a message ends the program with 69`() async throws {
        try await withProcessFixture { fixture in
            try fixture.configure(Self.servers)
            let store = try DistributorStore(at: fixture.state)
            _ = try store.use([KnownServer(name: "home", address: "nchan http://127.0.0.1:9/p/")]) { _ in "" }
            let services = ["org.example.A", "org.example.B"]
            for (token, service) in zip(["t1", "t2"], services) {
                let wish = RegistrationWish(token: token, service: service, version: 2)
                _ = try store.register(wish, server: "home", channel: "channel-\(token)", at: Date())
            }
            store.close()
            var connectors: [TestConnector] = []
            for service in services {
                connectors.append(try await TestConnector(service, on: fixture.bus, fixture.loop))
                connectors.last?.behave(.hang)
            }
            let process = try await fixture.start()
            // Both connectors have a call, which the loss of the bus ends at once.
            for connector in connectors { _ = try await connector.nextEndpoint() }
            fixture.daemon.kill()
            #expect(try await process.end() == .exited(69))
        }
    }

    @Test(arguments: [
        (["--log-level", "loud"], "--log-level must be one of"),
        (["--state", "here"], "--state must be an absolute path"),
        (["--config", "x.toml"], "--config must be an absolute path"), (["stats"], "Unexpected argument"),
    ])
    func `a wrong command line ends with 64`(options: [String], words: String) async throws {
        try await withProcessFixture { fixture in
            let process = try fixture.launch(options)
            #expect(try await process.end() == .exited(64))
            #expect(fixture.log.contains(words), "\(fixture.log)")
        }
    }
}
