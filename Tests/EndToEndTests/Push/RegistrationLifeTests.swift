// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// Registrations in the long run: made again, kept while a distributor is away, moved, forgotten, exported.
@Suite struct RegistrationLifeTests {
    private static let start = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    private func distributorOfRegistration(_ agent: TestAgent) async throws -> String? {
        try await agent.proxy().remoteRegistrations().first?["distributor"]?.string
    }

    @Test func `every registration is made again once a day, with the same token`() async throws {
        try await withAgent(environment: Self.start) { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            _ = try await agent.registered()
            let first = try await distributor.nextRegistration()
            for _ in 0..<2 {
                try await agent.clock.advance(86_401)
                #expect(try await distributor.nextRegistration() == first)
            }
        }
    }

    @Test func `every registration is made again when the machine wakes`() async throws {
        try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "logind")
            defer { loop.stop() }
            let logind = try Connection(to: .at(address), on: loop)
            _ = try await logind.requestName("org.freedesktop.login1")
            try await withAgent(environment: ["DBUS_SYSTEM_BUS_ADDRESS": address]) { agent in
                let distributor = try await ScriptedDistributor(of: agent)
                _ = try await agent.registered()
                let first = try await distributor.nextRegistration()
                // The agent subscribes a moment after its start, so the signal is sent until it is heard.
                let again = Task { try await distributor.nextRegistration() }
                let woken = Message.signal(
                    path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
                    member: "PrepareForSleep", arguments: [.boolean(false)])
                try await logind.send(woken)
                #expect(try await again.value == first)
            }
            await logind.close()
        }
    }

    @Test func `a registration that failed without a network is made again as soon as there is one`() async throws {
        try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "network")
            defer { loop.stop() }
            let manager = try Connection(to: .at(address), on: loop)
            _ = try await manager.requestName("org.freedesktop.NetworkManager")
            try await withAgent(environment: ["DBUS_SYSTEM_BUS_ADDRESS": address]) { agent in
                var script = ScriptedDistributor.Script()
                script.reason = "NETWORK"
                let distributor = try await ScriptedDistributor(of: agent, script: script)
                let delegate = try await RemoteDelegate(of: agent)
                _ = try await agent.proxy().registerForRemoteNotifications([:])
                #expect(try await delegate.next(.didFailToRegister)["reason"]?.string == "network")
                distributor.change { $0.reason = nil }
                // Without the signal, the next try would come after about five seconds.
                let state = Message.signal(
                    path: "/org/freedesktop/NetworkManager", interface: "org.freedesktop.NetworkManager",
                    member: "StateChanged", arguments: [.uint32(70)])
                let begin = ContinuousClock.now
                try await manager.send(state)
                #expect(try await delegate.next(.didRegister)["state"]?.string == "registered")
                #expect(ContinuousClock.now - begin < .seconds(3.5))
            }
            await manager.close()
        }
    }

    @Test func `the person is told once that a distributor must be set up, whoever asks and however often`()
        async throws
    {
        try await withAgentAndServer { agent, server in
            var script = ScriptedDistributor.Script()
            script.reason = "ACTION_REQUIRED"
            let distributor = try await ScriptedDistributor(of: agent, script: script)
            for app in [TestAgent.app, "org.example.Other", TestAgent.app] {
                let registered = try await agent.proxy(app).registerForRemoteNotifications([:], wait: 20)
                #expect(registered["reason"]?.string == "actionRequired")
            }
            let told = try await server.nextNotification()
            #expect(told.summary == "Remote notifications need to be set up")
            #expect(told.body.contains(distributor.name))
            try await agent.kill()
            try await agent.start()
            _ = try await agent.proxy("org.example.Third").registerForRemoteNotifications([:], wait: 20)
            _ = try await agent.proxy().add(["title": .string("Last")])
            // A told notification comes again after a crash, so its summary is skipped; it is not listed twice.
            while try await server.nextNotification().summary != "Last" {}
            let own = try await agent.proxy("*").log([:]).filter {
                $0["identifier"]?.string == "belfry.push" && $0["kind"]?.string == "set"
            }
            #expect(own.count == 1)
        }
    }

    @Test func `a distributor that is away for less than ten minutes keeps its registrations`() async throws {
        try await withAgent(environment: Self.start) { agent in
            let old = try await ScriptedDistributor("aaa", of: agent)
            let registration = try await agent.registered()
            await old.leave()
            // The other one's arrival makes all registrations again, and must not move this one.
            let other = try await ScriptedDistributor("bbb", of: agent)
            try await agent.kill()
            try await agent.start(Self.start)
            _ = try await agent.proxy().registerForRemoteNotifications(["instance": .string("second")])
            _ = try await other.nextRegistration()
            try await agent.clock.advance(500)
            let rows = try await agent.proxy().remoteRegistrations()
            let kept = rows.first { $0["instance"]?.string?.isEmpty == true }
            #expect(kept?["endpoint"]?.string == registration["endpoint"]?.string)

            try await agent.clock.advance(101)
            _ = try await other.nextRegistration()
            try await withDeadline {
                while try await agent.proxy().remoteRegistrations().contains(where: {
                    $0["distributor"]?.string != other.name || $0["state"]?.string != "registered"
                }) {}
            }
        }
    }

    @Test func `a distributor that leaves while it is asked has not replied, which is told`() async throws {
        try await withAgent { agent in
            var script = ScriptedDistributor.Script()
            script.hangs = true
            let distributor = try await ScriptedDistributor(of: agent, script: script)
            let delegate = try await RemoteDelegate(of: agent)
            _ = try await agent.proxy().registerForRemoteNotifications([:])
            _ = try await distributor.nextRegistration()
            await distributor.leave()
            #expect(try await delegate.next(.didFailToRegister)["reason"]?.string == "noReply")
        }
    }

    @Test(arguments: ["configuration", "environment"])
    func `the configuration and the environment choose between two distributors`(source: String) async throws {
        let isConfigured = source == "configuration"
        try await withAgent(
            environment: ["UNIFIEDPUSH_DISTRIBUTOR": isConfigured ? "aaa" : "bbb"],
            configuration: isConfigured ? "[push]\ndistributor = \"bbb\"\n" : nil
        ) { agent in
            let first = try await ScriptedDistributor("aaa", of: agent)
            let chosen = try await ScriptedDistributor("bbb", of: agent)
            _ = try await agent.registered()
            _ = try await chosen.nextRegistration()
            #expect(try await distributorOfRegistration(agent) == chosen.name)
            let list = try await agent.proxy().pushDistributors()
            #expect(list["source"]?.string == source && list["names"]?.strings == [first.name, chosen.name])
            let refused = try await agent.belfry("push", "distributor", "aaa")
            #expect(refused.status == (isConfigured ? 65 : 0), "\(refused)")
        }
    }

    @Test func `a call of the application ends the wait for a retry, and makes no other registration again`()
        async throws
    {
        try await withAgent(environment: Self.start) { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            _ = try await agent.proxy("org.example.Other").registerForRemoteNotifications([:], wait: 20)
            _ = try await distributor.nextRegistration()

            distributor.change { $0.reason = "NETWORK" }
            var row = try await agent.proxy().registerForRemoteNotifications([:], wait: 20)
            #expect(row["reason"]?.string == "network")
            let own = try await distributor.nextRegistration()
            // The retry fails in another way, after which there is none.
            distributor.change { $0.reason = "ACTION_REQUIRED" }
            try await agent.clock.advance(10)
            #expect(try await distributor.nextRegistration() == own)
            try await withDeadline {
                while try await agent.proxy().remoteRegistrations().first?["reason"]?.string != "actionRequired" {
                    try await yieldUntilDeadline()
                }
            }
            // The person has done something about it, of which no signal tells.
            distributor.change { $0.reason = nil }
            row = try await agent.proxy().registerForRemoteNotifications(
                ["description": .string("Mail of Ann")], wait: 20)
            #expect(row["state"]?.string == "registered")
            let again = try await distributor.nextRegistration()
            #expect(again.token == own.token && again.description == "Mail of Ann")
            // Had the call made all registrations again, the other one would come now.
            let third = try await agent.proxy("org.example.Third").registerForRemoteNotifications([:], wait: 20)
            #expect(third["state"]?.string == "registered")
            let last = try await distributor.nextRegistration()
            #expect(last.token == distributor.token(of: third))
        }
    }

    @Test func `a distributor is told to forget a token of a store that was lost, and a stranger learns nothing`()
        async throws
    {
        try await withAgent { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            try await distributor.send([1], token: "of-a-lost-store")
            #expect(try await distributor.nextUnregistration() == "of-a-lost-store")

            let stranger = try agent.connect()
            var refusals: [String] = []
            for token in [distributor.token(of: registration), "of-nobody"] {
                let error = await #expect(throws: BusError.self) {
                    try await distributor.send([1], token: token, on: stranger)
                }
                refusals.append("\(error as Any)")
            }
            #expect(refusals.first == refusals.last)
        }
    }

    @Test func `the first version's empty token ends no registration`() async throws {
        try await withAgent { agent in
            var script = ScriptedDistributor.Script()
            script.version = 1
            let distributor = try await ScriptedDistributor(of: agent, script: script)
            let registration = try await agent.registered()
            try await distributor.callFirst("Unregistered", [.string("")])
            let rows = try await agent.proxy().remoteRegistrations()
            #expect(rows.first?["endpoint"]?.string == registration["endpoint"]?.string)
        }
    }

    @Test func `an application without a desktop file for 30 days is unregistered, and one that had none is not`()
        async throws
    {
        let file = "/\(TestAgent.app).desktop"
        try await withAgent(
            environment: Self.start,
            prepare: { folders in
                try folders.write(
                    "[Desktop Entry]\nType=Application\nName=App\nExec=/bin/true\n", to: folders.applications + file)
            }
        ) { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            _ = try await agent.registered()
            let script = try await agent.proxy("org.example.Script").registerForRemoteNotifications([:])
            #expect(script["state"]?.string == "pending")
            var tokens: [String] = []
            for _ in 0..<2 { tokens.append(try await distributor.nextRegistration().token) }
            try FileManager.default.removeItem(atPath: agent.folders.applications + file)
            for day in 1...31 {
                try await agent.clock.advance(86_401)
                guard day < 30 else { continue }
                for _ in tokens { _ = try await distributor.nextRegistration() }
                #expect(try await agent.proxy().remoteRegistrations().count == 1)
            }
            #expect(try await distributor.nextUnregistration() == tokens[0])
            let left = try await agent.proxy("*").remoteRegistrations()
            #expect(left.map { $0["app"]?.string } == ["org.example.Script"])
            #expect(agent.log.contains("Unregistered an application without a desktop file"))
        }
    }

    @Test func `an export has no keys, and an import makes the registration anew and tells it`() async throws {
        try await withAgent { old in
            _ = try await ScriptedDistributor(of: old)
            let before = try await old.registered(["instance": .string("home"), "description": .string("News")])
            let export = old.folders.path + "/export"
            #expect(try await old.belfry("export", "-o", export).status == 0)
            let text = old.folders.text(of: export) ?? ""
            #expect(text.contains(#""type":"registration""#) && text.contains(#""description":"News""#), "\(text)")
            #expect(!text.contains("push.example.org") && !text.contains("p256dh") && !text.contains("auth\""))
            try await withAgent { new in
                let distributor = try await ScriptedDistributor(of: new)
                let delegate = try await RemoteDelegate(of: new)
                let imported = try await new.belfry("import", export)
                #expect(imported.output.contains("1 registration"), "\(imported)")

                let after = try await delegate.next(.didRegister)
                #expect(after["instance"]?.string == "home")
                #expect(try await distributor.nextRegistration().description == "News")
                #expect(after["endpoint"]?.string != before["endpoint"]?.string)
                #expect(after["subscription"]?.string != before["subscription"]?.string)
                let again = try await new.belfry("import", "--again", export)
                #expect(again.status == 0, "\(again)")
                #expect(try await new.proxy().remoteRegistrations().count == 1)
            }
        }
    }
}
