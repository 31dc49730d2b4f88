// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// The person and the program see the same on every server: each recorded server is played back.
@Suite struct RecordedServersTests {
    private enum Act: String, CaseIterable {
        case button, click, dismissal, expiry, replacing, removal
    }

    /// Actions that a server makes impossible, with the reason, and the end of the showing instead, if there is one.
    private struct Difference {
        let server: String
        let acts: Set<Act>
        var end: String?
        let reason: String
    }

    private static let differences = [
        Difference(
            server: "tiramisu", acts: [.button, .click, .dismissal, .replacing], reason: "It emits no signal, ever."),
        Difference(
            server: "wired", acts: [.dismissal], end: "unknown",
            reason: "Whatever ends a notification, its reason is 4."),
        Difference(
            server: "notify-osd", acts: [.button, .click, .dismissal, .replacing],
            reason: "It has no actions and takes no clicks."),
    ]

    @Test(arguments: RecordedServer.all)
    func `button, click, dismissal, expiry, replacing and removal are the same on each`(
        _ recorded: RecordedServer
    ) async throws {
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let hand = Hand(
                agent: agent, server: server, events: try await AgentEvents(of: agent),
                delegate: try await agent.delegate())
            for act in Act.allCases {
                let difference = Self.differences.first { $0.server == recorded.description && $0.acts.contains(act) }
                switch (act, difference) {
                case (.dismissal, let difference?) where difference.end != nil:
                    try await hand.isClosed(by: { await server.dismiss($0) }, end: difference.end ?? "")
                case (_, _?): continue
                case (.button, nil): try await hand.chooses("yes", kind: "action", end: "action")
                case (.click, nil): try await hand.chooses("default", kind: "default", end: "default")
                case (.dismissal, nil): try await hand.dismisses()
                case (.expiry, nil): try await hand.expires()
                case (.replacing, nil): try await hand.replaces()
                case (.removal, nil): try await hand.removes()
                }
                try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
                #expect(hand.delegate.takeResponses().isEmpty, "\(act)")
                #expect(try await agent.storedResponses() == 0, "\(act)")
            }
        }
    }

    @Test(arguments: RecordedServer.all.filter { $0.repliesInline || $0.play.repliesInAction })
    func `28: a typed answer is the same on each server with a text field`(_ recorded: RecordedServer) async throws {
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            let action: [String: Value] = [
                "identifier": .string("answer"), "title": .string("Answer"), "textInputButtonTitle": .string("Send"),
            ]
            _ = try await agent.proxy().add(request("chat", ["actions": .dictionaries([action])]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "chat")

            await server.reply("my secret", to: shown)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "text")
            #expect(response["userText"]?.string == "my secret")
            let answered = try await events.next("answered", of: "chat")
            #expect(answered.detail["end"]?.string == "reply")
            #expect(!"\(answered.detail)".contains("secret"))
        }
    }

    @Test(arguments: RecordedServer.all.filter { ["mate", "notification-daemon"].contains($0.description) })
    func `42: a full server gets a notification when there is room`(_ recorded: RecordedServer) async throws {
        var script = ScriptedServerScript.playing(recorded)
        // Other notifications have filled the server.
        script.play?.limit = 1
        let atNoon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
        try await withAgentAndServer(script: script, environment: atNoon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("first", title: "First"))
            let first = try await server.nextNotification()
            try await events.next("shown", of: "first")
            _ = try await agent.proxy().add(request("second", title: "Second"))
            await server.press("default", on: first)
            try await server.isHeard()
            try await agent.clock.advance(6)

            try await events.next("shown", of: "second")
            #expect(await server.open.map(\.summary) == ["Second"])
        }
    }

    @Test(arguments: RecordedServer.all.filter { $0.play.excess != nil })
    func `41: a notification too soon after an equal one is shown later`(_ recorded: RecordedServer) async throws {
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let events = try await AgentEvents(of: agent)
            for identifier in ["first", "second"] { _ = try await agent.proxy().add(request(identifier)) }

            try await events.next("shown", of: "first")
            try await events.next("shown", of: "second")
            #expect(await server.open.count == 2)
        }
    }

    @Test func `a reason is given for each difference`() {
        for difference in Self.differences {
            #expect(RecordedServer.all.contains { $0.description == difference.server }, "\(difference.server)")
            #expect(difference.reason.count > 20)
        }
    }

    @Test(arguments: RecordedServer.all.filter { !$0.play.disturbed.isEmpty })
    func `during Do Not Disturb it stays delivered, and does not expire`(
        _ recorded: RecordedServer
    ) async throws {
        var script = ScriptedServerScript.playing(recorded)
        script.isDisturbing = true
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["customDismissAction": .boolean(true), "expireAfter": .double(60)]))

            #expect(try await events.next("gone", of: "tea").detail["end"]?.string == "closed")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test(
        arguments: RecordedServer.all.filter {
            ["gnome-shell 43.9", "cinnamon", "SwayNotificationCenter", "somebody's"].contains($0.description)
        })
    func `23: a notification that is closed with others was not dismissed, and a single one was`(
        _ recorded: RecordedServer
    ) async throws {
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            var shown: [ReceivedNotification] = []
            for identifier in ["a", "b", "c"] {
                _ = try await agent.proxy().add(request(identifier, ["customDismissAction": .boolean(true)]))
                shown.append(try await server.nextNotification())
                try await events.next("shown", of: identifier)
            }

            await server.dismiss(shown[0])
            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            await server.clear()

            for identifier in ["b", "c"] {
                let gone = try await events.next("gone", of: identifier)
                #expect(gone.detail["end"]?.string == "unknown")
            }
            #expect(try await agent.deliveredStates() == ["b": "unpresented", "c": "unpresented"])
            #expect(delegate.takeResponses().isEmpty)
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `23: a notification that a server closes just before its end was not dismissed`() async throws {
        var script = ScriptedServerScript()
        // On a server that sends all signals before it closes, a dismissal is believed at once.
        script.configuration.information = ServerInformation(
            name: "lxqt-notificationd", vendor: "lxqt.org", version: "1.3")
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.dismiss(shown)
            while await !server.open.isEmpty { try await yieldUntilDeadline() }
            // The reply to a later call arrives after a signal that was sent before.
            _ = try await agent.proxy().status()
            await server.leave()

            let gone = try await events.next("gone", of: "tea")
            #expect(gone.detail["end"]?.string == "unknown")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test(
        arguments: RecordedServer.all.filter {
            ["SwayNotificationCenter", "lxqt-notificationd"].contains($0.description)
        })
    func `23: a transient one that the server removes was not dismissed`(_ recorded: RecordedServer) async throws {
        try await withAgentAndServer(script: .playing(recorded)) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["customDismissAction": .boolean(true), "transient": .boolean(true)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.dismiss(shown)

            #expect(try await events.next("gone", of: "tea").detail["end"]?.string == "unknown")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    /// A person at a recorded server, and a program that waits for the response.
    private struct Hand {
        let agent: TestAgent
        let server: ScriptedServer
        let events: AgentEvents
        let delegate: TestDelegate

        private func shows(_ identifier: String, _ more: [String: Value] = [:]) async throws -> ReceivedNotification {
            let content = ["actions": buttons("yes", "no"), "customDismissAction": .boolean(true)]
            _ = try await agent.proxy().add(request(identifier, content.merging(more) { _, new in new }))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: identifier)
            return shown
        }

        private func key(of button: String, on shown: ReceivedNotification) -> String {
            button == "default" ? button : shown.key(of: button)
        }

        func chooses(_ button: String, kind: String, end: String) async throws {
            let shown = try await shows(button)
            await server.press(key(of: button, on: shown), on: shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == kind)
            let answered = try await events.next("answered", of: button)
            #expect(answered.detail["end"]?.string == end)
            #expect(answered.detail["number"]?.int == Int(shown.id))
            #expect(answered.detail["server"]?.string?.isEmpty == false)
            let signals = answered.detail["signals"]?.array?.compactMap(\.string) ?? []
            #expect(signals.contains("ActionInvoked \(key(of: button, on: shown))"), "\(signals)")
            try await events.next("acknowledged", of: button)
            #expect(try await agent.deliveredStates()[button] == nil)
        }

        func dismisses() async throws {
            let shown = try await shows("dismissed")
            await server.dismiss(shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            #expect(try await events.next("dismissed", of: "dismissed").detail["end"]?.string == "dismissed")
            try await events.next("acknowledged", of: "dismissed")
            #expect(try await agent.deliveredStates()["dismissed"] == nil)
        }

        func isClosed(by act: (ReceivedNotification) async -> Void, end: String) async throws {
            let shown = try await shows("closed")
            await act(shown)

            #expect(try await events.next("gone", of: "closed").detail["end"]?.string == end)
            #expect(try await agent.deliveredStates()["closed"] == "unpresented")
        }

        func expires() async throws {
            _ = try await shows("expired", ["expireAfter": .double(0.4)])

            #expect(try await events.next("expired", of: "expired").detail["end"]?.string == "expired")
            #expect(try await agent.deliveredStates()["expired"] == "unpresented")
        }

        func replaces() async throws {
            _ = try await shows("replaced", ["title": .string("Old")])
            let new = try await shows("replaced", ["title": .string("New"), "actions": buttons("new")])
            try await withDeadline {
                while await server.open.map(\.summary) != ["New"] { try await yieldUntilDeadline() }
            }
            await server.press(new.key(of: "new"), on: new)

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "new")
            try await events.next("acknowledged", of: "replaced")
        }

        func removes() async throws {
            _ = try await shows("removed")
            #expect(try await agent.proxy().removeDelivered(["removed"]) == ["removed"])

            try await events.next("removed", of: "removed")
        }
    }
}
