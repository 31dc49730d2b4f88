// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// A press of a button that the application's content extension receives first.
@Suite struct KeptActionTests {
    private typealias Fixture = ContentExtensionFixture

    private static func deciding(_ option: String) -> Fixture {
        Fixture(
            script: """
                case "$first" in
                *'"event":"action"'*) \(Fixture.answer("\"response\":\"\(option)\"")) ;;
                *) \(Fixture.answer(#""content":{}"#)) ;;
                esac
                """)
    }

    @Test func `a kept notification stays in its place with its new drawing, and no receiver hears of it`() async throws
    {
        try await Fixture.ring.withAgent { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(drawn("d"))
            let first = try await nextDrawn(server, of: agent)
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(first.key(of: "Pause"), on: first)
            let second = try await server.nextNotification()
            #expect(second.replacesID == first.id && second.body == "drawn\npaused")
            #expect(second.hints.suppressesSound)
            try await agent.waitForDelivered(["d": "shown"])
            let drawing = try await agent.proxy().delivered().first?["drawing"]?.properties
            #expect(drawing?["state"]?.string == #"{"runs":2}"#)
            #expect(await server.open.map(\.id) == [first.id])

            // The next press gets the state of the last one, and a click on the notification is no action.
            await server.press("default", on: second)
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            #expect(try await agent.proxy().delivered().isEmpty)
        }
    }

    @Test func `on a server that closes it, a kept notification is shown again without a sound`() async throws {
        var script = ScriptedServerScript()
        script.configuration.information = ServerInformation(
            name: "Xfce Notify Daemon", vendor: "Xfce", version: "0.7.3")
        try await Fixture.ring.withAgent(server: script) { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let first = try await nextDrawn(server, of: agent)
            #expect(!first.hints.isResident)
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(first.key(of: "Pause"), on: first)
            let second = try await server.nextNotification()
            #expect(second.body == "drawn\npaused" && second.hints.suppressesSound)
            try await agent.waitForDelivered(["d": "shown"])
            #expect(await server.open.map(\.id) == [second.id])
            #expect(try await agent.proxy().delivered().count == 1)
        }
    }

    @Test func `the example in Python draws a ring, and its button pauses the ring`() async throws {
        let python = ["/usr/bin/python3", "-c", "import cairo"]
        guard try await Program.run(python).status == 0 else {
            try Test.cancel("NOT TESTED HERE: the example with cairo in the agent. python3-cairo is missing.")
        }
        let example = Checkout.root + "packaging/examples/Extensions/progress-ring"
        try await withAgentAndServer(prepare: { try Fixture.declare(example, $0) }) { agent, server in
            try await agent.proxy().setCategories([["identifier": .string("RING"), "actions": buttons("PAUSE")]])
            _ = try await agent.proxy().add(drawn("d", ["userInfo": .properties(["progress": .double(0.4)])]))
            // Python may take more than half a second on a busy machine; then the picture comes later.
            let ring = try await next(agent, server) { $0.hints.image != nil }
            #expect(ring.body == "40%\n40 %")
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(ring.key(of: "PAUSE"), on: ring)
            let paused = try await next(agent, server)
            #expect(paused.body == "40%, paused\n40 %" && paused.hints.image != ring.hints.image)
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(paused.key(of: "PAUSE"), on: paused)
            let resumed = try await next(agent, server)
            #expect(resumed.body == "40%\n40 %" && resumed.hints.image == ring.hints.image)
        }
    }

    /// Returns the next notification that fits. If none comes, the issue has what the extension's runs ended with.
    private func next(
        _ agent: TestAgent, _ server: ScriptedServer, _ fits: (ReceivedNotification) -> Bool = { _ in true }
    ) async throws -> ReceivedNotification {
        do {
            while true {
                let notification = try await server.nextNotification()
                if fits(notification) { return notification }
            }
        } catch {
            let runs = try await agent.extensionEvents()
            guard runs.last?["reason"]?.string != "timeout" else {
                try Test.cancel(
                    "NOT TESTED HERE: the example with cairo. Python took more than an extension's ten seconds.")
            }
            Issue.record("The runs of the extension: \(runs)")
            throw error
        }
    }

    @Test func `a forwarded action reaches the application, and the notification goes`() async throws {
        for script in [Self.deciding("dismissAndForwardAction"), Fixture(script: "exit 0"), Fixture(script: "exit 1")] {
            try await script.withAgent { agent, server in
                let delegate = try await agent.delegate()
                _ = try await agent.proxy().add(drawn("d"))
                let shown = try await server.nextNotification()
                try await agent.waitForDelivered(["d": "shown"])
                await server.press(shown.key(of: "Stop"), on: shown)
                let response = try await delegate.nextResponse()
                #expect(response["actionIdentifier"]?.string == "Stop")
                #expect(try await server.nextClosing().id == shown.id)
                try await withDeadline {
                    while try await !agent.proxy().delivered().isEmpty { try await yieldUntilDeadline() }
                }
            }
        }
    }

