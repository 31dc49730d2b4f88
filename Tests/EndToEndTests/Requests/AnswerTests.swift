// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// The person's actions on the screen, and the responses that the application gets.
@Suite struct AnswerTests {
    @Test func `the response to a button press contains the whole notification`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(
                request(
                    "tea",
                    [
                        "actions": buttons("yes", "no"), "userInfo": .properties(["cup": .int64(2)]),
                        "body": .string("now"),
                    ]))

            let shown = try await server.nextNotification()
            #expect(shown.labels == ["yes", "no", "Open"])
            await server.press(shown.key(of: "no"), on: shown)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "action")
            #expect(response["actionIdentifier"]?.string == "no")
            #expect(response["userText"] == nil)
            let notification = response["notification"]?.properties
            #expect(notification?["app"]?.string == TestAgent.app)
            #expect(notification?["identifier"]?.string == "tea")
            #expect(notification?["body"]?.string == "now")
            #expect(notification?["userInfo"]?.properties?["cup"]?.int == 2)
        }
    }

    @Test func `a click on the notification itself is the default action`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()

            await server.press("default", on: shown)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "default")
            #expect(response["actionIdentifier"]?.string == "com.apple.UNNotificationDefaultActionIdentifier")
        }
    }

    @Test func `typed text is delivered`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let action: [String: Value] = [
                "identifier": .string("answer"), "title": .string("Answer"), "textInputPlaceholder": .string("Words"),
            ]
            let outcome = try await agent.proxy().add(request("chat", ["actions": .dictionaries([action])]))
            #expect(outcome["degraded"] == nil)
            let shown = try await server.nextNotification()
            #expect(shown.offersReply)

            await server.reply("on my way ❤", to: shown)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "text")
            #expect(response["actionIdentifier"]?.string == "answer")
            #expect(response["userText"]?.string == "on my way ❤")
        }
    }

    @Test func `a server without text fields gets the text action as a button, reported as degraded`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body"]
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let action: [String: Value] = [
                "identifier": .string("answer"), "title": .string("Answer"), "textInputButtonTitle": .string("Send"),
            ]
            let outcome = try await agent.proxy().add(
                request("chat", ["actions": .dictionaries([action]), "sound": .string("default")]))
            #expect(outcome["degraded"]?.strings == ["reply", "sound"])

            let shown = try await server.nextNotification()
            #expect(!shown.offersReply)
            await server.press(shown.key(of: "Answer"), on: shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "action")
        }
    }

    @Test func `a dismissal is a response if the request asks for it`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()

            await server.dismiss(shown)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "dismiss")
            #expect(response["actionIdentifier"]?.string == "com.apple.UNNotificationDismissActionIdentifier")
        }
    }

    @Test func `a category can ask for the dismissal`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            try await agent.proxy().setCategories([
                [
                    "identifier": .string("todo"), "options": .strings(["customDismissAction"]),
                    "actions": buttons("done"),
                ]
            ])
            _ = try await agent.proxy().add(request("tea", ["categoryIdentifier": .string("todo")]))
            let shown = try await server.nextNotification()
            #expect(shown.labels == ["done", "Open"])

            await server.dismiss(shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
        }
    }

    @Test func `a dismissal is no response if the request does not ask for it`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()

            await server.dismiss(shown)

            try await events.next("dismissed", of: "tea")
            #expect(try await agent.deliveredStates() == [:])
            #expect(try await agent.storedResponses() == 0)
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `an expired notification stays delivered`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()

            await server.expire(shown)

            try await events.next("expired", of: "tea")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `a notification that a program removes leaves the screen without a response`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            #expect(try await agent.proxy().removeDelivered(["tea", "unknown"]) == ["tea"])

            let closing = try await server.nextClosing()
            #expect(closing == ScriptedServer.Closing(id: shown.id, reason: .closedByCall))
            try await events.next("removed", of: "tea")
            #expect(try await agent.deliveredStates() == [:])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `all delivered notifications are removed at once`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            for identifier in ["a", "b", "c"] {
                _ = try await agent.proxy().add(request(identifier))
                try await events.next("shown", of: identifier)
            }
            _ = try await agent.proxy("org.example.Other").add(request("a"))
            try await events.next("shown", of: "a")

            try await agent.proxy().removeAllDelivered()

            var closed: Set<UInt32> = []
            while closed.count < 3 { closed.insert(try await server.nextClosing().id) }
            #expect(closed == [1, 2, 3])
            #expect(try await agent.deliveredStates("org.example.Other") == ["a": "shown"])
        }
    }

    @Test(arguments: [0, 3, 4, 5] as [UInt32])
    func `a close by another program is no dismissal`(reason: UInt32) async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()

            await server.close(shown, reason: reason)

            let gone = try await events.next("gone", of: "tea")
            #expect(gone.detail["reason"]?.int == Int(reason))
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `an activation token is delivered with its answer`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.sendToken("wayland-token-1", for: shown)
            await server.press("default", on: shown)

            #expect(try await delegate.nextResponse()["activationToken"]?.string == "wayland-token-1")
        }
    }
}
