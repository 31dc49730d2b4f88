// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// The end of the agent during the run of a service extension: the notification is shown once by the next agent.
@Suite struct ExtensionCrashTests {
    private static let waiting = ServiceExtensionFixture(
        script: "echo $$ > $FILES/pid\n" + ServiceExtensionFixture.wait(for: "$FILES/go") + "\n"
            + ServiceExtensionFixture.answer(#"{"title":"Rewritten"}"#))

    /// An agent whose extension runs, with a server; returns the process of the extension.
    private func begin(_ agent: TestAgent) async throws -> Int32 {
        _ = try await agent.proxy().add(mutable("m", title: "Original"))
        let file = agent.folders.path + "/files/pid"
        try await withDeadline {
            while agent.folders.text(of: file)?.hasSuffix("\n") != true { try await yieldUntilDeadline() }
        }
        return Int32((agent.folders.text(of: file) ?? "").dropLast()) ?? 0
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `when the agent ends during a run, the next one shows the original once`(signal: Int32) async throws {
        try await Self.waiting.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            let pid = try await begin(agent)
            agent.signal(signal)
            try await agent.end()
            let start = ContinuousClock.now
            try await withDeadline { while isAlive(pid) { try await yieldUntilDeadline() } }
            #expect(ContinuousClock.now - start < .seconds(1 * deadlineFactor))
            try agent.folders.file("go", [])
            #expect(server.takeNotifications().isEmpty)

            try await agent.start()

            #expect(try await server.nextNotification().summary == "Original")
            try await agent.waitForDelivered(["m": "shown"])
            #expect(await server.open.count == 1)
            #expect(server.takeNotifications().isEmpty)
            let log = try await agent.proxy().log(["limit": .uint32(100)]).compactMap { $0["kind"]?.string }
            #expect(!log.contains("repeated"), "It was never sent to the server before.")
            #expect(try await agent.extensionEvents().map { $0["reason"]?.string } == ["restart"])
        }
    }

    @Test(arguments: [("during-extension", "Original"), ("extension-committed", "Rewritten")])
    func `killed between two steps of a run, the agent shows the notification once`(
        point: String, title: String
    ) async throws {
        try await Self.waiting.withAgent(
            configuration: ServiceExtensionFixture.unconfined, prepare: { try $0.file("go", []) }
        ) { agent, server in
            try await agent.kill()
            try await agent.start(["BELFRYD_CRASH_AT": point])
            try await agent.hasMet(server)
            _ = try? await agent.proxy().add(mutable("m", title: "Original"))
            #expect(try await agent.end() == .signalled(SIGKILL))

            try await agent.start()

            #expect(try await server.nextNotification().summary == title)
            try await agent.waitForDelivered(["m": "shown"])
            #expect(await server.open.count == 1)
            #expect(server.takeNotifications().isEmpty)
        }
    }
}
