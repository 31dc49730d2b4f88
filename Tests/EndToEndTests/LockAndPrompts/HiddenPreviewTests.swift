// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import NotificationServer
import TestSupport
import Testing

/// 65: texts are hidden while the session is locked, and shown again afterwards.
@Suite struct HiddenPreviewTests {
    private func withSaver(
        script: ScriptedServerScript = .init(), environment: [String: String] = [:], configuration: String? = nil,
        _ body: (TestAgent, ScriptedServer, ScriptedScreenSaver) async throws -> Void
    ) async throws {
        try await withAgentAndServer(script: script, environment: environment, configuration: configuration) {
            agent, server in
            let saver = try await ScriptedScreenSaver(
                "org.gnome.ScreenSaver", at: "/org/gnome/ScreenSaver", on: agent.bus, loop: agent.loop)
            try await agent.logs("status=unlocked")
            try await body(agent, server, saver)
            await saver.leave()
        }
    }

    private func content(_ more: [String: Value] = [:]) -> [String: Value] {
        [
            "subtitle": Value.string("Re: code"), "body": .string("The code is 1234"), "sound": .string("default"),
            "icon": .string("mail-unread"), "hints": .properties(["x-kde-origin-name": .string("ann")]),
            "actions": buttons("copy"),
        ].merging(more) { _, new in new }
    }

    private func expectHidden(_ shown: ReceivedNotification) {
        #expect(shown.summary == TestAgent.app && shown.body == "Notification")
        #expect(shown.labels.contains("copy"))
        #expect(shown.appIcon != "mail-unread" && shown.hints.all["x-kde-origin-name"] == nil)
    }

    /// Waits until the notification is on the screen and its number on disk.
    private func showMail(
        _ agent: TestAgent, _ server: ScriptedServer
    ) async throws -> (shown: ReceivedNotification, events: AgentEvents) {
        let events = try await AgentEvents(of: agent)
        _ = try await agent.proxy().add(request("mail", title: "Ann", content()))
        let shown = try await server.nextNotification()
        try await events.next("shown", of: "mail")
        return (shown, events)
    }

