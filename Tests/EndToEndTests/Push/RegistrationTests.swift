// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing

/// Registrations for remote notifications, with a scripted distributor.
@Suite struct RegistrationTests {
    @Test(arguments: [1, 2], [true, false])
    func `an application is registered, whether the endpoint comes before the reply or after`(
        version: Int, isFirst: Bool
    ) async throws {
        try await withAgent { agent in
            var script = ScriptedDistributor.Script()
            (script.version, script.namesEndpointFirst) = (version, isFirst)
            let distributor = try await ScriptedDistributor(of: agent, script: script)
            let delegate = try await RemoteDelegate(of: agent)

            let first = try await agent.proxy().registerForRemoteNotifications(["instance": .string("home")])
            #expect(first["state"]?.string == "pending")

            let asked = try await distributor.nextRegistration()
            #expect(asked.service == AgentNames.busName)
            let registration = try await delegate.next(.didRegister)
            #expect(registration["state"]?.string == "registered")
            #expect(registration["instance"]?.string == "home")
            #expect(registration["endpoint"]?.string == distributor.endpoint(of: asked.token))
            #expect(registration["subscription"]?.string?.contains("\"expirationTime\":null") == true)
            let rows = try await agent.proxy().remoteRegistrations()
            #expect(rows.map { $0["state"]?.string } == ["registered"])
        }
    }

    @Test func `a registration survives the agent, and is made again with the same token`() async throws {
        try await withAgent { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            let before = try await agent.registered()
            let first = try await distributor.nextRegistration()

            try await agent.kill()
            try await agent.start()

            #expect(try await distributor.nextRegistration().token == first.token)
            let rows = try await agent.proxy().remoteRegistrations()
            #expect(rows.first?["subscription"]?.string == before["subscription"]?.string)
        }
    }

    @Test func `a distributor that appears later gets the registrations`() async throws {
        try await withAgent { agent in
            let delegate = try await RemoteDelegate(of: agent)
            _ = try await agent.proxy().registerForRemoteNotifications([:])
            #expect(try await delegate.next(.didFailToRegister)["reason"]?.string == "noDistributor")

            let distributor = try await ScriptedDistributor(of: agent)

            _ = try await distributor.nextRegistration()
            #expect(try await delegate.next(.didRegister)["state"]?.string == "registered")
        }
    }

    @Test(
        arguments: [
            ("INTERNAL_ERROR", "internalError"), ("NETWORK", "network"), ("ACTION_REQUIRED", "actionRequired"),
            ("VAPID_REQUIRED", "vapidRequired"), ("UNAUTHORIZED", "unauthorized"), ("SOMETHING", "internalError"),
        ])
    func `every reason of a failure is told to the application and to the doctor`(
        wire: String, reason: String
    ) async throws {
        try await withAgent { agent in
            var script = ScriptedDistributor.Script()
            script.reason = wire
            let distributor = try await ScriptedDistributor(of: agent, script: script)
            let delegate = try await RemoteDelegate(of: agent)
            _ = try await agent.proxy().registerForRemoteNotifications([:])

            let failed = try await delegate.next(.didFailToRegister)
            #expect(failed["state"]?.string == "failed")
            #expect(failed["reason"]?.string == reason)
            let findings = try await agent.proxy().diagnose().findings
            #expect(findings.contains { $0.name == "push.registration" && $0.state == .problem })
            _ = try await distributor.nextRegistration()

            distributor.change { $0.reason = nil }
            _ = try await agent.proxy().registerForRemoteNotifications([:])
            #expect(try await delegate.next(.didRegister)["state"]?.string == "registered")
        }
    }

    @Test func `a registration that the distributor ends is made again with another token`() async throws {
        try await withAgent(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            let delegate = try await RemoteDelegate(of: agent)
            _ = try await agent.proxy().registerForRemoteNotifications([:])
            let first = try await distributor.nextRegistration()
            _ = try await delegate.next(.didRegister)

            try await distributor.call("Unregistered", ["token": .string(first.token)])
            #expect(try await delegate.next(.didFailToRegister)["reason"]?.string == "unregistered")
            try await agent.clock.advance(10)

            let second = try await distributor.nextRegistration()
            #expect(second.token != first.token)
            let registration = try await delegate.next(.didRegister)
            #expect(registration["endpoint"]?.string == distributor.endpoint(of: second.token))
        }
    }

