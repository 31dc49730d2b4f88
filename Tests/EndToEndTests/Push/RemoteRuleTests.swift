// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// The rules for local notifications hold for remote ones, and a payload can't reach what its application has set here.
@Suite struct RemoteRuleTests {
    private func withRegistration(
        configuration: String? = nil,
        _ body: (TestAgent, ScriptedServer, ScriptedDistributor, [String: Value]) async throws -> Void
    ) async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: configuration
        ) { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            try await body(agent, server, distributor, try await agent.registered())
        }
    }

    private func alert(_ title: String, _ more: String = "", _ apns: String = "{}") -> String {
        #"{"aps":{"alert":{"title":"\#(title)"}\#(more)},"apns":\#(apns)}"#
    }

    @Test func `a collapse identifier replaces no request that the application has scheduled here`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            _ = try await agent.proxy().add([
                "identifier": .string("alarm"), "title": .string("Wake up"),
                "trigger": .properties(["timeInterval": .double(3600)]),
            ])
            try await distributor.push(alert("Push", "", #"{"collapse-id":"alarm"}"#), to: registration)
            #expect(try await server.nextNotification().summary == "Push")
            #expect(try await agent.proxy().pending().map { $0["title"]?.string } == ["Wake up"])
        }
    }

    @Test func `in a pause only the newest push of a collapse identifier waits, and replaces a snoozed one`()
        async throws
    {
        try await withRegistration { agent, server, distributor, registration in
            let score = #"{"collapse-id":"score"}"#
            try await distributor.push(alert("0:0", "", score), to: registration)
            #expect(try await server.nextNotification().summary == "0:0")
            try await withDeadline {
                while try await agent.proxy().delivered().first?["state"]?.string != "shown" {
                    try await yieldUntilDeadline()
                }
            }
            try await agent.proxy().snooze("score", seconds: 7200)
            #expect(try await agent.proxy().pending().count == 1)
            try await agent.proxy().pause(seconds: 0)
            for title in ["1:0", "1:1"] { try await distributor.push(alert(title, "", score), to: registration) }
            #expect(try await agent.proxy().pending().isEmpty)
            let missed = try await agent.proxy().missed().filter { $0["waits"]?.bool == true }
            #expect(missed.map { $0["title"]?.string } == ["1:1"])
            try await agent.proxy().resume()
            let shown = try await server.nextNotification()
            #expect(shown.summary.contains("1:1") || shown.body.contains("1:1"))
            #expect(!shown.body.contains("1:0"))
        }
    }

    @Test func `quiet hours hold a push back`() async throws {
        try await withRegistration(configuration: "[quiet]\nfrom = \"11:00\"\nto = \"13:00\"\n") {
            agent, server, distributor, registration in
            try await distributor.push(alert("Hush"), to: registration)
            let missed = try await agent.proxy().missed()
            #expect(missed.map { $0["reason"]?.string } == ["quiet"])
        }
    }

    @Test(arguments: [false, true])
    func `a critical push is critical only where the person has granted it`(isGranted: Bool) async throws {
        let toml = "[applications.\"\(TestAgent.app)\"]\ncritical = \(isGranted)\n"
        try await withRegistration(configuration: toml) { agent, server, distributor, registration in
            try await distributor.push(
                alert("Fire", #","interruption-level":"critical","sound":{"critical":1,"name":"default"}"#),
                to: registration)
            let shown = try await server.nextNotification()
            #expect((shown.hints.urgency == .critical) == isGranted)
        }
    }

    @Test(arguments: [(10, "timeSensitive"), (5, nil), (1, "passive")] as [(Int, String?)])
    func `the priority limits the level`(priority: Int, level: String?) async throws {
        let toml = "[applications.\"\(TestAgent.app)\"]\ntimeSensitive = true\n"
        try await withRegistration(configuration: toml) { agent, server, distributor, registration in
            try await distributor.push(
                alert("Now", #","interruption-level":"time-sensitive""#, #"{"priority":\#(priority)}"#),
                to: registration)
            _ = try await server.nextNotification()
            let delivered = try await agent.proxy().delivered()
            #expect(delivered.first?["interruptionLevel"]?.string == level)
        }
    }

    @Test func `list, show and log say that a notification is remote; add refuses the key`() async throws {
        try await withRegistration { agent, server, distributor, registration in
            try await distributor.push(alert("Far", "", #"{"collapse-id":"far"}"#), to: registration)
            _ = try await server.nextNotification()
            let app = ["--app", TestAgent.app]
            let list = try await agent.belfry(["list", "--delivered"] + app)
            #expect(list.output.contains("remote"), "\(list)")
            let shown = try await agent.belfry(["show", "far"] + app)
            #expect(shown.output.contains("a remote notification, is delivered"), "\(shown)")
            let log = try await agent.belfry(["log"] + app)
            #expect(log.output.contains("remote=") && log.output.contains("registered"), "\(log)")
            await #expect(throws: (any Error).self) {
                try await agent.proxy().add(["title": .string("Forged"), "remote": .boolean(true)])
            }
        }
    }

    @Test func `a remark in the doctor has the key and the rule, and none of the application's own values`()
        async throws
    {
        try await withRegistration { agent, server, distributor, registration in
            try await distributor.push(
                #"{"aps":{"alert":{"title":"T","x":"secret1"},"badge":"many","thread-id":7},"#
                    + #""apple":{"$data":"secret2!"},"apns":{"priority":3}}"#, to: registration)
            _ = try await server.nextNotification()
            let values = try await agent.proxy().diagnose().findings.filter { $0.name == "push.remark" }.map(\.value)
            let text = values.joined()
            for words in ["aps.badge is \"many\"", "aps.thread-id is 7", "apns.priority is 3", "apple must be base64"] {
                #expect(text.contains(words), "\(text)")
            }
            #expect(!text.contains("secret"), "\(text)")
        }
    }
}