    @Test func `a notification that fires while locked hides its texts until the unlock`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("sound")
        try await withSaver(script: script) { agent, server, saver in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            try await saver.lock(true)
            try await agent.logs("status=locked")
            _ = try await agent.proxy().add(request("mail", title: "Ann", content()))
            let hidden = try await server.nextNotification()
            expectHidden(hidden)
            #expect(hidden.hints.soundName != nil)
            try await events.next("shown", of: "mail")

            try await saver.lock(false)

            let shown = try await server.nextNotification()
            #expect(shown.id == hidden.id && shown.summary == "Ann" && shown.body == "Re: code\nThe code is 1234")
            #expect(shown.hints.soundName == nil && shown.hints.suppressesSound)
            await server.press(shown.key(of: "copy"), on: shown)
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["title"]?.string == "Ann")
            let log = try await agent.proxy().log(["identifier": .string("mail")])
            #expect(log.count { $0["kind"]?.string == "shown" } == 1, "drawn anew is no news")
        }
    }

    @Test func `a notification on the screen is hidden by a lock, in place and without a sound`() async throws {
        try await withSaver { agent, server, saver in
            let delegate = try await agent.delegate()
            let (shown, events) = try await showMail(agent, server)

            try await saver.lock(true)

            let hidden = try await server.nextNotification()
            expectHidden(hidden)
            #expect(hidden.replacesID == shown.id && hidden.hints.suppressesSound && hidden.hints.soundName == nil)
            // In a locked session a press still counts.
            await server.press(hidden.key(of: "copy"), on: hidden)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "copy")
            try await events.next("acknowledged", of: "mail")
            try await saver.lock(false)
            _ = try await agent.proxy().add(request("next", title: "Next"))
            #expect(try await server.nextNotification().summary == "Next", "the answered one does not come back")
        }
    }

    @Test func `a server that does not redraw buttons gets a new notification instead`() async throws {
        var script = ScriptedServerScript()
        script.configuration.information.name = "lxqt-notificationd"
        try await withSaver(script: script) { agent, server, saver in
            let delegate = try await agent.delegate()
            let (shown, _) = try await showMail(agent, server)

            try await saver.lock(true)
            let hidden = try await server.nextNotification()
            expectHidden(hidden)
            try await withDeadline {
                while await server.open.map(\.id) != [hidden.id] { try await yieldUntilDeadline() }
            }
            try await saver.lock(false)
            let again = try await server.nextNotification()

            #expect(again.summary == "Ann" && again.id != shown.id)
            try await withDeadline {
                while await server.open.map(\.id) != [again.id] { try await yieldUntilDeadline() }
            }
            await server.press(again.key(of: "copy"), on: again)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "copy")
        }
    }

    @Test func `the oldest is redrawn first, so that a full screen drops its own former copy`() async throws {
        var script = ScriptedServerScript()
        script.configuration.information.name = "gnome-shell"
        try await withSaver(script: script) { agent, server, saver in
            let events = try await AgentEvents(of: agent)
            // The order differs from that of the numbers and of the identifiers.
            for title in ["b", "a", "c"] {
                _ = try await agent.proxy().add(request(title, title: title))
                _ = try await server.nextNotification()
                try await events.next("shown", of: title)
            }
            try await saver.lock(true)
            for _ in 1...3 { #expect(try await server.nextNotification().body == "Notification") }
            try await withDeadline { while await server.open.count != 3 { try await yieldUntilDeadline() } }

            try await saver.lock(false)

            var titles: [String] = []
            for _ in 1...3 { titles.append(try await server.nextNotification().summary) }
            #expect(titles == ["b", "a", "c"])
        }
    }

    // The first server has a list, in which the text could be read.
    @Test(arguments: [("io.elementary.notifications", false), ("swaynotificationcenter", true)])
    func `an expired notification is not redrawn by a lock, unless a list keeps it`(
        name: String, isDrawn: Bool
    ) async throws {
        var script = ScriptedServerScript()
        script.configuration.information.name = name
        let start = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        try await withSaver(script: script, environment: start) { agent, server, saver in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("old", title: "Old"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "old")
            try await agent.clock.advance(60)
            _ = try await agent.proxy().add(request("stays", title: "Stays", ["expireAfter": .double(0)]))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "stays")

            try await saver.lock(true)

            for _ in 1...(isDrawn ? 2 : 1) { #expect(try await server.nextNotification().body == "Notification") }
            let summaries = await server.open.map(\.summary)
            #expect(summaries.contains("Old") == !isDrawn && !summaries.contains("Stays"))
        }
    }

    @Test func `config decides for all applications, and for one`() async throws {
        let configuration = """
            [lock]
            previews = "never"
            [applications."org.example.Open"]
            previews = "always"
            """
        try await withSaver(configuration: configuration) { agent, server, saver in
            #expect(try await agent.proxy().settings()["showPreviewsSetting"]?.string == "never")
            #expect(try await agent.proxy("org.example.Open").settings()["showPreviewsSetting"]?.string == "always")
            _ = try await agent.proxy().add(request("a", title: "Ann", content()))
            expectHidden(try await server.nextNotification())
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy("org.example.Open").add(request("b", title: "Bob"))
            #expect(try await server.nextNotification().summary == "Bob")
            try await events.next("shown", of: "b")

            try await saver.lock(true)
            try await agent.logs("status=locked")
            _ = try await agent.proxy("org.example.Open").add(request("c", title: "Cleo"))

            #expect(try await server.nextNotification().summary == "Cleo", "neither was drawn anew")
        }
    }

    @Test func `the category sets the placeholder, and the number in the thread`() async throws {
        try await withSaver { agent, server, saver in
            #expect(try await agent.proxy().settings()["showPreviewsSetting"]?.string == "whenAuthenticated")
            try await agent.proxy().setCategories([
                [
                    "identifier": .string("mail"), "options": .strings(["hiddenPreviewsShowTitle"]),
                    "hiddenPreviewsBodyPlaceholder": .string("%u messages"),
                ]
            ])
            try await saver.lock(true)
            try await agent.logs("status=locked")
            for (identifier, thread, body) in [
                ("a", "t", "1 messages"), ("b", "t", "2 messages"), ("c", "", "1 messages"),
            ] {
                _ = try await agent.proxy().add(
                    request(
                        identifier, title: "Ann",
                        [
                            "categoryIdentifier": .string("mail"), "threadIdentifier": .string(thread),
                            "body": .string("secret"),
                        ]))
                let shown = try await server.nextNotification()
                #expect(shown.summary == "Ann" && shown.body == body)
            }
        }
    }

    @Test func `an agent that starts in a locked session hides all texts until the unlock`()
        async throws
    {
        try await withSaver { agent, server, saver in
            let events = try await AgentEvents(of: agent)
            try await saver.lock(true)
            try await agent.logs("status=locked")
            _ = try await agent.proxy().add(request("a", title: "Ann", content()))
            expectHidden(try await server.nextNotification())
            try await events.next("shown", of: "a")

            try await agent.kill()
            try await agent.start()
            _ = try await agent.proxy().add(request("b", title: "Bob", content()))
            expectHidden(try await server.nextNotification())
            try await agent.kill()
            try await saver.lock(false)
            try await agent.start()

            let shown = [try await server.nextNotification(), try await server.nextNotification()]
            #expect(shown.map(\.summary).sorted() == ["Ann", "Bob"])
        }
    }

    @Test func `a thousand notifications are hidden and shown again, and none is lost`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capacity = 1000
        try await withSaver(script: script, configuration: "[flood]\nburst = 0") { agent, server, saver in
            let events = try await AgentEvents(of: agent)
            let requests = (0..<1000).map { request("\($0)", title: "Secret \($0)") }
            _ = try await agent.proxy().addAll(requests)
            for _ in 0..<1000 { try await events.next("shown") }
            _ = server.takeNotifications()

            try await saver.lock(true)
            try await withDeadline {
                while await server.open.contains(where: { $0.summary != TestAgent.app }) {
                    try await yieldUntilDeadline()
                }
            }
            // Locked and unlocked quickly: the last state counts.
            for isLocked in [false, true, false] { try await saver.lock(isLocked) }
            try await withDeadline {
                while Set(await server.open.map(\.summary)) != Set((0..<1000).map { "Secret \($0)" }) {}
            }
            #expect(await server.open.count == 1000)
            #expect(try await agent.deliveredStates().values.allSatisfy { $0 == "shown" })
        }
    }
}