    @Test func `a choice moves the registrations to another distributor`() async throws {
        try await withAgent { agent in
            let old = try await ScriptedDistributor("aaa", of: agent)
            let new = try await ScriptedDistributor("bbb", of: agent)
            let delegate = try await RemoteDelegate(of: agent)
            _ = try await agent.proxy().registerForRemoteNotifications([:])
            let first = try await old.nextRegistration()
            _ = try await delegate.next(.didRegister)

            let chosen = try await agent.belfry("push", "distributor", "bbb")
            #expect(chosen.status == 0, "\(chosen.errors)")
            #expect(chosen.output.contains("\(new.name)  chosen (command), runs"))

            let second = try await new.nextRegistration()
            #expect(second.token != first.token)
            #expect(try await delegate.next(.didRegister)["distributor"]?.string == new.name)
            #expect(try await old.nextUnregistration() == first.token)
        }
    }

    @Test func `belfry push registers, shows and ends a registration`() async throws {
        try await withAgent { agent in
            let distributor = try await ScriptedDistributor(of: agent)

            let registered = try await agent.belfry("push", "register", "--app", TestAgent.app, "--instance", "home")
            #expect(registered.status == 0, "\(registered.errors)")
            #expect(registered.output.contains("\"endpoint\":\"https://push.example.org/"))
            let asked = try await distributor.nextRegistration()
            let shown = try await agent.belfry("push", "show")
            #expect(shown.output.contains("registered"))
            #expect(shown.output.contains(asked.token))

            let ended = try await agent.belfry("push", "unregister", "--app", TestAgent.app, "--instance", "home")
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(try await distributor.nextUnregistration() == asked.token)
            let again = try await agent.belfry("push", "unregister", "--app", TestAgent.app, "--instance", "home")
            #expect(again.status == 3)
        }
    }

    @Test func `belfry push register --no-wait ends with 3 while the registration is pending`() async throws {
        try await withAgent { agent in
            var script = ScriptedDistributor.Script()
            script.namesEndpointFirst = nil
            let distributor = try await ScriptedDistributor(of: agent, script: script)

            let pending = try await agent.belfry("push", "register", "--app", TestAgent.app, "--no-wait")

            #expect(pending.status == 3, "\(pending.errors)")
            _ = try await distributor.nextRegistration()
        }
    }

    @Test(
        arguments: [
            ("vapid", "short", "87 characters"),
            ("vapid", String(repeating: "A", count: 87), "point of P-256"),
            ("instance", String(repeating: "i", count: 65), "the limit is 64"),
            ("description", String(repeating: "d", count: 101), "the limit is 100"),
            ("colour", "red", "colour"),
        ])
    func `an invalid option is refused with its key and limit`(key: String, value: String, words: String) async throws {
        try await withAgent { agent in
            let error = await #expect(throws: (any Error).self) {
                try await agent.proxy().registerForRemoteNotifications([key: .string(value)])
            }
            #expect("\(error as Any)".contains(words), "\(error as Any)")
            let rows = try await agent.proxy().remoteRegistrations()
            #expect(rows.isEmpty)
        }
    }

    @Test func `the seventeenth registration of an application is refused, and the 257th of all`() async throws {
        try await withAgent(inMemory: true) { agent in
            for number in 1...16 {
                _ = try await agent.proxy().registerForRemoteNotifications(["instance": .string("\(number)")])
            }
            let error = await #expect(throws: (any Error).self) {
                try await agent.proxy().registerForRemoteNotifications(["instance": .string("17")])
            }
            #expect("\(error as Any)".contains("the limit is 16"))
            // 256 of all applications.
            for number in 16..<256 {
                let app = "org.example.App\(number / 16)"
                _ = try await agent.proxy(app).registerForRemoteNotifications(["instance": .string("\(number)")])
            }
            let last = await #expect(throws: (any Error).self) {
                try await agent.proxy("org.example.Last").registerForRemoteNotifications([:])
            }
            #expect("\(last as Any)".contains("the limit is 256"))
        }
    }

    @Test func `a distributor that hangs delays no other call, and its failure is told`() async throws {
        try await withAgent { agent in
            var script = ScriptedDistributor.Script()
            script.hangs = true
            let distributor = try await ScriptedDistributor(of: agent, script: script)
            _ = try await agent.proxy().registerForRemoteNotifications([:])
            _ = try await distributor.nextRegistration()

            // The distributor's patience is 25 seconds, in which the agent serves others.
            #expect(try await agent.proxy().remoteRegistrations().first?["state"]?.string == "pending")
            // A later registration doesn't wait for the call that hangs.
            distributor.change { $0.hangs = false }
            let later = try await agent.proxy("org.example.Later").registerForRemoteNotifications([:], wait: 20)
            #expect(later["state"]?.string == "registered")
            #expect(try await agent.proxy().remoteRegistrations().first?["state"]?.string == "pending")
        }
    }
}