    @Test func `a dismissed action reaches nobody, and the notification goes`() async throws {
        try await Self.deciding("dismiss").withAgent { agent, server in
            _ = try await agent.delegate()
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await server.nextNotification()
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(shown.key(of: "Stop"), on: shown)
            #expect(try await server.nextClosing().id == shown.id)
            try await withDeadline {
                while try await !agent.proxy().delivered().isEmpty { try await yieldUntilDeadline() }
            }
            let log = try await agent.proxy().log(["limit": .uint32(100)])
            let answer = try #require(log.first { $0["kind"]?.string == "answered" }?["detail"]?.properties)
            #expect(answer["result"]?.string == "dismissed" && answer["actionIdentifier"]?.string == "Stop")
            #expect(!log.contains { $0["kind"]?.string == "acknowledged" })
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `a press is on disk before the extension starts: the next agent delivers it`(signal: Int32) async throws {
        let script = Fixture(
            script: """
                case "$first" in
                *'"event":"action"'*) touch $FILES/began; exec sleep 60 ;;
                *) \(Fixture.answer(#""content":{}"#)) ;;
                esac
                """)
        try await script.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await server.nextNotification()
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(shown.key(of: "Stop"), on: shown)
            let file = agent.folders.path + "/files/began"
            try await withDeadline { while access(file, F_OK) != 0 { try await yieldUntilDeadline() } }
            agent.signal(signal)
            try await agent.end()
            try await agent.start()
            let delegate = try await agent.delegate()
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "Stop")
            try await withDeadline {
                while try await !agent.proxy().delivered().isEmpty { try await yieldUntilDeadline() }
            }
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
        }
    }

    @Test func `removed while the extension decides, a notification does not come back`() async throws {
        let script = Fixture(
            script: """
                case "$first" in
                *'"event":"action"'*) touch $FILES/began; \(ServiceExtensionFixture.wait(for: "$FILES/go")) ;;
                esac
                \(Fixture.answer(#""response":"doNotDismiss""#))
                """)
        try await script.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await server.nextNotification()
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(shown.key(of: "Pause"), on: shown)
            let file = agent.folders.path + "/files/began"
            try await withDeadline { while access(file, F_OK) != 0 { try await yieldUntilDeadline() } }
            _ = try await agent.proxy().removeDelivered(["d"])
            try agent.folders.file("go", [])
            #expect(try await server.nextClosing().id == shown.id)
            try await isNext("after", agent, server)
            #expect(try await agent.proxy().delivered().map { $0["identifier"]?.string } == ["after"])
        }
    }

    /// Expects that the server gets no other notification before a new one.
    private func isNext(_ identifier: String, _ agent: TestAgent, _ server: ScriptedServer) async throws {
        _ = try await agent.proxy().add(request(identifier, title: identifier))
        #expect(try await server.nextNotification().summary == identifier)
    }

    /// Decides when the test makes the file `go`, and keeps the notification.
    private static let slow = Fixture(
        script: """
            case "$first" in
            *'"event":"action"'*) echo x >> $FILES/began; \(ServiceExtensionFixture.wait(for: "$FILES/go")) ;;
            esac
            \(Fixture.answer(#""content":{"subtitle":"drawn"},"response":"doNotDismiss""#))
            """)

    private func begins(_ agent: TestAgent, _ runs: Int = 1) async throws {
        let file = agent.folders.path + "/files/began"
        try await withDeadline {
            while agent.folders.text(of: file)?.count != 2 * runs { try await yieldUntilDeadline() }
        }
    }

    @Test func `closed by the person while the extension decides, a notification does not come back`() async throws {
        try await Self.slow.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await nextDrawn(server, of: agent)
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(shown.key(of: "Pause"), on: shown)
            try await begins(agent)
            await server.dismiss(shown)
            try agent.folders.file("go", [])
            try await withDeadline {
                while try await !agent.proxy().delivered().isEmpty { try await yieldUntilDeadline() }
            }
            try await isNext("after", agent, server)
        }
    }

    @Test func `a press during a run counts after it, and gets the state of it`() async throws {
        try await Self.slow.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await nextDrawn(server, of: agent)
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(shown.key(of: "Pause"), on: shown)
            try await begins(agent)
            await server.press(shown.key(of: "Stop"), on: shown)
            try agent.folders.file("go", [])
            try await begins(agent, 2)
            @Sendable func kept() async throws -> [String] {
                try await agent.extensionEvents().filter { $0["result"]?.string == "kept" }
                    .compactMap { $0["actionIdentifier"]?.string }
            }
            try await withDeadline { while try await kept().count < 2 { try await yieldUntilDeadline() } }
            #expect(try await kept() == ["Pause", "Stop"])
        }
    }

    @Test func `a press while previews are hidden goes to the application, and no extension runs`() async throws {
        try await Self.slow.withAgent(configuration: ServiceExtensionFixture.unconfined) { agent, server in
            let saver = try await ScriptedScreenSaver(
                "org.freedesktop.ScreenSaver", at: "/ScreenSaver", on: agent.bus, loop: agent.loop)
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await nextDrawn(server, of: agent)
            try await agent.waitForDelivered(["d": "shown"])
            try await saver.lock(true)
            let hidden = try await server.nextNotification()
            #expect(hidden.replacesID == shown.id && hidden.summary != "Download")
            try await agent.waitForDelivered(["d": "shown"])
            await server.press(hidden.key(of: "Stop"), on: hidden)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "Stop")
            #expect(try await agent.extensionEvents(1).count == 1)
            await saver.leave()
        }
    }

    @Test func `the picture that a kept action replaces is removed`() async throws {
        try await Fixture.ring.withAgent { agent, server in
            _ = try await agent.proxy().add(drawn("d"))
            let shown = try await nextDrawn(server, of: agent)
            try await agent.waitForDelivered(["d": "shown"])
            func picture() async throws -> String {
                try await agent.proxy().delivered().first?["drawing"]?.properties?["picture"]?.string ?? ""
            }
            let before = try await picture()
            await server.press(shown.key(of: "Pause"), on: shown)
            _ = try await server.nextNotification()
            let after = try await picture()
            #expect(after != before && FileManager.default.fileExists(atPath: after))
            try await withDeadline {
                while FileManager.default.fileExists(atPath: before) { try await yieldUntilDeadline() }
            }
        }
    }
}
