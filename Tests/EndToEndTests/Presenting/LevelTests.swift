// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// The person decides which interruption levels an application may use (quirks 61 and 62).
@Suite struct LevelTests {
    private func level(_ name: String) -> [String: Value] { ["interruptionLevel": .string(name)] }

    @Test func `each level has its urgency, and a host program may use all`() async throws {
        try await withAgentAndServer { agent, server in
            for (name, urgency) in [
                ("passive", Urgency.low), ("active", .normal), ("timeSensitive", .normal), ("critical", .critical),
            ] {
                let outcome = try await agent.proxy().add(request(name, level(name)))
                #expect(outcome["degraded"] == nil)
                #expect(try await server.nextNotification().hints.urgency == urgency)
            }
            // This program never requested authorization.
            let settings = try await agent.proxy().settings()
            #expect(settings["timeSensitiveSetting"]?.string == "notSupported")
            #expect(settings["criticalAlertSetting"]?.string == "notSupported")
            // This one is like notify-send's.
            _ = try await agent.belfry("send", "-u", "critical", "Fire")
            #expect(try await server.nextNotification().hints.urgency == .critical)
        }
    }

    @Test func `a level that config.toml forbids is shown as active, and reported`() async throws {
        let configuration = """
            [levels]
            timeSensitive = false
            [applications."org.example.App"]
            critical = false
            [applications.alarm]
            timeSensitive = true
            breakThrough = true
            """
        try await withAgentAndServer(configuration: configuration) { agent, server in
            for name in ["timeSensitive", "critical"] {
                let outcome = try await agent.proxy().add(request(name, level(name)))
                #expect(outcome["degraded"]?.strings == ["interruptionLevel"])
                #expect(try await server.nextNotification().hints.urgency == .normal)
            }
            // An icon that can't be shown hid the level in the list.
            let both = request("both", level("critical").merging(["icon": .string("/dev/null")]) { $1 })
            let outcome = try await agent.proxy().add(both)
            #expect(Set(outcome["degraded"]?.strings ?? []) == ["icon", "interruptionLevel"])
            #expect(try await server.nextNotification().hints.urgency == .normal)
            _ = try await agent.proxy().requestAuthorization(["alert", "criticalAlert"])
            let settings = try await agent.proxy().settings()
            #expect(settings["timeSensitiveSetting"]?.string == "disabled")
            #expect(settings["criticalAlertSetting"]?.string == "disabled")

            for name in ["timeSensitive", "critical"] {
                #expect(try await agent.proxy("alarm").add(request(name, level(name)))["degraded"] == nil)
                #expect(try await server.nextNotification().hints.urgency == .critical)
            }
            _ = try await agent.proxy("alarm").requestAuthorization(["alert"])
            #expect(try await agent.proxy("alarm").settings()["timeSensitiveSetting"]?.string == "enabled")
        }
    }

    @Test func `L2: a critical notification that is not granted passes no pause`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().requestAuthorization(["alert"])
            try await agent.proxy("*").pause(seconds: 0)
            let outcome = try await agent.proxy().add(request("critical", level("critical")))
            #expect(outcome["degraded"]?.strings == ["interruptionLevel"])
            // Without a request for authorization it stays critical.
            _ = try await agent.proxy("other").add(request("other", level("critical")))
            _ = try await server.nextNotification()
            #expect(try await agent.proxy().missed().compactMap { $0["identifier"]?.string } == ["critical"])
            try await agent.kill()
            try await agent.start()
            _ = try await agent.proxy().add(request("again", level("critical")))
            #expect(try await agent.proxy().missed().count == 2)
        }
    }

    @Test func `a forbidden level passes no pause`() async throws {
        try await withAgentAndServer(configuration: "[applications.loud]\ncritical = false\n") { agent, server in
            try await agent.proxy("*").pause(seconds: 0)
            let held = try await agent.proxy("loud").add(request("fire", level("critical")))
            #expect(held["notes"]?.strings?.first?.contains("paused") == true)
            _ = try await agent.proxy().add(request("smoke", level("critical")))
            // If the first had been shown, it would be the first here.
            #expect(try await server.nextNotification().summary == "Tea")
            #expect(try await agent.deliveredStates("loud") == [:])
        }
    }
}
