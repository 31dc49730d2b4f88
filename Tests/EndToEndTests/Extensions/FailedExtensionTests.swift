// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// After every failure of a service extension the original is shown, exactly as without an extension.
@Suite struct FailedExtensionTests {
    private static let good = ServiceExtensionFixture.answer(#"{"title":"Ann"}"#)

    /// A request with everything that a server shows.
    private static let rich: [String: Value] = [
        "subtitle": .string("é<b>&"), "body": .string("a\nb"), "interruptionLevel": .string("timeSensitive"),
        "actions": buttons("Yes", "No"), "threadIdentifier": .string("t"), "badge": .int32(3),
    ]

    @Test(arguments: [
        ("exit 1", "exit"), (good + "; exit 1", "exit"), ("kill -9 $$", "signal"), ("true", "noAnswer"),
        ("echo '{'", "badAnswer"), ("printf '%s' '{\"v\":1,\"content\":{\"title\":\"Half\"}}'", "noAnswer"),
        ("echo '{\"v\":2,\"content\":{}}'", "badAnswer"), ("printf '\\377\\376\\n'", "badAnswer"),
        (ServiceExtensionFixture.answer(#"{"title":null,"body":""}"#), "emptied"),
        ("while :; do echo 0123456789012345678901234567890123456789; done", "output"), ("exec sleep 60", "timeout"),
    ])
    func `a run that fails shows the original, byte for byte`(script: String, reason: String) async throws {
        // A short limit would warn a slow shell, whose answer then counts whatever its status is.
        let keys = reason == "timeout" ? "X-Timeout=1" : ""
        try await ServiceExtensionFixture(script: script, keys: keys).withAgent { agent, server in
            _ = try await agent.proxy().add(request("plain", title: "Original", Self.rich))
            let plain = try await server.nextNotification()
            _ = try await agent.proxy().add(mutable("m", title: "Original", Self.rich))
            let shown = try await server.nextNotification()

            #expect(shown.visible == plain.visible)
            let event = try await agent.extensionEvents().first
            #expect(event?["result"]?.string == "original" && event?["reason"]?.string == reason, "\(event ?? [:])")
            try await withDeadline {
                while try await agent.deliveredStates()["m"] != "shown" { try await yieldUntilDeadline() }
            }
            let rows = try await agent.proxy().delivered()
            let keys = ["identifier", "instance", "date", "dateUnix", "due", "dueUnix", "mutableContent", "late"]
            let (one, other) = (rows.map { row in row.filter { !keys.contains($0.key) } }.first, rows.last)
            #expect(one == other.map { row in row.filter { !keys.contains($0.key) } })
            let finding = try await agent.proxy().diagnose().findings.first { $0.name == "extensions.service" }
            #expect(finding?.value.contains("1 failed") == true, "\(String(describing: finding))")
        }
    }

    /// A declaration or a program that the agent must not start.
    enum Fault: CaseIterable {
        case missing, worldWritable, notExecutable, fieldCode, shell
    }

    @Test(arguments: Fault.allCases)
    func `a program that the agent must not start is not started`(fault: Fault) async throws {
        let fixture = ServiceExtensionFixture(script: "touch $FILES/ran; " + Self.good)
        try await fixture.withAgent(
            configuration: ServiceExtensionFixture.unconfined,
            prepare: { folders in
                let program = "\(folders.path)/files/extension-\(TestAgent.app)"
                let script = folders.text(of: program) ?? ""
                switch fault {
                case .missing: try fixture.declare("/nonexistent/program", folders)
                case .worldWritable:
                    try fixture.declare(try folders.file("open", script.utf8, mode: 0o777), folders)
                case .notExecutable: try fixture.declare(try folders.file("data", script.utf8), folders)
                case .fieldCode: try fixture.declare("\(program) %U", folders)
                case .shell: try fixture.declare("/bin/sh -c \"\(program)\"", folders)
                }
            }
        ) { agent, server in
            _ = try await agent.proxy().add(mutable("m", title: "Original"))
            #expect(try await server.nextNotification().summary == "Original")
            #expect(try await agent.extensionEvents().first?["reason"]?.string == "declaration")
            #expect(agent.folders.text(of: agent.folders.path + "/files/ran") == nil)
        }
    }

    @Test func `without alerts nothing runs: the notification goes to the list as it is`() async throws {
        let script = ServiceExtensionFixture(script: "touch $FILES/ran; " + Self.good)
        try await script.withAgent(
            configuration: ServiceExtensionFixture.unconfined + "[applications.\"\(TestAgent.app)\"]\nalert = false\n"
        ) { agent, _ in
            _ = try await agent.proxy().add(mutable("m", title: "Original"))
            try await withDeadline {
                while try await agent.deliveredStates()["m"] != "unpresented" { try await yieldUntilDeadline() }
            }
            #expect(try await agent.proxy().delivered().first?["title"]?.string == "Original")
            #expect(agent.folders.text(of: agent.folders.path + "/files/ran") == nil)
        }
    }
}
