// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// Remote notifications: received, stored, shown and answered, with a scripted distributor.
@Suite struct RemoteMessageTests {
    /// An agent with a notification server, a distributor, and a registered application.
    private func withRegistration(
        environment: [String: String] = [:], configuration: String? = nil,
        prepare: (AgentFolders) throws -> Void = { _ in },
        _ body: (TestAgent, ScriptedServer, ScriptedDistributor, [String: Value]) async throws -> Void
    ) async throws {
        try await withAgentAndServer(environment: environment, configuration: configuration, prepare: prepare) {
            agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            try await body(agent, server, distributor, registration)
        }
    }

    private func alert(_ title: String, _ apns: String = "{}") -> String {
        #"{"aps":{"alert":{"title":"\#(title)","body":"Body"},"sound":"default"},"apns":\#(apns),"order":7}"#
    }

    @Test func `a push is shown, and its answer comes back with the whole payload`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            let delegate = try await RemoteDelegate(of: agent)
            let reply = try await distributor.push(alert("Tea"), to: registration, id: "m1")
            #expect(reply["id"]?.string == "m1")

            let shown = try await server.nextNotification()
            #expect(shown.summary == "Tea")
            await server.press("default", on: shown)

            let response = try await delegate.nextResponse()
            let request = response["notification"]?.properties ?? [:]
            #expect(request["remote"]?.bool == true)
            #expect(request["userInfo"]?.properties?["order"]?.int == 7)
            #expect(
                request["userInfo"]?.properties?["aps"]?.properties?["alert"]?.properties?["title"]?.string == "Tea")
        }
    }

    @Test func `a message that comes twice is shown once, by its encrypted form and by its id`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            let message = try distributor.encrypted(alert("Once"), for: registration["subscription"]?.string ?? "")
            let token = distributor.token(of: registration)
            for _ in 0..<3 { try await distributor.send(message, token: token) }
            let apns = #"{"id":"0F0B6A3C-0D6E-4E2B-9C7A-0C8E1D6E6B11"}"#
            for _ in 0..<3 { try await distributor.push(alert("Named", apns), to: registration) }
            try await distributor.push(alert("Last"), to: registration)

            #expect(try await server.nextNotification().summary == "Once")
            #expect(try await server.nextNotification().summary == "Named")
            #expect(try await server.nextNotification().summary == "Last")
        }
    }

    @Test func `one payload for two instances of an application is shown for each`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            let other = try await agent.proxy().registerForRemoteNotifications(["instance": .string("work")], wait: 20)
            let apns = #"{"id":"0F0B6A3C-0D6E-4E2B-9C7A-0C8E1D6E6B12"}"#
            for registration in [registration, other] {
                try await distributor.push(alert("Both", apns), to: registration)
                #expect(try await server.nextNotification().summary == "Both")
            }
        }
    }

    @Test func `a collapse identifier replaces the notification on the screen`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            try await distributor.push(alert("One", #"{"collapse-id":"score"}"#), to: registration)
            let first = try await server.nextNotification()
            // A notification whose number the agent has not read yet is withdrawn, and the next one gets a number of its own.
            try await withDeadline {
                while try await agent.proxy().delivered().first?["state"]?.string != "shown" {
                    try await yieldUntilDeadline()
                }
            }
            try await distributor.push(alert("Two", #"{"collapse-id":"score"}"#), to: registration)
            let second = try await server.nextNotification()

            #expect(second.summary == "Two")
            #expect(second.id == first.id)
            let delivered = try await agent.proxy().delivered()
            #expect(delivered.map { $0["identifier"]?.string } == ["score"])
        }
    }

    @Test func `a push without a server waits, and one for now is dropped`() async throws {
        try await withAgent(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            try await distributor.push(alert("Now", #"{"expiration":0}"#), to: registration)
            try await distributor.push(alert("Old", #"{"expiration":1700000000}"#), to: registration)
            try await distributor.push(alert("Later"), to: registration)

            try await withScriptedServer(on: agent.bus) { server in
                #expect(try await server.nextNotification().summary == "Later")
                let findings = try await agent.proxy().diagnose().findings
                #expect(findings.contains { $0.name == "push.dropped" && $0.value.contains("expired, 2 messages") })
            }
        }
    }

    @Test(
        arguments: [
            ("not JSON", "invalid"), ("[1]", "invalid"), ("{}", "invalid"), (#"{"aps":{}}"#, "invalid"),
        ])
    func `a payload that is no notification is dropped and counted`(payload: String, reason: String) async throws {
        try await withRegistration { agent, server, distributor, registration in
            try await distributor.push(payload, to: registration)
            let findings = try await agent.proxy().diagnose().findings
            #expect(findings.contains { $0.name == "push.dropped" && $0.value.contains(reason) })
        }
    }

    @Test func `bytes that nobody encrypted for the registration are dropped and counted`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            let token = distributor.token(of: registration)
            for message in [[UInt8](), [0], Array(repeating: 7, count: 4096), Array(repeating: 7, count: 4097)] {
                try await distributor.send(message, token: token)
            }
            try await distributor.send([1, 2, 3], token: "nobody-knows-this")
            let values = try await agent.proxy().diagnose().findings.filter { $0.name == "push.dropped" }.map(\.value)
            #expect(values.contains { $0.contains("size, 2 messages") }, "\(values)")
            #expect(values.contains { $0.contains("undecryptable, 2 messages") }, "\(values)")
            #expect(values.contains { $0.contains("unknownToken, 1 messages") }, "\(values)")
        }
    }

    @Test(arguments: ["Message", "NewEndpoint", "Unregistered"])
    func `a stranger is refused`(member: String) async throws {
        try await withRegistration { agent, server, distributor, registration in
            let stranger = try agent.connect()
            let token = distributor.token(of: registration)
            for token in [token, "nobody-knows-this"] {
                let error = await #expect(throws: BusError.self) {
                    try await distributor.call(
                        member,
                        [
                            "token": .string(token), "message": .bytes([1]),
                            "endpoint": .string("https://evil.example.org"),
                        ], on: stranger)
                }
                #expect(error?.name == "org.freedesktop.DBus.Error.AccessDenied")
            }
            let rows = try await agent.proxy().remoteRegistrations()
            #expect(rows.first?["endpoint"]?.string == registration["endpoint"]?.string)
            #expect(rows.first?["state"]?.string == "registered")
        }
    }

    @Test func `an application that is denied shows nothing and stays registered`() async throws {
        let toml = "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n"
        try await withRegistration(configuration: toml) { agent, server, distributor, registration in
            try await distributor.push(alert("Secret"), to: registration)
            let findings = try await agent.proxy().diagnose().findings
            #expect(findings.contains { $0.name == "push.dropped" && $0.value.contains("denied") })
            #expect(try await agent.proxy().delivered().isEmpty)
            #expect(try await agent.proxy().remoteRegistrations().first?["state"]?.string == "registered")
        }
    }

    @Test func `a payload can't raise its level or name a file`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            try await distributor.push(
                #"{"aps":{"alert":"Now","interruption-level":"critical","sound":"../../etc/passwd"},"on":{"action:x":["rm"]}}"#,
                to: registration)
            let shown = try await server.nextNotification()
            #expect(shown.hints.urgency != .critical)
            let delivered = try await agent.proxy().delivered()
            #expect(delivered.first?["interruptionLevel"] == nil)
            #expect(delivered.first?["on"] == nil)
        }
    }

    // MARK: - Silent pushes

    private let silent = #"{"aps":{"content-available":1},"n":1}"#

    @Test(arguments: [0, 1, 2, nil] as [UInt32?])
    func `a running application gets a silent push, and any reply ends it`(result: UInt32?) async throws {
        try await withRegistration { agent, server, distributor, registration in
            let delegate = try await RemoteDelegate(of: agent)
            delegate.reply(result)
            try await distributor.push(silent, to: registration)
            func number(_ push: [String: Value]) -> Int? { push["userInfo"]?.properties?["n"]?.int }
            #expect(number(try await delegate.next(.didReceiveRemote)) == 1)
            // The second push comes after the reply to the first.
            try await distributor.push(#"{"aps":{"content-available":1},"n":2}"#, to: registration)
            #expect(number(try await delegate.next(.didReceiveRemote)) == 2)
            await delegate.close()

            let next = try await RemoteDelegate(of: agent)
            try await distributor.push(#"{"aps":{"content-available":1},"n":3}"#, to: registration)
            // The connection may have closed before the second reply was sent.
            var last = try await next.next(.didReceiveRemote)
            if number(last) == 2 { last = try await next.next(.didReceiveRemote) }
            #expect(number(last) == 3)
        }
    }

    @Test func `over the budget the newest push of a collapse identifier waits for the next slot`() async throws {
        try await withRegistration(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) {
            agent, _, distributor, registration in
            let delegate = try await RemoteDelegate(of: agent)
            for number in 1...6 {
                let payload = #"{"aps":{"content-available":1},"apns":{"collapse-id":"c"},"n":\#(number)}"#
                try await distributor.push(payload, to: registration)
                if number <= 3 {
                    #expect(try await delegate.next(.didReceiveRemote)["userInfo"]?.properties?["n"]?.int == number)
                }
            }
            try await agent.clock.advance(1201)
            // The first push may have come before the agent had dealt with the Attach, which gives what waits for free.
            var numbers: [Int] = []
            while numbers.last != 6 {
                numbers.append(try await delegate.next(.didReceiveRemote)["userInfo"]?.properties?["n"]?.int ?? 0)
            }
            #expect(!numbers.contains(5))
        }
    }

    /// Installs an application that notes each of its starts, and ends.
    private func install(_ folders: AgentFolders) throws {
        try folders.file(
            "started.sh", Array("#!/bin/sh\necho started >>\(folders.path)/files/started\n".utf8), mode: 0o700)
        try folders.write(
            "[Desktop Entry]\nType=Application\nName=App\nExec=\(folders.path)/files/started.sh\n",
            to: folders.applications + "/\(TestAgent.app).desktop")
    }

    private func waitForStarts(_ count: Int, _ agent: TestAgent) async throws {
        let line = "started\n"
        try await withDeadline {
            while agent.folders.text(of: "\(agent.folders.path)/files/started")?.count ?? 0 < count * line.count {
                try await yieldUntilDeadline()
            }
        }
    }

    @Test func `an application that ends without its Attach is started three times, whatever came before`()
        async throws
    {
        try await withRegistration(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], prepare: install) {
            agent, _, distributor, registration in
            // A push of the lowest priority starts nothing, and keeps no later one from it.
            let quiet = #"{"aps":{"content-available":1},"apns":{"priority":1},"n":0}"#
            try await distributor.push(quiet, to: registration)
            try await distributor.push(silent, to: registration)
            for count in 1...3 {
                try await waitForStarts(count, agent)
                try await agent.clock.advance(61)
            }
            try await agent.clock.advance(3600)
            let delegate = try await RemoteDelegate(of: agent)
            for number in 0...1 {
                #expect(try await delegate.next(.didReceiveRemote)["userInfo"]?.properties?["n"]?.int == number)
            }
            #expect(agent.folders.text(of: "\(agent.folders.path)/files/started") == "started\nstarted\nstarted\n")
        }
    }

    @Test func `an application that does not run is started for a silent push`() async throws {
        try await withRegistration(prepare: install) { agent, _, distributor, registration in
            try await distributor.push(silent, to: registration)
            try await waitForStarts(1, agent)
            // It attaches, and gets what it was started for.
            let delegate = try await RemoteDelegate(of: agent)
            #expect(try await delegate.next(.didReceiveRemote)["userInfo"]?.properties?["n"]?.int == 1)
        }
    }

    @Test func `a silent push that nobody has replied to is given again at the next Attach, three times`() async throws
    {
        try await withRegistration { agent, _, distributor, registration in
            try await distributor.push(silent, to: registration)
            for _ in 0..<3 {
                // The application leaves the bus with the push in hand.
                let connection = try agent.connect()
                let proxy = agent.proxy(TestAgent.app, on: connection)
                let calls = Mailbox<DelegateMethod>()
                let object = try DelegateObject(
                    didReceive: { _ in },
                    remote: { method, _ in
                        calls.put(method)
                        if method == .didReceiveRemote { try await Task.sleep(for: .seconds(600)) }
                        return 0
                    })
                try await connection.export(object, at: AgentNames.delegatePath)
                try await proxy.attach(["remote": .boolean(true)])
                while try await calls.next() != .didReceiveRemote {}
                await connection.close()
            }
            try await withDeadline {
                while try await !agent.proxy().diagnose().findings.contains(where: {
                    $0.name == "push.dropped" && $0.value.contains("unanswered")
                }) {}
            }
        }
    }
}
