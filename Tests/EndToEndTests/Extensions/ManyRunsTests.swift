// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// Many runs of service extensions at once: the queue, the circuit breaker, and notifications that end during a run.
@Suite struct ManyRunsTests {
    private static let good = ServiceExtensionFixture.answer(#"{"title":"Rewritten"}"#)
    private static let waiting = ServiceExtensionFixture(
        script: "echo x >> $FILES/runs\n" + ServiceExtensionFixture.wait(for: "$FILES/go") + "\n" + good)

    private func count(_ agent: TestAgent) -> Int {
        (agent.folders.text(of: agent.folders.path + "/files/runs") ?? "").count { $0 == "x" }
    }

    @Test func `of a hundred at once each is shown once: 34 rewritten, and 66 as they came`() async throws {
        try await Self.waiting.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            _ = try await agent.proxy().addAll((0..<100).map { mutable("m\($0)", title: "Original \($0)") })
            var titles: [String] = []
            for _ in 0..<66 { titles.append(try await server.nextNotification().summary) }
            #expect(Set(titles) == Set((34..<100).map { "Original \($0)" }))
            try await withDeadline { while count(agent) < 2 { try await yieldUntilDeadline() } }
            let waiting = try await agent.proxy().delivered().filter { $0["waitsFor"]?.string == "extension" }
            #expect(Set(waiting.compactMap { $0["identifier"]?.string }) == Set((0..<34).map { "m\($0)" }))
            #expect(count(agent) == 2, "Two of one application run at once.")

            try agent.folders.file("go", [])
            for _ in 0..<34 { #expect(try await server.nextNotification().summary == "Rewritten") }
            try await withDeadline {
                while try await agent.proxy().delivered().contains(where: { $0["state"]?.string != "shown" }) {
                    try await yieldUntilDeadline()
                }
            }
            #expect(server.takeNotifications().isEmpty)
            #expect(await server.open.count == 100)
            #expect(count(agent) == 34)
            let events = try await agent.extensionEvents()
            #expect(events.count { $0["result"]?.string == "rewritten" } == 34)
            #expect(events.count { $0["reason"]?.string == "tooMany" } == 66)
            let finding = try await agent.proxy().diagnose().findings.first { $0.name == "extensions.service" }
            #expect(finding?.value == "\(TestAgent.app): 34 rewritten, 0 failed, 66 shown without a run")
        }
    }

    @Test func `a newer push with the same collapse-id ends the run of the older one`() async throws {
        let script = ServiceExtensionFixture(
            script: "case \"$first\" in *Older*) echo $$ > $FILES/pid; exec sleep 60 ;; esac\n" + Self.good)
        try await script.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            func push(_ title: String) async throws {
                try await distributor.push(
                    #"{"aps":{"alert":{"title":"\#(title)"},"mutable-content":1},"apns":{"collapse-id":"score"}}"#,
                    to: registration)
            }
            try await push("Older")
            let file = agent.folders.path + "/files/pid"
            try await withDeadline {
                while agent.folders.text(of: file)?.hasSuffix("\n") != true { try await yieldUntilDeadline() }
            }
            let pid = Int32((agent.folders.text(of: file) ?? "").dropLast()) ?? 0
            try await push("Newer")

            #expect(try await server.nextNotification().summary == "Rewritten")
            try await withDeadline { while isAlive(pid) { try await yieldUntilDeadline() } }
            #expect(await server.open.count == 1)
            #expect(try await agent.extensionEvents().map { $0["result"]?.string } == ["rewritten"])
            #expect(try await agent.proxy().original("score")["title"]?.string == "Newer")
        }
    }

    @Test func `a notification that is removed during its run is never shown`() async throws {
        try await Self.waiting.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            _ = try await agent.proxy().add(mutable("gone"))
            try await withDeadline { while count(agent) < 1 { try await yieldUntilDeadline() } }
            #expect(try await agent.proxy().removeDelivered(["gone"]) == ["gone"])
            try agent.folders.file("go", [])
            _ = try await agent.proxy().add(mutable("next"))
            #expect(try await server.nextNotification().summary == "Rewritten")
            #expect(await server.open.count == 1)
            #expect(try await agent.deliveredStates().keys.sorted() == ["next"])
        }
    }

    @Test func `five failures in a row pause the extension for ten minutes`() async throws {
        let script = ServiceExtensionFixture(
            script: "echo x >> $FILES/runs\n[ -e $FILES/go ] || exit 3\n" + Self.good)
        try await script.withAgent(
            environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"], configuration: ServiceExtensionFixture.unconfined
        ) { agent, server in
            for number in 0..<5 {
                _ = try await agent.proxy().add(mutable("m\(number)", title: "Original"))
                #expect(try await server.nextNotification().summary == "Original")
            }
            try agent.folders.file("go", [])
            _ = try await agent.proxy().add(mutable("paused", title: "Original"))
            #expect(try await server.nextNotification().summary == "Original")
            #expect(count(agent) == 5)
            #expect(try await agent.extensionEvents().last?["reason"]?.string == "paused")
            let finding = try await agent.proxy().diagnose().findings.first { $0.name == "extensions.service" }
            #expect(finding?.value.contains("paused until 2026-11-21T12:10:00") == true)

            try await agent.clock.advance(600)
            _ = try await agent.proxy().add(mutable("again", title: "Original"))
            #expect(try await server.nextNotification().summary == "Rewritten")
        }
    }
}

/// Whether a process is there and is no zombie.
func isAlive(_ pid: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
        let state = text.split(separator: ") ").last?.first
    else { return false }
    return state != "Z" && state != "X"
}
