// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// How loud a request may be is the person's to say (quirks 61 and 62).
@Suite struct LevelTests {
    private func level(_ name: String) -> [String: Value] { ["interruptionLevel": .string(name)] }

    @Test func `each level has its urgency, and all are a host program's to use`() async throws {
        try await withAgentAndServer { agent, server in
            for (name, urgency) in [
                ("passive", Urgency.low), ("active", .normal), ("timeSensitive", .normal), ("critical", .critical),
            ] {
                let outcome = try await agent.proxy().add(request(name, level(name)))
                #expect(outcome["degraded"] == nil)
                #expect(try await server.nextNotification().hints.urgency == urgency)
            }
            // It never asked.
            let settings = try await agent.proxy().settings()
            #expect(settings["timeSensitiveSetting"]?.string == "notSupported")
            #expect(settings["criticalAlertSetting"]?.string == "notSupported")
            // As notify-send's.
            _ = try await agent.belfry("send", "-u", "critical", "Fire")
            #expect(try await server.nextNotification().hints.urgency == .critical)
        }
    }

    @Test func `what config.toml forbids is shown as active, and said`() async throws {
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

    @Test func `L2: critical that was not granted passes no pause`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().requestAuthorization(["alert"])
            try await agent.proxy("*").pause(seconds: 0)
            let outcome = try await agent.proxy().add(request("critical", level("critical")))
            #expect(outcome["degraded"]?.strings == ["interruptionLevel"])
            // Whoever never asked is critical.
            _ = try await agent.proxy("other").add(request("other", level("critical")))
            _ = try await server.nextNotification()
            #expect(try await agent.proxy().missed().compactMap { $0["identifier"]?.string } == ["critical"])
            try await agent.kill()
            try await agent.start()
            _ = try await agent.proxy().add(request("again", level("critical")))
            #expect(try await agent.proxy().missed().count == 2)
        }
    }

    @Test func `a level that is forbidden passes no pause`() async throws {
        try await withAgentAndServer(configuration: "[applications.loud]\ncritical = false\n") { agent, server in
            try await agent.proxy("*").pause(seconds: 0)
            let held = try await agent.proxy("loud").add(request("fire", level("critical")))
            #expect(held["notes"]?.strings?.first?.contains("paused") == true)
            _ = try await agent.proxy().add(request("smoke", level("critical")))
            // Had the first come through, it would have come first.
            #expect(try await server.nextNotification().summary == "Tea")
            #expect(try await agent.deliveredStates("loud") == [:])
        }
    }
}
