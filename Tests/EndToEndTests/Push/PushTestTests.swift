// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// `belfry push test`: a message goes the whole way, and a message that is lost is found.
@Suite struct PushTestTests {
    /// An agent with a notification server, a push server, and a distributor between them.
    private func withChain(
        path: String = "ok", configuration: String? = nil,
        _ body: (TestAgent, ScriptedServer, PushChain) async throws -> Void
    ) async throws {
        try await withPushServer { pushServer in
            try await withAgentAndServer(configuration: configuration) { agent, server in
                try await body(agent, server, try await PushChain(pushServer, of: agent, path: path))
            }
        }
    }

    private func test(
        _ agent: TestAgent, _ options: [String] = [], app: String? = TestAgent.app
    ) async throws -> Stranger {
        try await agent.belfry(["push", "test"] + (app.map { ["--app", $0] } ?? []) + options)
    }

    @Test func `each stage is printed; nothing is shown, nobody is woken, and no budget is spent`() async throws {
        try await withChain { agent, server, chain in
            let registration = try await agent.registered()
            let delegate = try await RemoteDelegate(of: agent)
            async let forwarded: Void = chain.forward()
            let tested = try await test(agent)
            try await forwarded

            #expect(tested.status == 0, "\(tested)")
            let stages = tested.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
            #expect(stages == ["registered", "posted", "received", "decrypted"], "\(tested.output)")
            #expect(!tested.output.contains(chain.distributor.token(of: registration)), "The path is a secret.")
            #expect(try await agent.proxy().delivered().isEmpty)
            // The burst of three wakes is still there, and the test's message is not among the calls.
            for number in 1...3 {
                try await chain.distributor.push(#"{"aps":{"content-available":1},"n":\#(number)}"#, to: registration)
                let push = try await delegate.next(.didReceiveRemote)
                #expect(push["userInfo"]?.properties?["n"]?.int == number)
            }
        }
    }

    @Test func `with --show the notification is on the screen, and --json has each time`() async throws {
        try await withChain { agent, server, chain in
            _ = try await agent.registered(["instance": .string("home")])
            async let forwarded: Void = chain.forward()
            let tested = try await test(agent, ["--show", "--instance", "home", "--json"])
            try await forwarded

            #expect(tested.status == 0, "\(tested)")
            #expect(try await server.nextNotification().summary == "Remote notifications work")
            let document = try JSONDecoder().decode(Document.self, from: Data(tested.output.utf8))
            let times = [document.posted, document.received, document.decrypted, document.stored, document.shown]
            #expect(times.allSatisfy { $0.map { (0..<60).contains($0) } ?? false }, "\(tested.output)")
            #expect(document.instance == "home" && document.status == 201)
            #expect(document.server == "http://127.0.0.1:\(chain.server.port)")
        }
    }

    private struct Document: Decodable {
        let posted, received, decrypted, stored, shown: Double?
        let instance, server, lostAt, failure, advice: String?
        let status: Int?
    }

    /// Hands the message to the agent after a change; without one it is lost on the way.
    private func forward(by chain: PushChain, _ damage: (@Sendable ([UInt8]) -> [UInt8])?) async throws {
        if let damage { try await chain.forward(change: damage) }
    }

    /// A way to lose a message, and the place and the words of the report.
    struct Loss: Sendable, CustomTestStringConvertible {
        let path: String
        var options: [String] = []
        var damage: (@Sendable ([UInt8]) -> [UInt8])?
        var configuration: String?
        let stage: String
        let words: String

        var testDescription: String { "\(path) \(stage) \(words)" }
    }

    @Test(arguments: [
        Loss(path: "gone", stage: "posted", words: "register again"),
        Loss(path: "busy", stage: "posted", words: "log of the push server"),
        Loss(path: "large", stage: "posted", words: "client_max_body_size"),
        Loss(path: "ok", options: ["--timeout", "1"], stage: "received", words: "may hang"),
        Loss(path: "stored", options: ["--timeout", "1"], stage: "received", words: "not connected"),
        Loss(path: "ok", damage: { $0.dropLast() + [0] }, stage: "decrypted", words: "changes bodies"),
        Loss(
            path: "ok", options: ["--show"], damage: { $0 },
            configuration: "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n", stage: "stored",
            words: "config.toml"),
    ])
    func `a lost message is found at its stage, with advice`(_ loss: Loss) async throws {
        try await withChain(path: loss.path, configuration: loss.configuration) { agent, server, chain in
            _ = try await agent.registered()
            async let forwarded: Void = forward(by: chain, loss.damage)
            let tested = try await test(agent, ["--json"] + loss.options)
            try await forwarded

            #expect(tested.status == 1, "\(tested)")
            let document = try JSONDecoder().decode(Document.self, from: Data(tested.output.utf8))
            #expect(document.lostAt == loss.stage, "\(tested)")
            #expect(document.advice?.contains(loss.words) == true, "\(tested)")
            #expect(tested.errors.contains(loss.words), "\(tested)")
        }
    }

    @Test func `a notification that is held back, and one without a server, are found`() async throws {
        try await withChain { agent, server, chain in
            _ = try await agent.registered()
            try await agent.proxy().pause(seconds: 0)
            async let forwarded: Void = chain.forward()
            let held = try await test(agent, ["--show"])
            try await forwarded
            #expect(held.status == 1 && held.errors.contains("held back (paused)"), "\(held)")
        }
        try await withPushServer { pushServer in
            try await withAgent { agent in
                let chain = try await PushChain(pushServer, of: agent)
                _ = try await agent.registered()
                async let forwarded: Void = chain.forward()
                let tested = try await test(agent, ["--show", "--timeout", "1"])
                try await forwarded
                #expect(tested.status == 1 && tested.errors.contains("no notification server"), "\(tested)")
            }
        }
    }

    @Test func `without a push server that runs, and without a distributor, the first stages are named`() async throws {
        try await withAgent { agent in
            let none = try await agent.belfry("push", "test")
            #expect(none.status == 1 && none.errors.contains("no UnifiedPush distributor"), "\(none)")
            #expect(try await agent.proxy("*").remoteRegistrations().isEmpty)
            let unknown = try await agent.belfry("push", "test", "--app", TestAgent.app)
            #expect(unknown.status == 3, "\(unknown)")
            var script = ScriptedDistributor.Script()
            // Nobody listens on this port.
            script.endpoint = "http://127.0.0.1:9/"
            let distributor = try await ScriptedDistributor(of: agent, script: script)
            let refused = try await agent.belfry("push", "test")
            #expect(refused.status == 1 && refused.errors.contains("push server runs"), "\(refused)")
            _ = try await distributor.nextRegistration()
        }
    }

    @Test func `without --app a registration is made for the test, and ended`() async throws {
        try await withChain { agent, server, chain in
            async let forwarded: Void = chain.forward()
            let tested = try await test(agent, app: nil)
            try await forwarded
            #expect(tested.status == 0, "\(tested)")
            let asked = try await chain.distributor.nextRegistration()
            #expect(try await chain.distributor.nextUnregistration() == asked.token)
            #expect(try await agent.proxy("*").remoteRegistrations().isEmpty)
        }
    }

    @Test func `a provider can't use a test's name, nor its message again`() async throws {
        try await withChain { agent, server, chain in
            let registration = try await agent.registered()
            try await chain.distributor.push(
                #"{"aps":{"alert":"Forged","content-available":1},"apns":{"belfry-ping":"guessed"}}"#, to: registration)
            let begun = try await agent.proxy().beginPushTest(["title": .string("Mine")])
            let (name, payload) = (begun["test"]?.string ?? "", begun["payload"]?.string ?? "")
            for _ in 0..<2 { try await chain.distributor.push(payload, to: registration) }

            #expect(try await server.nextNotification().summary == "Mine")
            let progress = try await agent.proxy().pushTest(name, seen: 3, wait: 10)
            #expect(progress["shown"]?.double != nil, "\(progress)")
            #expect(try await agent.proxy().delivered().count == 1)
            let values = try await agent.proxy().diagnose().findings.map(\.value)
            #expect(values.contains { $0.contains("unknownPing, 2 messages") }, "\(values)")
            // Another application learns nothing about the test.
            let other = try await agent.proxy("org.example.Other").pushTest(name, seen: 0, wait: 0)
            #expect(other == ["test": .string(name), "failure": .string("unknown")])
        }
    }
}
